import type { Clock } from '@handeye/core/call/clock';
import type { RecordedCall } from '@handeye/core/guard/audit/entry';
import { clientName } from '@handeye/core/guard/client';
import type { ToolResult } from '@handeye/core/tools/frame/toolbox';
import { estimatedTokens } from '@handeye/screen/format/lean/tokens/tokens';
import { NOTHING_SEEN } from './control.ts';
import type { KeptCall } from './call-history.ts';
import type { IdEvent } from '../wire/screen.ts';
import { argumentsOf, contentOf, judgedLines, shortened, toldBy } from './call-texts.ts';
import type { ScreenTexts } from './screen-texts.ts';
import type { Moment, SeenScreens } from './seen-screens.ts';
import type { WatchedCall } from './watched-toolbox.ts';
import type { Session } from '@handeye/core/device/session';
import { simpleClass } from '@handeye/screen/format/compact';
import type { LastSeen } from '@handeye/screen/identity/identity';
import { nameOf } from '@handeye/screen/identity/signature';
import { fullId, isIdLike } from '@handeye/screen/ids';
import { flat } from '@handeye/screen/sanitize';
import type { Snapshot } from '@handeye/screen/snapshot';
import { whereabouts } from '../live/whereabouts.ts';
import type { NamedElement } from '../wire/timeline.ts';

/** The name of an unnamed client. */
const NAMELESS = 'a client without a name';

/** Maximum number of listed steps of one call. */
const MOST_STEPS = 200;

interface OpenCallOptions {
  readonly clock: Clock;
  readonly number: number;
  readonly call: WatchedCall;
  readonly screens: SeenScreens;
  readonly texts: ScreenTexts;
  /** The history of an id while the device was watched. */
  readonly idHistory: (device: string, id: string) => readonly IdEvent[];
  readonly mask: (text: string) => string;
}

/** A call from its beginning to its end, as the timeline shows it. */
export class OpenCall {
  readonly number: number;
  readonly writes: boolean;
  /** The known screens when it began. */
  readonly moment: Moment;
  readonly #options: OpenCallOptions;
  readonly #at = Date.now();
  readonly #waited: Stopwatch;
  #account: RecordedCall | undefined;
  /** Its steps, with their times without waits for answers. */
  readonly #steps: RecordedCall[] = [];
  #waitedBefore = 0;

  constructor(options: OpenCallOptions) {
    this.#options = options;
    this.number = options.number;
    this.writes = options.call.writes;
    this.moment = options.screens.begin();
    this.#waited = new Stopwatch(options.clock);
  }

  get device(): string | undefined {
    return this.#account?.device;
  }

  account(account: RecordedCall): void {
    if (!account.isStep) {
      this.#account = account;
      return;
    }
    const waited = this.#waited.total - this.#waitedBefore;
    this.#waitedBefore += waited;
    if (this.#steps.length < MOST_STEPS)
      this.#steps.push({ ...account, milliseconds: withoutWaiting(account.milliseconds, waited) });
  }

  /** The call begins or ends a wait for a person's answer. */
  waits(isWaiting: boolean): void {
    this.#waited.run(isWaiting);
  }

  /** During the call it is not known where a text goes, so text that could be typed is hidden. */
  get underWay(): KeptCall {
    return this.#kept({ typed: !this.writes, result: undefined });
  }

  ended(result: ToolResult | undefined, milliseconds: number): KeptCall {
    const { screens, mask } = this.#options;
    screens.over(this.moment);
    const typed = !this.writes || screens.hadNoPassword(this.device, this.moment);
    const kept = this.#kept({ typed, result });
    const outcome = this.#outcomeOf(result);
    return {
      ...kept,
      ...this.#seen({ tellsScreen: this.writes || outcome !== 'ok' }),
      outcome,
      isWaiting: false,
      milliseconds: withoutWaiting(this.#account?.milliseconds ?? milliseconds, this.#waited.total),
      waited: Math.round(this.#waited.total),
      tokens: tokensOf(result),
      told: toldBy(kept.content, { ofSteps: this.#steps.length > 0 && outcome !== 'ok' }),
      steps: this.#steps.map((step) => ({
        tool: step.tool,
        summary: argumentsOf(step.args, { mask, typed }).summary,
        outcome: step.outcome,
        milliseconds: step.milliseconds,
      })),
      judged: this.#accounts.flatMap(judgedLines).map(mask),
      notes: this.#accounts.flatMap(({ notes }) => notes).map(mask),
    };
  }

  /** The screen before the call, the client's previous screen, and the elements that the call names. */
  #seen({ tellsScreen }: { readonly tellsScreen: boolean }) {
    const { call, number, screens, texts, idHistory, mask } = this.#options;
    const { device = '' } = this;
    const [session, latest] = [screens.sessionOf(device), screens.latest(device)];
    if (!session || !latest) return {};
    const madeOn = this.moment.untouched.get(device);
    const before = texts.lastOf(call.client, device);
    texts.ended(call.client, device, { number, snapshot: latest });
    const historyOf = (id: string) => idHistory(device, id);
    const elements = namedElements(call.args, { session, madeOn: madeOn?.snapshot, latest, historyOf });
    const told = elements.map((element) => ({ ...element, what: mask(element.what) }));
    if (!tellsScreen) return { elements: told };
    const screen = madeOn && { text: texts.of(madeOn.snapshot), isCurrent: madeOn.isCurrent };
    const seen = before && { text: texts.of(before.snapshot), number: before.number };
    return { elements: told, screen, lastScreen: seen?.text === screen?.text ? undefined : seen };
  }

  get #accounts(): RecordedCall[] {
    return [...(this.#account ? [this.#account] : []), ...this.#steps];
  }

  #kept({ typed, result }: { typed: boolean; result: ToolResult | undefined }): KeptCall {
    const { call, number, mask, screens } = this.#options;
    const { summary, full, hidden } = argumentsOf(call.args, { mask, typed });
    const { device } = this;
    return {
      number,
      kind: 'call',
      at: this.#at,
      client: clientName(call.client) || NAMELESS,
      byPerson: call.byPerson,
      tool: call.tool,
      summary,
      device,
      app: this.#account?.app ?? (device === undefined ? undefined : screens.latest(device)?.app),
      writes: call.writes,
      outcome: undefined,
      isWaiting: this.#waited.isRunning,
      milliseconds: undefined,
      waited: undefined,
      tokens: undefined,
      told: undefined,
      arguments: full,
      hidden,
      content: result ? contentOf(result).map(mask) : [],
      ...NOTHING_SEEN,
    };
  }

  /** The answer that the client got counts; a client that left gets none. */
  #outcomeOf(result: ToolResult | undefined): string {
    const told = result?._meta?.['handeye/error'].kind ?? (result?.isError === true ? 'internal' : undefined);
    const account = this.#account?.outcome;
    if (!result || (account === 'cancelled' && told !== 'permission_denied')) return account ?? 'cancelled';
    return told ?? 'ok';
  }
}

function withoutWaiting(milliseconds: number, waited: number): number {
  return Math.max(0, Math.round(milliseconds - waited));
}

function tokensOf(result: ToolResult | undefined): number {
  const texts = (result?.content ?? []).flatMap((item) => (item.type === 'text' ? [item.text] : []));
  return Math.ceil(texts.reduce((sum, text) => sum + estimatedTokens(text), 0));
}

/** Adds up the time for which something runs. */
class Stopwatch {
  readonly #clock: Clock;
  #total = 0;
  #since: number | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get isRunning(): boolean {
    return this.#since !== undefined;
  }

  /** Milliseconds so far. */
  get total(): number {
    return this.#total + (this.#since === undefined ? 0 : this.#clock.now() - this.#since);
  }

  run(isRunning: boolean): void {
    this.#total = this.total;
    this.#since = isRunning ? this.#clock.now() : undefined;
  }
}

/** Maximum number of elements shown for one call, and the search depth in its arguments: steps have arguments of their own. */
const MOST_ELEMENTS = 20;
const DEEPEST = 5;

const LONGEST_LABEL = 80;

/** Parameters that hold element ids. */
const naming: ReadonlySet<string> = new Set(['element_id', 'ids']);

interface NamedElementsOptions {
  readonly session: Pick<Session, 'identity'>;
  /** The screen before the call, and the last one seen. */
  readonly madeOn: Snapshot | undefined;
  readonly latest: Snapshot;
  readonly historyOf: (id: string) => readonly IdEvent[];
}

/** The elements that a call names by their ids, as they are or once were. */
function namedElements(args: unknown, options: NamedElementsOptions): NamedElement[] {
  const ids = new Set(idsIn(args).map(fullId));
  return [...ids].slice(0, MOST_ELEMENTS).map((id) => ({
    id,
    what: whatIs(id, options),
    history: options.historyOf(id),
  }));
}

function idsIn(value: unknown, isNamed = false, depth = 0): string[] {
  if (typeof value === 'string') return isNamed && isIdLike(value) ? [value] : [];
  if (typeof value !== 'object' || value === null || depth > DEEPEST) return [];
  if (Array.isArray(value)) return value.flatMap((item) => idsIn(item, isNamed, depth + 1));
  return Object.entries(value).flatMap(([name, inner]) => idsIn(inner, naming.has(name), depth + 1));
}

function whatIs(id: string, { session, madeOn, latest }: NamedElementsOptions): string {
  const here = madeOn?.element(id) ?? latest.element(id);
  if (here) return named({ label: nameOf(here.node), className: here.node.className });
  const was = session.identity.lastSeenAs(id);
  if (!was) return 'unknown: no screen that is remembered had it since the server started';
  return `was ${named(was)}; ${whereabouts(session, latest, id)}`;
}

function named({ label, className }: Pick<LastSeen, 'label' | 'className'>): string {
  const said = label === '' ? 'nameless' : `“${shortened(flat(label), LONGEST_LABEL)}”`;
  return `${said} (${simpleClass(className)})`;
}
