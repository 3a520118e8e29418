import type { Call } from '../../call/call.ts';
import type { InstalledApp } from '../../device/apps.ts';
import { type AtPoint, changeText, type Focused, focusText, type Met } from '../../device/aim.ts';
import {
  type DeviceError,
  deviceErrorOf,
  FocusChanged,
  permissionDenied,
  type ScreenChanged,
} from '../../device/errors.ts';
import type { Device } from '../../device/port.ts';
import type { Session } from '../../device/session.ts';
import type { Point } from '@handeye/screen/bounds';
import { cut } from '@handeye/screen/sanitize';
import type { View } from '@handeye/screen/snapshot';
import { nameNotes, type OtherText, overlayNotes, screenNotes, textNotes } from '../notes/screen-notes.ts';
import type { ToldNotes } from '../notes/told-notes.ts';
import { type Change, changeAt } from './changed.ts';
import { focusTaken, hasFocus } from './focus-taken.ts';
import type { Shown, ShownApp, ShownScreens } from './shown-screens.ts';

/**
 * The screens that a client had been shown when a call came, or is shown by the call: it cannot have chosen by screens that its
 * other calls show meanwhile. Steps share that of the whole.
 */
export interface SeenByCall {
  last: Shown | undefined;
}

/** The memory of all clients, and the client and session of this call. */
export interface ScreenCheckParts {
  readonly session: Session;
  readonly client: string;
  readonly shown: ShownScreens;
  /** The screens that count as shown to this call. */
  readonly seen: SeenByCall;
  readonly told: ToldNotes;
  /** The reaction to a touch on an element that came over the screen since the client looked. */
  readonly changedScreen: 'note' | 'refuse';
  /** The receiver of the notes: the client, only the record, or neither. */
  readonly heardBy: 'client' | 'record' | 'nobody';
  readonly note: (note: string) => void;
  /** Hears that a touch is refused, in words for the record. */
  readonly onRefusal?: ((why: string) => void) | undefined;
}

/** Compares what a client touches with what it was shown, and notes what it should know of what it is shown. */
export class ScreenCheck {
  readonly #parts: ScreenCheckParts;

  constructor(parts: ScreenCheckParts) {
    this.#parts = parts;
  }

  /** The client is shown this screen, or what one application has on it. */
  show(view: View, of?: ShownApp): void {
    const { session, client, shown, seen, heardBy } = this.#parts;
    shown.show(session, client, view, of);
    seen.last = shown.lastOf(session, client);
    if (heardBy === 'nobody') return;
    this.#tell('over', overlayNotes(view));
    this.#tell('screen', screenNotes(view, session.device.kind));
  }

  /** The client opens an application by its label. */
  opens({ id, name, aliases = [] }: OpenedApp): void {
    const { session, client, shown, seen, heardBy, note } = this.#parts;
    const names = [id, ...(name === undefined ? [] : [name]), ...aliases];
    shown.opens(session, client, names);
    seen.last = seen.last && { ...seen.last, opened: names };
    if (heardBy === 'nobody' || session.device.kind !== 'phone') return;
    for (const one of nameNotes({ label: name }, id)) note(one);
  }

  /** The client is shown a notification that has just come. */
  showNews(text: string, app: string | undefined): void {
    if (this.#parts.heardBy === 'nobody') return;
    for (const note of textNotes({ from: 'notification', text, app })) this.#parts.note(note);
  }

  /** The client is shown the texts of notifications, or the clipboard. */
  showTexts(from: OtherText['from'], texts: readonly Omit<OtherText, 'from'>[]): void {
    if (this.#parts.heardBy === 'nobody') return;
    this.#tell(
      from,
      texts.flatMap((one) => textNotes({ from, ...one })),
    );
  }

  /** Whether touches are compared: the client has looked, and the result is used. */
  get compares(): boolean {
    return this.#parts.seen.last !== undefined && (this.refuses || this.isHeard);
  }

  get isHeard(): boolean {
    return this.#parts.heardBy !== 'nobody';
  }

  /** The screen that the client chose by; undefined if it has not looked, or has opened another application since. */
  get shown(): View | undefined {
    return this.hasOpened ? undefined : this.#parts.seen.last?.view;
  }

  /** The client has opened an application since it looked: the screen of now is what touches are compared by. */
  get hasOpened(): boolean {
    return (this.#parts.seen.last?.opened.length ?? 0) > 0;
  }

  /** Notes what fingers met that was something else than meant. */
  noteMet(met: readonly Met[]): void {
    const others = met.filter(({ meant }) => meant);
    this.#tell(
      'touch',
      others.map((one) => asNote(changeText(shortened(one)))),
    );
  }

  /** The refusal for a client, when a device did not touch what had changed. */
  refusal(changed: ScreenChanged): DeviceError {
    this.#parts.onRefusal?.('the screen changed');
    const what = changed.met ? changeText(shortened(changed.met)) : changed.message;
    const advice = changed instanceof FocusChanged ? LOOK_BEFORE_TYPING : LOOK_AGAIN;
    return permissionDenied(`${what}. ${advice}`, changed);
  }

  /** Notes what got keys or a text that were meant for something else. */
  noteFocus(there: Focused): void {
    this.#tell('focus', [asNote(focusText(there))]);
  }

  /** The screen now, if the device reports it cheaply; undefined if not, or if nothing is compared. */
  async glance(device: Device, call: Call): Promise<View | undefined> {
    if (!this.compares || !device.glance) return undefined;
    try {
      const view = await device.glance(call);
      // A display that sleeps is woken for the touch, and then shows something else.
      return view?.awake === true ? view : undefined;
    } catch (error) {
      // A check that only notes must not stop the act.
      if (this.refuses || deviceErrorOf(error) === undefined || call.signal.aborted) throw error;
      return undefined;
    }
  }

  /** Refuses or notes what came to these points since the client looked. */
  compare(points: readonly Point[], now: View): void {
    const shown = this.#parts.seen.last;
    if (!shown || !this.compares) return;
    const changes = points.flatMap((point) => changeAt(shown.view, now, point, shown.opened) ?? []);
    const over = changes.find(({ kind }) => kind === 'window');
    if (over && this.refuses) {
      this.#parts.onRefusal?.('the screen changed');
      throw permissionDenied(`${changeText({ ...over, ...over.point })}. ${LOOK_AGAIN}`);
    }
    this.#tell('over', overlayNotes(now));
    this.#tell('touch', changes.map(noteOf));
  }

  /** Refuses or notes that another application took the focus since the client looked: it would get what is typed. */
  compareFocus(now: View): void {
    const shown = this.#parts.seen.last;
    if (!shown || !this.compares) return;
    const taken = hasFocus(now, shown.opened) ? undefined : focusTaken(shown.view, now);
    if (taken && this.refuses) {
      this.#parts.onRefusal?.('the screen changed');
      throw permissionDenied(`${focusText(taken)}. ${LOOK_BEFORE_TYPING}`);
    }
    this.#tell('focus', taken ? [asNote(focusText(taken))] : []);
  }

  get refuses(): boolean {
    return this.#parts.changedScreen === 'refuse';
  }

  /** Once per occurrence and client, although the record has it already. */
  #tell(about: string, holding: readonly string[]): void {
    const { session, client, told, heardBy, note } = this.#parts;
    const news = told.news(session, { client, about: `${about} ${heardBy}` }, [...new Set(holding)]);
    for (const one of news) note(one);
  }
}

/** An application by the names that it may be known by. */
type OpenedApp = Pick<InstalledApp, 'id' | 'name' | 'aliases'>;

const LONGEST_LABEL = 60;

function shortened(at: AtPoint): AtPoint {
  return { ...at, label: cut(at.label, LONGEST_LABEL, '…') };
}

const LOOK_AGAIN = 'Nothing was touched. Look at the screen before you decide again.';
const LOOK_BEFORE_TYPING = 'Nothing was typed. Look at the screen before you decide again.';

function noteOf(change: Change): string {
  return asNote(changeText({ ...change, ...change.point }));
}

function asNote(text: string): string {
  return `note: ${text.charAt(0).toLowerCase()}${text.slice(1)}`;
}
