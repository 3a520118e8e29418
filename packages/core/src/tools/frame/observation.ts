import type { Call } from '../../call/call.ts';
import type { ScreenCheck } from '../../guard/screen-check/screen-check.ts';
import { metText } from '../../device/aim.ts';
import { withAlert } from '../../device/crash-news.ts';
import { type AsksForCrashes, withCrashes } from '../../device/crash-news.ts';
import { deviceErrorOf } from '../../device/errors.ts';
import type { News, Point } from '../../device/port.ts';
import type { ShownScreen } from '../../device/screen-states.ts';
import type { PicturedSnapshot, Session } from '../../device/session.ts';
import { type Changes, changesBetween, type ChangesOptions } from '@handeye/screen/format/lean/changes';
import { leanText } from '@handeye/screen/format/lean/lean';
import { cell, cut, shown } from '@handeye/screen/sanitize';
import type { Element, Snapshot, View } from '@handeye/screen/snapshot';
import { clickTarget } from '@handeye/screen/touch/reach';
import { elementsAt } from '@handeye/screen/touch/hit-test';
import type { ObserveMode } from './defaults.ts';
import { Acted, type ToolAnswer } from './define.ts';
import { Eyes } from './eyes.ts';
import type { ToolCall } from './tool-call.ts';
import { ordinal, UNVERIFIED } from './words.ts';
import { lookWhenSettled, type SettledScreen } from './settled.ts';

/** A look that is older than this many milliseconds may show what was there long before the act. */
const OLD_LOOK = 20_000;
const LONGEST_NEWS = 120;

export interface ObservationOptions {
  readonly mode: Exclude<ObserveMode, 'none'>;
  readonly maxTokens: number;
  /** Whether a crash gets its id: only where get_crashes is served. */
  readonly crashIds?: boolean;
  readonly asksForCrashes?: AsksForCrashes;
  /** Checks the screens and news that the client gets. */
  readonly screenCheck?: Pick<ScreenCheck, 'show' | 'showNews'>;
}

/** How the device was used last, and what fingers met there, as the device told. */
export type Touched = Partial<Pick<ToolCall, 'way' | 'met'>>;

/** An observation, and whether anything changed. */
export interface Observed {
  readonly text: string;
  readonly changed: boolean;
}

/**
 * Observes one act: created before it, asked after it. Changes are against the screen that was shown last, because that is what
 * the model knows.
 */
export class Observation {
  readonly #session: Session;
  readonly #options: ObservationOptions;
  readonly #before: ShownScreen | undefined;
  readonly #inputsBefore: number;

  constructor(session: Session, options: ObservationOptions) {
    this.#session = session;
    this.#options = options;
    this.#before = session.states.latest;
    this.#inputsBefore = session.inputs;
  }

  /** Waits until the screen has settled, and describes what happened. Never fails: the act is done. */
  async told(answer: ToolAnswer, call: Call, touched: Touched = {}): Promise<Observed> {
    try {
      return await this.#told(answer, call, touched);
    } catch (error) {
      const known = deviceErrorOf(error);
      if (known === undefined) throw error;
      return unseen(this.#effectsOf(answer), known.message);
    }
  }

  async #told(answer: ToolAnswer, call: Call, { way, met }: Touched): Promise<Observed> {
    const { snapshot, settled, loading = false } = await this.#lookAfter(call);
    const effects = this.#effectsOf(answer);
    if ('unreadable' in snapshot) return unseen(effects, snapshot.unreadable);
    const meant = answer instanceof Acted ? this.#hitOf(answer.hit) : undefined;
    const [first] = met ?? [];
    const hit = first?.meant ? undefined : meant;
    const isAimed = way === 'touch' && met === undefined;
    const changes = this.#changesTo(snapshot, { hit, isAimed });
    const news = await this.#news(snapshot, call);
    const onShown = (view: View) => this.#options.screenCheck?.show(view);
    const number = new Eyes(this.#session, call, { onShown }).stateNumber(snapshot);
    // A password that replaces another one looks the same.
    const isUnverified = answer instanceof Acted && answer.text.includes(UNVERIFIED);
    const lines = [
      ...effects,
      ...(first && !hit && answer instanceof Acted && answer.hit ? [`hit: ${metText(first)}`] : []),
      ...news,
      ...(changes.kind === 'changes' ? this.#age(call) : []),
      ...changes.lines,
      ...(changes.kind === 'none' ? [`nothing${isUnverified ? ' else' : ''} changed`] : []),
      ...(loading ? ['still loading'] : settled ? [] : ['still changing']),
      number,
    ];
    return {
      text: lines.join('\n'),
      changed: changes.kind !== 'none' || news.length > 0 || isUnverified,
    };
  }

  /** The look that a tool made itself after its last input, if the device was at rest; else a new one. */
  async #lookAfter(call: Call): Promise<SettledScreen> {
    const { latest, device } = this.#session;
    const isAfter = latest && this.#session.inputs > this.#inputsBefore && this.#session.isCurrent(latest);
    const rested = isAfter && latest.rested && latest.elements.length > 0 ? latest : undefined;
    const before = this.#before?.snapshot;
    return lookWhenSettled(new Eyes(this.#session, call), device, call, { before, rested });
  }

  #changesTo(now: PicturedSnapshot, how: Pick<ChangesOptions, 'hit' | 'isAimed'>): Changes {
    const { mode, maxTokens } = this.#options;
    const before = this.#before?.snapshot;
    if (mode === 'changes' && before) return changesBetween(before, now, { maxTokens, ...how });
    return { kind: 'screen', lines: leanText(now, { maxTokens }).split('\n') };
  }

  #age({ clock }: Call): string[] {
    const milliseconds = this.#before ? clock.now() - this.#before.time : 0;
    return milliseconds < OLD_LOOK ? [] : [`since the look ${Math.round(milliseconds / 1000)} s ago`];
  }

  #effectsOf(answer: ToolAnswer): readonly string[] {
    return answer instanceof Acted ? answer.effects : [];
  }

  /** The last shown screen says what lay under a finger, if nothing was done since. */
  #hitOf(hit: Element | Point | undefined): Element | undefined {
    if (hit === undefined || 'node' in hit) return hit;
    if (this.#before?.inputs !== this.#inputsBefore) return undefined;
    const [top] = elementsAt(this.#before.snapshot, hit);
    return top && (clickTarget(top) ?? top);
  }

  async #news(now: Snapshot, call: Call): Promise<string[]> {
    const { device } = this.#session;
    const before = this.#before;
    const told = withAlert((await device.news?.(call)) ?? [], now, before?.snapshot);
    const ago = call.clock.now() - (before?.time ?? 0);
    const { crashIds = false, asksForCrashes: asks = 'if the app is gone' } = this.#options;
    const context = before && { device, now, before: { ...before, ago }, asks };
    const news = context ? await withCrashes(told, context, call) : told;
    for (const { kind, text, app } of news)
      if (kind === 'notification') this.#options.screenCheck?.showNews(text, app);
    return news.map((one) => newsLine(one, crashIds));
  }
}

function newsLine({ kind, app, text, id }: News, hasIds: boolean): string {
  const said = cut(cell(shown(text)), LONGEST_NEWS);
  const more = hasIds && id !== undefined ? ` (get_crashes id ${id})` : '';
  return `${kind}: ${app === undefined ? '' : `${cell(shown(app))}: `}${said}${more}`;
}

function unseen(effects: readonly string[], why: string): Observed {
  const lines = [
    ...effects,
    `what happened could not be seen: ${why}`,
    'Call get_screen_state before you act again.',
  ];
  return { text: lines.join('\n'), changed: true };
}

/** How many clients are remembered: those of long ago are in no loop. */
const MOST_CLIENTS = 100;

interface Repeated {
  readonly call: string;
  readonly times: number;
}

/** Counts how often a client makes the same call in a row without any effect, so that a loop can be named. */
export class Repetitions {
  readonly #last = new Map<string, Repeated>();

  /** The text for a client of what came of its call; says how often the same call had no effect in a row. */
  told(client: string, call: string, { text, changed }: { text: string; changed: boolean }): string {
    if (changed) {
      // The next call is no repetition.
      this.#last.delete(client);
      return text;
    }
    const times = this.#count(client, call);
    if (times < 2) return text;
    return text.replace(
      /^nothing changed$/m,
      `nothing changed, for the ${ordinal(times)} time with this call`,
    );
  }

  #count(client: string, call: string): number {
    const before = this.#last.get(client);
    const times = before?.call === call ? before.times + 1 : 1;
    this.#last.delete(client);
    this.#last.set(client, { call, times });
    const [oldest] = this.#last.keys();
    if (this.#last.size > MOST_CLIENTS && oldest !== undefined) this.#last.delete(oldest);
    return times;
  }
}
