import type { Clock } from '@handeye/core/call/clock';
import type { ToolResult } from '@handeye/core/tools/frame/toolbox';
import { changesBetween } from '@handeye/screen/format/lean/changes';
import type { Seen } from '../live/watched-device.ts';
import { StudioError } from '../pages.ts';
import type { Pictures } from '../pictures.ts';
import type { Handlers } from '../requests.ts';
import type { IdEvent } from '../wire/screen.ts';
import { type CallDetails, type ClientTotals, isRefused, type TimelineEntry } from '../wire/timeline.ts';
import { CallHistory, entryIn, type HistoryLimits, type KeptCall } from './call-history.ts';
import { type Control, keptControl } from './control.ts';
import { OpenCall } from './open-call.ts';
import type { Recording } from './recording.ts';
import { ScreenTexts } from './screen-texts.ts';
import type { SeenScreens } from './seen-screens.ts';
import type { Shot, Shots } from './shots.ts';
import type { CallUnderWay, CallWatcher, WatchedCall } from './watched-toolbox.ts';

/** Milliseconds after a write in which changes of the screen count as its effect. */
const SETTLING = 1_500;

/** How often that time is restarted while no look at a watched device has ended: phones may be slow. */
const LATE_LOOKS = 3;

/** A frame and its look. */
export type WatchedFrame = Pick<Seen, 'session' | 'snapshot' | 'inputs' | 'frame'> & {
  readonly screen: Pick<Seen['screen'], 'device'>;
};

interface TimelineOptions {
  readonly clock: Clock;
  /** Masks secrets anywhere in a text. */
  readonly mask: (text: string) => string;
  readonly screens: SeenScreens;
  /** The token limit of a model's lean screen. */
  readonly maxTokens: number;
  /** The history of an id while the device was watched. */
  readonly idHistory: (device: string, id: string) => readonly IdEvent[];
  readonly pictures: Pictures;
  /** The newest frames of the watched devices. */
  readonly frames: () => readonly WatchedFrame[];
  /** Whether costly details would be seen by a page. */
  readonly isWanted: () => boolean;
  readonly onCall: (entry: TimelineEntry) => void;
  readonly onTotals: (totals: readonly ClientTotals[]) => void;
  /** The recording on disk and the source of its pictures. */
  readonly recording?: { readonly to: Recording; readonly shots: Shots } | undefined;
  readonly limits?: Partial<HistoryLimits>;
}

/** A write that has ended, but whose effect may still appear. */
interface Settling {
  readonly call: OpenCall;
  readonly kept: KeptCall;
  readonly stopTimer: () => void;
}

/** Every call of every client with its cost and its result. Its pictures come from watching. */
export class Timeline implements CallWatcher {
  readonly #options: TimelineOptions;
  readonly #history: CallHistory;
  readonly #texts: ScreenTexts;
  readonly #totals = new Totals();
  readonly #settling = new Map<number, Settling>();
  #count = 0;
  #isClosed = false;

  constructor(options: TimelineOptions) {
    this.#options = options;
    this.#history = new CallHistory(options.limits);
    this.#texts = new ScreenTexts(options);
  }

  readonly handlers: Handlers = {
    timeline: (takes) => this.#history.older(takes),
    entry: ({ number }) => this.#details(number),
    search: ({ text }) => this.#history.search(text),
  };

  get totals(): readonly ClientTotals[] {
    return this.#totals.all;
  }

  /** The number of the newest entry. */
  get newest(): number {
    return this.#count;
  }

  /** The entries with these numbers that are still kept. */
  entries(numbers: readonly number[]): readonly TimelineEntry[] {
    return numbers.flatMap((number) => {
      const kept = this.#history.get(number);
      return kept ? [entryIn(kept)] : [];
    });
  }

  began(call: WatchedCall): CallUnderWay {
    this.#count += 1;
    const { clock } = this.#options;
    const open = new OpenCall({ ...this.#options, number: this.#count, call, texts: this.#texts });
    const recorded = this.#options.recording;
    // From now on a changed screen may be the effect of this call. A recording takes a picture first.
    if (call.writes && !recorded) this.#settleAll();
    const before = this.#currentFrames();
    const start = clock.now();
    let isOver = false;
    this.#put(open.underWay);
    return {
      ready: call.writes && recorded ? this.#pictureBefore(call, before, recorded.shots) : undefined,
      account: (account) => {
        open.account(account);
      },
      waits: (isWaiting) => {
        // The signal that ends a waiting call fires before the end of the wait is reported.
        if (isOver) return;
        open.waits(isWaiting);
        this.#put(open.underWay);
      },
      ended: (result) => {
        isOver = true;
        this.#ended(open, { result, before, milliseconds: clock.now() - start });
      },
    };
  }

  /** Adds an action beside calls. */
  control(control: Control): void {
    // A lever changes the screen: later screens are not the effect of a call.
    if (control.what === 'Lever') this.#settleAll();
    this.#count += 1;
    const kept = keptControl(control, this.#count);
    this.#put(kept);
    this.#record(kept);
  }

  /** Stops all waits: ended calls are written at once, also those that end from now on. */
  close(): void {
    this.#isClosed = true;
    this.#settleAll();
  }

  #ended(
    open: OpenCall,
    {
      result,
      before,
      milliseconds,
    }: {
      readonly result: ToolResult | undefined;
      readonly before: ReadonlyMap<string, Shot>;
      readonly milliseconds: number;
    },
  ): void {
    // The effect of a read is the screen at its end.
    const shot = (open.writes ? before : this.#currentFrames()).get(open.device ?? '');
    const kept = { ...open.ended(result, milliseconds), before: this.#keep(shot) };
    this.#put(kept);
    this.#totals.add(entryIn(kept));
    this.#options.onTotals(this.#totals.all);
    if (!open.writes || open.device === undefined || this.#isClosed) {
      this.#record(kept);
      return;
    }
    this.#settleLater(open, kept, LATE_LOOKS);
  }

  #settleLater(call: OpenCall, kept: KeptCall, lateLooks: number): void {
    const stopTimer = this.#options.clock.after(SETTLING, () => {
      if (lateLooks > 0 && this.#awaitsLook(call.device)) this.#settleLater(call, kept, lateLooks - 1);
      else void this.#settled(call.number);
    });
    this.#settling.set(call.number, { call, kept, stopTimer });
  }

  /** Whether a device is watched, and no look has shown the last action yet: looks may be slow, or fail for a moment. */
  #awaitsLook(device: string | undefined): boolean {
    return this.#options.frames().some((one) => one.screen.device === device && !this.#isCurrent(one));
  }

  /** The time for the effect of a write is over. */
  async #settled(number: number): Promise<void> {
    const device = this.#settling.get(number)?.call.device ?? '';
    const watched = this.#currentFrames().get(device);
    const shot = watched ?? (await this.#options.recording?.shots.take(device));
    this.#settle(number, shot);
  }

  /** Another action begins: the screens seen until now are the effect of earlier calls. */
  #settleAll(): void {
    const frames = this.#currentFrames();
    for (const [number, { call }] of this.#settling) this.#settle(number, frames.get(call.device ?? ''));
  }

  #settle(number: number, shot: Shot | undefined): void {
    const settling = this.#settling.get(number);
    if (!settling) return;
    this.#settling.delete(number);
    settling.stopTimer();
    const after = this.#keep(shot);
    const changes = this.#changesOf(settling.call);
    const kept = { ...settling.kept, after, changes };
    if (after !== undefined || changes !== undefined) this.#put(kept);
    this.#record(kept);
  }

  /** The changes on the screen since a call began; undefined without a look before and after it. */
  #changesOf({ device = '', moment }: OpenCall): string | undefined {
    const { screens, isWanted, recording } = this.#options;
    const before = moment.screens.get(device);
    const now = screens.current(device);
    if (!before?.isCurrent || !now || now === before.snapshot) return undefined;
    if (!recording && !isWanted()) return undefined;
    const { kind, lines } = changesBetween(before.snapshot, now);
    return kind === 'none' ? 'nothing changed' : lines.join('\n');
  }

  /**
   * Takes a picture for the recording before a write, unless a page watches the device. It also shows the effect of the
   * previous call.
   */
  async #pictureBefore(call: WatchedCall, before: Map<string, Shot>, shots: Shots): Promise<void> {
    const ended = [...this.#settling.keys()];
    const device = await shots.deviceOf(call.args);
    const shot = device === undefined ? undefined : (before.get(device) ?? (await shots.take(device)));
    if (device !== undefined && shot) before.set(device, shot);
    for (const number of ended) {
      const isSame = this.#settling.get(number)?.call.device === device;
      this.#settle(number, isSame ? shot : undefined);
    }
  }

  /** The current frames. */
  #currentFrames(): Map<string, Shot> {
    const current = this.#options.frames().filter((one) => this.#isCurrent(one));
    return new Map(current.flatMap(({ frame }) => (frame ? [[frame.device, shotOf(frame)] as const] : [])));
  }

  /** Whether no action happened since the look of a frame, and no later look differs from it. */
  #isCurrent({ session, snapshot, inputs }: WatchedFrame): boolean {
    if (inputs !== session.inputs) return false;
    const latest = this.#options.screens.latest(session.device.id);
    return latest === undefined || changesBetween(snapshot, latest).kind === 'none';
  }

  #keep(shot: Shot | undefined): string | undefined {
    if (shot) this.#options.pictures.keep(shot.name, shot);
    return shot?.name;
  }

  #put(kept: KeptCall): void {
    this.#history.put(kept);
    this.#options.onCall(entryIn(kept));
  }

  #record(kept: KeptCall): void {
    const { recording, pictures } = this.#options;
    recording?.to.add(kept, { before: pictures.named(kept.before), after: pictures.named(kept.after) });
  }

  #details(number: number): CallDetails {
    const kept = this.#history.get(number);
    const { pictures } = this.#options;
    if (!kept) throw new StudioError(`Call ${number} is not kept any more.`);
    return { ...kept, before: pictures.addressOf(kept.before), after: pictures.addressOf(kept.after) };
  }
}

function shotOf({ frame, mimeType, picture }: NonNullable<WatchedFrame['frame']>): Shot {
  return { name: `frame-${frame}`, mimeType, bytes: picture };
}

/** Number of clients with their own totals; later ones share one entry. */
const MOST_CLIENTS = 50;
const OTHERS = 'others';

const nothing = { calls: 0, failed: 0, refused: 0, tokens: 0, milliseconds: 0, waited: 0 };

/** The use of each client since the start. */
class Totals {
  readonly #clients = new Map<string, ClientTotals>();

  add(entry: TimelineEntry): void {
    const { client, byPerson, outcome, tokens = 0, milliseconds = 0, waited = 0 } = entry;
    const own = keyOf({ client, byPerson });
    const hasOwn = byPerson || this.#clients.has(own) || this.#clients.size < MOST_CLIENTS;
    const who = hasOwn ? { client, byPerson } : { client: OTHERS, byPerson: false };
    const before = this.#clients.get(keyOf(who)) ?? nothing;
    const refused = isRefused(entry);
    this.#clients.set(keyOf(who), {
      ...who,
      calls: before.calls + 1,
      failed: before.failed + (outcome === 'ok' || refused ? 0 : 1),
      refused: before.refused + (refused ? 1 : 0),
      tokens: before.tokens + tokens,
      milliseconds: before.milliseconds + milliseconds,
      waited: before.waited + waited,
    });
  }

  get all(): readonly ClientTotals[] {
    return [...this.#clients.values()];
  }
}

function keyOf({ client, byPerson }: Pick<ClientTotals, 'client' | 'byPerson'>): string {
  return `${byPerson ? 'person' : 'client'} ${client}`;
}
