import type { PicturedSnapshot, Session } from '@handeye/core/device/session';
import type { Snapshot } from '@handeye/screen/snapshot';

/** The latest looks at a device. Looks are numbered over all devices. */
interface SeenDevice {
  readonly session: Session;
  readonly snapshot: Snapshot;
  /** The input count when the last look began. */
  readonly inputs: number | undefined;
  /** The last look that could read the screen, and the last that found a password field on it. */
  readonly lastRead: number;
  readonly lastPassword: number;
}

/** A screen, and whether no action had happened since its look. */
export interface SeenScreen {
  readonly snapshot: Snapshot;
  readonly isCurrent: boolean;
}

/** The known screens at one moment, and those seen since, up to the next action. */
export interface Moment {
  /** Looks so far. */
  readonly looks: number;
  readonly screens: ReadonlyMap<string, SeenScreen>;
  /** By device: the input count at that moment, and the last screen seen before more input. */
  readonly untouched: Map<string, SeenScreen & { readonly inputs: number }>;
}

/** The results of all looks at the devices, by any caller; it makes none of its own. */
export class SeenScreens {
  readonly #devices = new Map<string, SeenDevice>();
  readonly #open = new Set<Moment>();
  #looks = 0;

  saw(session: Session, snapshot: PicturedSnapshot): void {
    this.#looks += 1;
    const { id } = session.device;
    const before = this.#devices.get(id);
    const inputs = session.inputsBefore(snapshot);
    // A picture may have megabytes, and is not compared.
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
      // A device without looks has, as far as known, no input either.
      const first = untouched.get(id)?.inputs ?? 0;
      if (first === inputs) untouched.set(id, { snapshot: kept, isCurrent: true, inputs });
    }
  }

  sessionOf(device: string): Session | undefined {
    return this.#devices.get(device)?.session;
  }

  /** The last screen. */
  latest(device: string): Snapshot | undefined {
    return this.#devices.get(device)?.snapshot;
  }

  /** The last screen if no action happened since its look began. */
  current(device: string): Snapshot | undefined {
    const seen = this.#devices.get(device);
    return seen && seen.inputs === seen.session.inputs ? seen.snapshot : undefined;
  }

  /** Starts recording the screens that are seen before the next action, until `over`. */
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

  /** Whether text typed since a moment went to a screen that certainly has no password field. False without looks. */
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
