import type { Call } from '../../call/call.ts';
import { deviceErrorOf, permissionDenied } from '../../device/errors.ts';
import type { Device } from '../../device/port.ts';
import type { Session } from '../../device/session.ts';
import type { Point } from '../../ui/bounds.ts';
import type { View } from '../../ui/snapshot.ts';
import { screenNotes, textNotes } from '../notes/screen-notes.ts';
import type { ToldNotes } from '../notes/told-notes.ts';
import { type Change, changeAt, changeText } from './changed.ts';
import type { ShownScreens } from './shown-screens.ts';

/** What is remembered of all clients, and of whom this is. */
export interface ScreenCheckParts {
  readonly session: Session;
  readonly client: string;
  readonly shown: ShownScreens;
  readonly told: ToldNotes;
  /** What becomes of a touch on what came over the screen since the client looked. */
  readonly changedScreen: 'note' | 'refuse';
  /** Who hears notes: the client, only those who keep the record, or nobody. */
  readonly heardBy: 'client' | 'record' | 'nobody';
  readonly note: (note: string) => void;
}

/** Compares what a client touches with what it was shown, and notes what it should know of what it is shown. */
export class ScreenCheck {
  readonly #parts: ScreenCheckParts;

  constructor(parts: ScreenCheckParts) {
    this.#parts = parts;
  }

  /** The client is shown this screen. */
  show(view: View): void {
    const { session, client, shown, heardBy } = this.#parts;
    shown.show(session, client, view);
    if (heardBy !== 'nobody') this.#tell('screen', screenNotes(view, session.device.kind));
  }

  /** The client is told a text from beside the screen: a notification. */
  showText(text: string, app: string | undefined): void {
    if (this.#parts.heardBy !== 'nobody') for (const note of textNotes(text, app)) this.#parts.note(note);
  }

  /** Whether a touch at a point is compared with anything: the client has looked, and somebody wants to know. */
  get compares(): boolean {
    return this.#shown !== undefined && (this.#refuses || this.#parts.heardBy !== 'nobody');
  }

  /** The screen now as the device tells it cheaply; undefined where it cannot, or nothing is compared. */
  async glance(device: Device, call: Call): Promise<View | undefined> {
    if (!this.compares || !device.glance) return undefined;
    try {
      const view = await device.glance(call);
      // A display that sleeps is woken for the touch, and then shows something else.
      return view?.awake === true ? view : undefined;
    } catch (error) {
      // What only notes must not be in the way of what is to be done.
      if (this.#refuses || deviceErrorOf(error) === undefined || call.signal.aborted) throw error;
      return undefined;
    }
  }

  /** Refuses or notes what came to these points since the client looked. */
  compare(points: readonly Point[], now: View): void {
    const shown = this.#shown;
    if (!shown || !this.compares) return;
    const changes = points.flatMap((point) => changeAt(shown, now, point) ?? []);
    const over = changes.find(({ kind }) => kind === 'window');
    if (over && this.#refuses) throw permissionDenied(`${changeText(over)}. ${LOOK_AGAIN}`);
    this.#tell('touch', changes.map(noteOf));
  }

  get #refuses(): boolean {
    return this.#parts.changedScreen === 'refuse';
  }

  get #shown(): View | undefined {
    const { session, client, shown } = this.#parts;
    return shown.lastOf(session, client);
  }

  /** Once per occurrence; who has not heard it yet is told, although the record has it. */
  #tell(about: string, holding: readonly string[]): void {
    const { session, client, told, heardBy, note } = this.#parts;
    const news = told.news(session, { client, about: `${about} ${heardBy}` }, [...new Set(holding)]);
    for (const one of news) note(one);
  }
}

const LOOK_AGAIN = 'Nothing was touched. Look at the screen before you decide again.';

function noteOf(change: Change): string {
  const text = changeText(change);
  return `note: ${text.charAt(0).toLowerCase()}${text.slice(1)}`;
}
