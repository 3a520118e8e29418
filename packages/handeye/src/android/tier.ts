import type { Call } from '../call/call.ts';
import type { Clock } from '../call/clock.ts';
import { permissionDenied } from '../device/errors.ts';
import type { Device } from '../device/port.ts';
import type { AndroidDevice } from './device.ts';
import { Companion } from './companion/companion.ts';
import { CompanionDevice } from './companion/device.ts';
import { CompanionGone } from './companion/errors.ts';
import { HelpedDevice } from './helper/device.ts';
import { Helper } from './helper/helper.ts';
import { stopPackages } from './helper/running-helper.ts';
import type { HelperState } from './helper/tier.ts';
import { helperState, mustHaveHelper } from './helper/tier.ts';
import { outputOf, type Phone, sh } from './phone.ts';
import { type TierName, type TierWish, wantedTier } from './tier-choice.ts';
import type { Traits } from './traits.ts';

/** Which tier serves a phone, and why, in words for a person. */
export interface Tier {
  readonly name: TierName;
  readonly why: string;
}

/** A phone, and who hears what serves it. */
export interface TierContext {
  readonly phone: Phone;
  readonly traits: Traits;
  readonly plain: AndroidDevice;
  readonly clock: Clock;
  readonly onTier: (tier: Tier) => void;
}

const COMPANION: Tier = { name: 'companion', why: 'the companion on the phone' };

/** Android 7: since then a companion leaves the user's own accessibility services on. */
const FIRST_SDK_BESIDE_SERVICES = 24;

/** The phone behind the tier that was asked for. A companion or helper starts when it is first used. */
export async function openTier(wish: TierWish, context: TierContext, call: Call): Promise<Device> {
  const { phone, traits, plain, onTier } = context;
  const wanted = wantedTier(wish);
  if (wanted === 'plain') {
    onTier(plainAdb('--tier plain'));
    return plain;
  }
  if (wanted === 'helper') return helpedDevice(await forcedHelper(phone, wish, { traits, call }), context);
  if (wanted === 'companion') return companionDevice({ context, services: 'save', next: undefined });
  const state = await helperState(phone, { choice: wish.helper, sdk: traits.sdk }, call);
  if (state.usable) return companionBeforeHelper(state, context);
  const tier = (problem: string) => plainInstead(state, problem);
  return companionDevice({ context, services: 'refuse', next: { device: plain, tier } });
}

/** Says which tier would serve the phone. Changes nothing on it, and starts nothing. */
export async function tierOf(
  phone: Phone,
  wish: TierWish,
  { sdk, call }: { sdk: number; call: Call },
): Promise<Tier> {
  const wanted = wantedTier(wish);
  if (wanted === 'plain') return plainAdb('--tier plain');
  const services = sdk < FIRST_SDK_BESIDE_SERVICES && wanted === 'auto' ? await servicesOn(phone, call) : '';
  if (wanted !== 'helper' && services === '') return COMPANION;
  const state = await helperState(phone, { choice: wish.helper, sdk }, call);
  if (state.usable) return { name: 'helper', why: state.why };
  const why = `the companion would switch off the accessibility services that are on: ${services}`;
  return plainAdb(services === '' ? state.why : why);
}

/** Says which tier serves the phone: a companion is started, looks once, and is ended. Says also why one cannot. */
export async function triedTier(
  phone: Phone,
  wish: TierWish,
  { sdk, call }: { sdk: number; call: Call },
): Promise<Tier & { readonly problem?: string }> {
  const tier = await tierOf(phone, wish, { sdk, call });
  if (tier.name !== 'companion') return tier;
  const isForced = wantedTier(wish) === 'companion';
  const problem = await companionProblem(phone, isForced ? 'save' : 'refuse', call);
  if (problem === undefined) return tier;
  if (isForced) return { ...unserved(problem), problem };
  const state = await helperState(phone, { choice: wish.helper, sdk }, call);
  return { ...(state.usable ? helperInstead(state, problem) : plainInstead(state, problem)), problem };
}

/** Why a companion cannot serve the phone; undefined if one started and could see. */
async function companionProblem(
  phone: Phone,
  services: 'refuse' | 'save',
  call: Call,
): Promise<string | undefined> {
  const companion = new Companion(phone, { clock: call.clock, services });
  try {
    await companion.running(call);
    return undefined;
  } catch (error) {
    if (error instanceof CompanionGone) return error.message;
    throw error;
  } finally {
    await companion.close();
  }
}

/** The first tier, which always works. */
function plainAdb(why: string): Tier {
  return { name: 'plain', why: `plain ADB (${why})` };
}

async function forcedHelper(
  phone: Phone,
  { helper }: TierWish,
  { traits, call }: { traits: Traits; call: Call },
): Promise<HelperState> {
  if (helper === 'on') await mustHaveHelper(phone, traits.sdk, call);
  const state = await helperState(phone, { choice: helper, sdk: traits.sdk }, call);
  if (state.usable) return state;
  throw permissionDenied(
    `--tier helper was asked for, and the phone cannot be served that way: ${state.why}.`,
  );
}

function helpedDevice({ why }: HelperState, { phone, traits, plain, clock, onTier }: TierContext): Device {
  const onChange = (problem: string | undefined) => {
    onTier(problem === undefined ? { name: 'helper', why } : plainAdb(problem));
  };
  return new HelpedDevice(plain, new Helper(phone, { clock, onChange }), { phone, traits });
}

/** What comes after the companion. */
interface Next {
  readonly device: Device;
  /** The tier that it is, where the companion has this problem. */
  readonly tier: (problem: string) => Tier;
  /** Makes room for the companion: a phone has one UiAutomation. */
  readonly stepAside?: (call: Call) => Promise<void>;
}

function companionBeforeHelper(state: HelperState, context: TierContext): Device {
  const { why } = state;
  const { phone, traits, plain, clock, onTier } = context;
  let hasProblem = false;
  // That the helper serves is said when the companion goes out of use; here only what changes after that.
  const onChange = (problem: string | undefined) => {
    if (problem !== undefined) onTier(plainAdb(problem));
    else if (hasProblem) onTier({ name: 'helper', why });
    hasProblem = problem !== undefined;
  };
  const helper = new Helper(phone, { clock, onChange });
  const stepAside = async (call: Call) => {
    if (helper.isRunning) await stopPackages(phone, call);
  };
  const device = new HelpedDevice(plain, helper, { phone, traits });
  return companionDevice({
    context,
    services: 'refuse',
    next: {
      device,
      tier: (problem) => helperInstead(state, problem),
      stepAside,
    },
  });
}

function companionDevice(parts: {
  readonly context: TierContext;
  readonly services: 'refuse' | 'save';
  readonly next: Next | undefined;
}): Device {
  const { context, services, next } = parts;
  const { phone, traits, plain, clock, onTier } = context;
  const onChange = (problem: string | undefined) => {
    if (problem === undefined) onTier(COMPANION);
    else onTier(next ? next.tier(problem) : unserved(problem));
  };
  const companion = new Companion(phone, { clock, services, onChange, beforeStart: next?.stepAside });
  return new CompanionDevice(companion, { phone, traits, plain, next: next?.device });
}

function helperInstead({ why }: HelperState, problem: string): Tier {
  return { name: 'helper', why: `${why} (${outOfUse(problem)})` };
}

function plainInstead({ why }: HelperState, problem: string): Tier {
  return plainAdb(`${outOfUse(problem)} Also: ${why}`);
}

function outOfUse(problem: string): string {
  return `the companion is out of use: ${problem}`;
}

function unserved(problem: string): Tier {
  return { name: 'companion', why: `nothing (--tier companion, but ${outOfUse(problem)})` };
}

async function servicesOn(phone: Phone, call: Call): Promise<string> {
  const said = outputOf(await phone.run(sh`settings get secure enabled_accessibility_services`, call)).trim();
  return said === 'null' ? '' : said.slice(0, 200);
}
