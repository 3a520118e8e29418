import type { PicturedSnapshot, Session } from '../../device/session.ts';
import type { Snapshot } from '../../ui/snapshot.ts';

/** A device as far as looks have shown it. Looks are numbered over all devices. */
interface SeenDevice {
  readonly session: Session;
  readonly snapshot: Snapshot;
  /** How much input had gone out when the last look began. */
  readonly inputs: number | undefined;
  /** The last look that could read the screen, and the last that found a password field on it. */
  readonly lastRead: number;
  readonly lastPassword: number;
}

/** A screen, and whether nothing had been done since it was looked at. */
export interface SeenScreen {
  readonly snapshot: Snapshot;
  readonly isCurrent: boolean;
}

/** What was known of all screens at one moment, and what was seen of them since, until something was done. */
export interface Moment {
  /** Looks so far. */
  readonly looks: number;
  readonly screens: ReadonlyMap<string, SeenScreen>;
  /** By device, how much input had gone out at that moment, and the last screen that was seen before there was more. */
  readonly untouched: Map<string, SeenScreen & { readonly inputs: number }>;
}

/** What looks at the devices have shown, whoever looked: nothing is looked at for this. */
export class SeenScreens {
  readonly #devices = new Map<string, SeenDevice>();
  readonly #open = new Set<Moment>();
  #looks = 0;

  saw(session: Session, snapshot: PicturedSnapshot): void {
    this.#looks += 1;
    const { id } = session.device;
    const before = this.#devices.get(id);
    const inputs = session.inputsBefore(snapshot);
    // A picture may have megabytes, and nobody compares it.
    const kept = { ...snapshot, picture: undefined };
    this.#devices.set(id, {
      session,
      snapshot: kept,
      inputs,
      lastRead: isRead(snapshot) ? this.#looks : (before?.lastRead ?? 0),
      lastPassword: hasPassword(snapshot) ? this.#looks : (before?.lastPassword ?? 0),
    });
    if (inputs === undefined) return;
    for (const { untouched } of this.#open) {
      // A device that nobody had looked at had got no input either, as far as anybody knows.
      const first = untouched.get(id)?.inputs ?? 0;
      if (first === inputs) untouched.set(id, { snapshot: kept, isCurrent: true, inputs });
    }
  }

  sessionOf(device: string): Session | undefined {
    return this.#devices.get(device)?.session;
  }

  /** The screen that was seen last. */
  latest(device: string): Snapshot | undefined {
    return this.#devices.get(device)?.snapshot;
  }

  /** The same, if nothing was done since that look began. */
  current(device: string): Snapshot | undefined {
    const seen = this.#devices.get(device);
    return seen && seen.inputs === seen.session.inputs ? seen.snapshot : undefined;
  }

  /** A moment from which on it is followed what is seen before something is done, until `over`. */
  begin(): Moment {
    const all = [...this.#devices].map(([id, { session, snapshot, inputs }]) => {
      const isCurrent = inputs === session.inputs && isRead(snapshot);
      return [id, { snapshot, isCurrent, inputs: session.inputs }] as const;
    });
    const moment = { looks: this.#looks, screens: new Map(all), untouched: new Map(all) };
    this.#open.add(moment);
    return moment;
  }

  over(moment: Moment): void {
    this.#open.delete(moment);
  }

  /**
   * Whether what was typed since a moment went to a screen that is known to have no password field. If nobody looked, nobody
   * knows.
   */
  hadNoPassword(device: string | undefined, { looks, screens }: Moment): boolean {
    const seen = this.#devices.get(device ?? '');
    const before = screens.get(device ?? '');
    if (!seen || seen.lastPassword > looks || (before && hasPassword(before.snapshot))) return false;
    return before?.isCurrent === true || seen.lastRead > looks;
  }
}

function hasPassword({ elements }: Snapshot): boolean {
  return elements.some(({ node }) => node.password);
}

function isRead({ unread, elements }: Snapshot): boolean {
  return unread === undefined && elements.length > 0;
}
