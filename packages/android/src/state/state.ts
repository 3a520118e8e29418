import { type Call, pause, withinLimit } from '@handeye/core/call/call';
import { realClock } from '@handeye/core/call/clock';
import type {
  DeviceState,
  StateFact,
  StateMark,
  StateOutcome,
  StateWish,
} from '@handeye/core/device/services/device-state';
import { permissionDenied } from '@handeye/core/device/errors';
import { cut, flat, shown } from '@handeye/screen/sanitize';
import { outputOf, type Phone, sh } from '../phone.ts';
import type { Traits } from '../traits.ts';
import { cellNamed } from './cells.ts';
import { describeFacts, FURTHER_COMMANDS, itemNow } from './describe.ts';
import { type Facts, readFacts } from './facts.ts';
import { changedSince, markOf } from './mark.ts';
import { type Entry, phoneIdentity, saveOther, StateJournal } from './journal.ts';
import { cuttingItems, type Plan, plansFor } from './plans.ts';
import { putBack, stillSet } from './put-back.ts';
import { writeCells, type Writer } from './write.ts';

/** How long a change has to take effect, and the milliseconds between readings. */
const TAKES_EFFECT_MS = 4_000;
const BETWEEN_READINGS_MS = 200;

/** The limit for putting back at the end of the server. */
const END_LIMIT_MS = 8_000;

export interface StateOptions {
  /** The folder of the journal; in memory only if absent. */
  readonly folder?: string | undefined;
  /** The name by which the phone is served. */
  readonly device: string;
  /** Keep the changes when the server ends. */
  readonly keep?: boolean | undefined;
  /** The phone is reached over the network, so Wi-Fi must stay on. Default: judged by its serial. */
  readonly overNetwork?: boolean | undefined;
}

/** The state of a phone, as its shell can read and set it. */
export class AndroidState implements DeviceState {
  readonly #phone: Phone;
  readonly #traits: Traits;
  readonly #options: StateOptions;
  #journal: StateJournal | undefined;
  /** Sets the languages, if the tier can: plain ADB cannot. */
  setLanguages: Writer['setLanguages'];

  constructor(phone: Phone, traits: Traits, options: StateOptions) {
    this.#phone = phone;
    this.#traits = traits;
    this.#options = options;
  }

  async read(call: Call): Promise<readonly StateFact[]> {
    const journal = await this.#opened(call);
    const asked = { sdk: this.#traits.sdk, more: FURTHER_COMMANDS };
    const { facts, more } = await readFacts(this.#phone, asked, call);
    return [...describeFacts(facts, more, this.#traits), ...(await this.#changed(journal, facts))];
  }

  async set(wish: StateWish, call: Call): Promise<readonly StateOutcome[]> {
    this.#mustStayConnected(wish);
    const { sdk, release } = this.#traits;
    const journal = await this.#opened(call);
    const { facts } = await readFacts(this.#phone, { sdk }, call);
    const { plans, refusals } = plansFor(wish, { sdk, release, facts, noLanguages: this.#noLanguages() });
    if (plans.length === 0)
      throw permissionDenied(refusals.map(({ item, why }) => `${item}: ${why}`).join(' '));
    const writes = plans
      .flatMap((plan) => plan.writes.map((write) => ({ ...write, item: plan.item })))
      .filter(({ cell, value }) => cell.current(facts) !== value);
    const entries = writes.map(({ cell, value, item }) => ({
      cell: cell.name,
      item,
      was: cell.current(facts),
      set: value,
    }));
    await journal.save(merged(journal.entries, entries, journal));
    const complaints = await writeCells(writes, this.#writer(), call);
    const after = await this.#whenTaken(plans, call);
    await journal.save(asRead(journal.entries, entries, after));
    const complaintOf = ({ item }: Plan) =>
      complaints.find((text, index) => text !== '' && writes[index]?.item === item) ?? '';
    return [
      ...plans.map((plan) => outcomeOf(plan, { before: facts, after }, complaintOf(plan))),
      ...refusals.map(({ item, why }) => ({ item, took: false, text: why })),
      ...unwritten(journal),
    ];
  }

  /** Puts back the changes of this run, and those of ended runs. */
  async restore(call: Call): Promise<readonly StateOutcome[]> {
    const journal = await this.#opened(call);
    const others = journal.others();
    const ended = others.filter(({ isLive }) => !isLive);
    const outcomes: StateOutcome[] = [];
    const own = await this.#putBack(journal.entries, call);
    await journal.save(own.left);
    outcomes.push(...own.outcomes);
    for (const other of ended) {
      const { left, outcomes: more } = await this.#putBack(other.contents.entries, call);
      await saveOther(other, left);
      outcomes.push(...more);
    }
    const live = others.filter(({ isLive }) => isLive).flatMap(({ contents }) => contents.entries);
    const theirs = [...new Set(live.map(({ item }) => item))];
    return [
      ...outcomes,
      ...theirs.map((item) => ({
        item,
        took: false,
        text: 'Another Handeye that runs changed it, and puts it back itself.',
      })),
    ];
  }

  async identity(call: Call): Promise<string> {
    const asked = [sh`getprop ro.serialno`, sh`settings get secure android_id`];
    const [serial = '', androidId = ''] = (await this.#phone.script(asked, call)).map((answer) =>
      outputOf(answer).trim(),
    );
    return phoneIdentity(serial, androidId);
  }

  async mark(call: Call): Promise<StateMark> {
    return markOf((await readFacts(this.#phone, { sdk: this.#traits.sdk }, call)).facts);
  }

  async returnTo(mark: StateMark, call: Call): Promise<readonly StateOutcome[]> {
    const { facts } = await readFacts(this.#phone, { sdk: this.#traits.sdk }, call);
    return (await this.#putBack(changedSince(mark, facts), call)).outcomes;
  }

  /** At the end of the server. Values that cannot be put back now stay in the journal, for the next run. */
  async close(): Promise<void> {
    const journal = this.#journal;
    if (journal === undefined || journal.entries.length === 0) return;
    if (this.#options.keep === true) {
      await journal.save(journal.entries, { kept: true });
      return;
    }
    try {
      await withinLimit({ clock: realClock, limit: END_LIMIT_MS }, async (call) => {
        await journal.save((await this.#putBack(journal.entries, call)).left);
      });
    } catch {
      // The phone is gone: the next run reads its journal.
    }
  }

  get #overNetwork(): boolean {
    return this.#options.overNetwork ?? isNetworkSerial(this.#phone.serial);
  }

  #mustStayConnected(wish: StateWish): void {
    const [item] = cuttingItems(wish);
    if (item === undefined || !this.#overNetwork) return;
    const what = item === 'wifi' ? 'Switching Wi-Fi off' : 'Airplane mode';
    throw permissionDenied(
      `${what} would cut the connection: this phone is reached over the network. Nothing was changed. Attach it by USB, or leave ${item} out.`,
    );
  }

  async #opened(call: Call): Promise<StateJournal> {
    if (this.#journal) return this.#journal;
    const phone = await this.identity(call);
    const { folder, device } = this.#options;
    this.#journal ??= new StateJournal({ folder, device, phone });
    return this.#journal;
  }

  #putBack(entries: readonly Entry[], call: Call) {
    return putBack(entries, { ...this.#writer(), overNetwork: this.#overNetwork, call });
  }

  #writer(): Writer {
    return { phone: this.#phone, sdk: this.#traits.sdk, setLanguages: this.setLanguages };
  }

  #noLanguages(): string | undefined {
    if (this.setLanguages) return undefined;
    return (
      `Android ${this.#traits.release} gives a computer no command for the language over plain ADB; the companion can set it ` +
      '(--tier auto). Or choose it in Settings, System, Languages.'
    );
  }

  async #whenTaken(plans: readonly Plan[], call: Call): Promise<Facts> {
    const { sdk } = this.#traits;
    const patience = Math.min(TAKES_EFFECT_MS * this.#phone.speed.slowness, call.remaining() / 2);
    const until = call.clock.now() + patience;
    for (;;) {
      const { facts } = await readFacts(this.#phone, { sdk }, call);
      if (plans.every((plan) => plan.took(facts)) || call.clock.now() >= until) return facts;
      await pause(BETWEEN_READINGS_MS, call);
    }
  }

  /** The changes, as facts. Entries that are not as an ended run left them are dropped. */
  async #changed(journal: StateJournal, facts: Facts): Promise<readonly StateFact[]> {
    const left: Entry[] = [];
    for (const other of journal.others().filter(({ isLive }) => !isLive)) {
      const entries = stillSet(other.contents.entries, facts);
      await saveOther(other, entries);
      left.push(...entries);
    }
    const items = (entries: readonly Entry[]) => [...new Set(entries.map(({ item }) => item))].join(', ');
    return [
      ...(journal.entries.length > 0
        ? [
            {
              name: 'changed by this server',
              value: `${items(journal.entries)}; set_device_state restore puts it back`,
            },
          ]
        : []),
      ...(left.length > 0
        ? [
            {
              name: 'left changed by an earlier run',
              value: `${items(left)}; set_device_state restore puts it back`,
            },
          ]
        : []),
    ];
  }
}

/** `tcp:host:port` and `host:port`, and adb's name for a phone that it found over Wi-Fi (11+). */
export function isNetworkSerial(serial: string): boolean {
  return (
    serial.startsWith('tcp:') ||
    /:\d+$/.test(serial) ||
    serial.includes('._adb-tls-connect.') ||
    serial.endsWith('._adb-tls-connect')
  );
}

/**
 * The earlier entries and the new changes. The value before the first change counts, even if another run made that change and
 * it is still as that run left it.
 */
function merged(
  before: readonly Entry[],
  changes: readonly Entry[],
  journal: StateJournal,
): readonly Entry[] {
  const others = journal.others().flatMap(({ contents }) => contents.entries);
  const first = (change: Entry): Entry => {
    const own = before.find(({ cell }) => cell === change.cell);
    const theirs = others.find(({ cell, set }) => cell === change.cell && set === change.was);
    return { ...change, was: (own ?? theirs ?? change).was };
  };
  const added = changes.filter(({ cell }) => !before.some((entry) => entry.cell === cell)).map(first);
  const updated = before.map((entry) => {
    const change = changes.find(({ cell }) => cell === entry.cell);
    return change === undefined ? entry : { ...entry, set: change.set };
  });
  return [...updated, ...added];
}

/** The entries with the value that the phone made of them; a value as before is no change. */
function asRead(entries: readonly Entry[], changes: readonly Entry[], facts: Facts): readonly Entry[] {
  const isNew = new Set(changes.map(({ cell }) => cell));
  return entries
    .map((entry) => (isNew.has(entry.cell) ? { ...entry, set: currentOf(entry, facts) } : entry))
    .filter(({ was, set }) => was !== set);
}

function currentOf({ cell, set }: Entry, facts: Facts): string | null {
  const known = cellNamed(cell);
  return known === undefined ? set : known.current(facts);
}

function outcomeOf(
  plan: Plan,
  { before, after }: { readonly before: Facts; readonly after: Facts },
  complaint: string,
): StateOutcome {
  const now = itemNow[plan.item](after);
  const was = itemNow[plan.item](before);
  if (plan.took(after)) {
    const text = was === now ? `${now}, as before` : `${now} (was ${was})`;
    return { item: plan.item, took: true, text: plan.note === undefined ? text : `${text}. ${plan.note}` };
  }
  const why = complaint === '' ? plan.otherwise : `The phone said: ${flat(shown(cut(complaint, 160)))}`;
  return { item: plan.item, took: false, text: `still ${now}. ${why}` };
}

function unwritten({ problem }: StateJournal): readonly StateOutcome[] {
  if (problem === undefined) return [];
  const text = `Handeye could not write down what it changed (${problem}), so it cannot put it back if it is killed.`;
  return [{ item: 'journal', took: false, text }];
}
