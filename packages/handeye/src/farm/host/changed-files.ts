import type { Call } from '../../call/call.ts';
import { DeviceError, deviceErrorOf, permissionDenied } from '../../device/errors.ts';
import type { FilePlace, Files } from '../../device/services/files.ts';

/** Bytes of files that are kept for one lease, so that a reset can put them back. */
const MOST_BYTES = 64 * 1024 * 1024;

/** A file that a holder wrote or deleted by tools, with what was there before. */
export interface ChangedFile {
  readonly place: FilePlace;
  readonly before: Uint8Array | 'absent';
}

/**
 * What holders of a device did to its files, in the order of their first changes. Each file is noted before that. What could
 * not be put back is not changed at all.
 */
export class ChangedFiles {
  readonly #onNote: (file: ChangedFile) => void;
  readonly #files = new Map<string, ChangedFile>();
  #bytes = 0;

  /** `onNote` hears of a file before it is changed. If it throws, the file is not changed. */
  constructor(onNote: (file: ChangedFile) => void = () => undefined) {
    this.#onNote = onNote;
  }

  get list(): readonly ChangedFile[] {
    return [...this.#files.values()];
  }

  async note(place: FilePlace, files: Files, call: Call): Promise<void> {
    const name = `${place.location}:${place.path}`;
    if (this.#files.has(name)) return;
    const before = await contentBefore(place, files, call);
    // Somebody else's change of it came in between: what was there before that counts.
    if (this.#files.has(name)) return;
    const size = before === 'absent' ? 0 : before.length;
    if (this.#bytes + size > MOST_BYTES) throw permissionDenied(tooMuch(place));
    const file = { place, before };
    this.#onNote(file);
    this.#bytes += size;
    this.#files.set(name, file);
  }
}

/** What is there; throws if it is anything but a file that can be put back. */
async function contentBefore(place: FilePlace, files: Files, call: Call): Promise<ChangedFile['before']> {
  try {
    return (await files.readIfThere(place, call)) ?? 'absent';
  } catch (error) {
    call.signal.throwIfAborted();
    const known = deviceErrorOf(error);
    if (!known) throw error;
    // Nor is its folder.
    if (known.kind === 'element_not_found') return 'absent';
    throw new DeviceError(known.kind, `${known.message} ${ONLY_WHAT_CAN_BE_KEPT}`, { cause: error });
  }
}

const ONLY_WHAT_CAN_BE_KEPT =
  'Nothing was changed: on a leased device tools change only files that can be put back after the lease.';

function tooMuch({ path }: FilePlace): string {
  return `'${path}' stays as it is: what a lease replaces or deletes is kept and put back after it, ${MOST_BYTES / 1024 / 1024} MB at most, and that is used up. Write to a new name instead, or lease the device anew.`;
}
