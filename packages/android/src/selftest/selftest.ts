import type { Call } from '@handeye/core/call/call';
import { withinLimit } from '@handeye/core/call/call';
import type { Clock } from '@handeye/core/call/clock';
import { FIRST_SDK_BESIDE_SERVICES } from '../companion/companion.ts';
import { loadDex } from '../companion/dex.ts';
import { RunningCompanion } from '../companion/running.ts';
import { outputOf, type Phone, sh } from '../phone.ts';
import type { TierChoice, TierName } from '../tier-choice.ts';
import type { Check, Trial } from './check.ts';
import { companionChecks } from './companion-checks.ts';
import { PersonalData } from './personal-data.ts';
import { PhoneState } from './phone-state.ts';
import type { PhoneFacts, Report } from './report.ts';
import { screenChecks } from './screen-checks.ts';
import { systemChecks } from './system-checks.ts';
import { TestedCompanion } from './tested-companion.ts';
import { TestedPhone, type TierTools } from './tested-phone.ts';
import { clipboardChecks, textChecks } from './text-checks.ts';
import { elementChecks, touchChecks } from './touch-checks.ts';
import { Trials } from './trials.ts';

/** The limit for the tests. The whole run has ten minutes; the rest is for putting everything back. */
const TEST_LIMIT = 9 * 60_000;
const SET_UP_LIMIT = 30_000;
const PUT_BACK_LIMIT = 45_000;

const toolChecks: readonly Check<TestedPhone>[] = [
  ...screenChecks,
  ...touchChecks,
  ...elementChecks,
  ...textChecks,
  ...clipboardChecks,
  ...systemChecks,
];

export interface SelftestOptions {
  readonly phone: Phone;
  /** The only tier to test; `auto`: all of them. */
  readonly tier: TierChoice;
  /** Handeye's tools for this phone, served by one tier. */
  readonly openTools: (tier: TierName, call: Call) => Promise<TierTools>;
  readonly clock: Clock;
  /** The user stops the test. Everything is put back nevertheless. */
  readonly stopped: AbortSignal;
  readonly version: string;
  readonly onTrial: (trial: Trial) => void;
}

/** Tries every tool on every tier, and every request of the companion, in Settings. */
export async function selftest(options: SelftestOptions): Promise<Report> {
  const { phone, clock, stopped } = options;
  const start = clock.now();
  const { facts, state, personal } = await withinLimit(
    { clock, limit: SET_UP_LIMIT, cancelled: stopped },
    async (call) => ({
      facts: await factsOf(phone, call),
      state: await PhoneState.read(phone, call),
      personal: await personalDataOf(phone, call),
    }),
  );
  const trials = new Trials(options.onTrial);
  const endsServices = facts.sdk < FIRST_SDK_BESIDE_SERVICES;
  const test = new Test(options, { trials, personal });
  try {
    await withinLimit({ clock, limit: TEST_LIMIT, cancelled: stopped }, async (call) => {
      for (const tier of tierNames.filter((name) => options.tier === 'auto' || options.tier === name)) {
        const reason =
          endsServices && state.hasServices && tier === 'companion' ? SERVICES_ARE_ON : undefined;
        if (reason !== undefined) test.leaveOut(tier, reason);
        else await test.tier(tier, call);
        if (tier === 'companion' && reason === undefined) await test.requests(call);
      }
    });
  } catch (error) {
    trials.failed({ tier: 'phone', check: 'the whole test', milliseconds: clock.now() - start }, error);
  }
  const putBack = await trials.phone('everything put back', clock, () =>
    withinLimit({ clock, limit: PUT_BACK_LIMIT }, (call) => state.putBack(phone, { endsServices }, call)),
  );
  return {
    handeye: options.version,
    date: new Date().toISOString().slice(0, 10),
    phone: facts,
    seconds: Math.round((clock.now() - start) / 1000),
    trials: trials.all.map((trial) => ({
      ...trial,
      note: trial.outcome === 'failed' ? personal.withoutIt(trial.note) : trial.note,
    })),
    screens: test.screens,
    putBack: putBack ?? [],
  };
}

const SERVICES_ARE_ON =
  'Accessibility services of the user are on, and Android 5 and 6 would switch them off for the companion.';

const tierNames: readonly TierName[] = ['companion', 'plain'];

/** One run of the test. */
class Test {
  readonly #options: SelftestOptions;
  readonly #trials: Trials;
  readonly #personal: PersonalData;
  readonly screens: Record<string, readonly string[]> = {};

  constructor(options: SelftestOptions, parts: { trials: Trials; personal: PersonalData }) {
    this.#options = options;
    this.#trials = parts.trials;
    this.#personal = parts.personal;
  }

  leaveOut(tier: Trial['tier'], reason: string): void {
    this.#trials.skipped({ tier, check: 'all', milliseconds: 0 }, reason);
  }

  /** Every tool, with the phone served by one tier. */
  async tier(tier: TierName, call: Call): Promise<void> {
    const { phone, openTools, clock } = this.#options;
    const tools = await this.#trials.opening(tier, clock, () => openTools(tier, call));
    if (!tools) return;
    const tested = new TestedPhone(tools, phone, this.#personal);
    try {
      await this.#trials.run(toolChecks, { tier, on: tested, capabilities: tools.capabilities }, call);
    } finally {
      await this.#trials.restoring(tier, clock, (own) => tested.restoreClipboard(own));
      await tools.close();
    }
    const rows = tested.firstPage?.rows ?? [];
    this.screens[tier] = rows.map((row) => this.#personal.rowShape(row));
  }

  /** Every request of the companion by itself. */
  async requests(call: Call): Promise<void> {
    const { phone, clock } = this.#options;
    const tier = 'requests';
    const companion = await this.#trials.opening(tier, clock, async () =>
      RunningCompanion.start(phone, { dex: await loadDex(), services: 'save' }, call),
    );
    if (!companion) return;
    try {
      const tested = new TestedCompanion(companion, phone, this.#personal);
      await this.#trials.run(companionChecks, { tier, on: tested }, call);
    } finally {
      companion.hangUp();
      await companion.ended;
    }
  }
}

async function factsOf(phone: Phone, call: Call): Promise<PhoneFacts> {
  const names = [
    'ro.product.manufacturer',
    'ro.product.model',
    'ro.build.version.release',
    'ro.build.version.sdk',
    'ro.build.id',
  ];
  const commands = names.map((name) => sh`getprop ${name}`);
  const [manufacturer = '', model = '', android = '', sdk = '', build = ''] = (
    await phone.script(commands, call)
  ).map((result) => outputOf(result).trim());
  return { manufacturer, model, android, sdk: Number(sdk), build };
}

async function personalDataOf(phone: Phone, call: Call): Promise<PersonalData> {
  const [packages = '', ...secrets] = (
    await phone.script(
      [
        sh`pm list packages -s`,
        sh`getprop ro.serialno`,
        sh`getprop ro.boot.serialno`,
        sh`settings get secure android_id`,
        sh`settings get secure bluetooth_name`,
        sh`settings get global device_name`,
      ],
      call,
    )
  ).map((result) => outputOf(result).trim());
  const personal = new PersonalData(packages.split(/\s+/).map((line) => line.replace(/^package:/, '')));
  for (const secret of [phone.serial, ...secrets]) if (secret !== 'null') personal.addSecret(secret);
  return personal;
}
