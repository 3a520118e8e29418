import type { Call } from '@handeye/core/call/call';
import { DeviceError, deviceErrorOf, permissionDenied } from '@handeye/core/device/errors';
import type { FilePlace, Files } from '@handeye/core/device/services/files';

/** Bytes of files kept per lease so that a reset can restore them. */
const MOST_BYTES = 64 * 1024 * 1024;

/** A file that a holder wrote or deleted with tools, and its content before. */
export interface ChangedFile {
  readonly place: FilePlace;
  readonly before: Uint8Array | 'absent';
}

/**
 * The files that holders of a device changed, in the order of their first change. Each is noted before the change. A file that
 * could not be restored is not changed at all.
 */
export class ChangedFiles {
  readonly #onNote: (file: ChangedFile) => void;
  readonly #files = new Map<string, ChangedFile>();
  #bytes = 0;

  /** `onNote` is called before a file is changed. If it throws, the file is not changed. */
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
    // Another call changed it meanwhile: the content before that counts.
    if (this.#files.has(name)) return;
    const size = before === 'absent' ? 0 : before.length;
    if (this.#bytes + size > MOST_BYTES) throw permissionDenied(tooMuch(place));
    const file = { place, before };
    this.#onNote(file);
    this.#bytes += size;
    this.#files.set(name, file);
  }
}

/** The current content; throws if it is not a file that can be restored. */
async function contentBefore(place: FilePlace, files: Files, call: Call): Promise<ChangedFile['before']> {
  try {
    return (await files.readIfThere(place, call)) ?? 'absent';
  } catch (error) {
    call.signal.throwIfAborted();
    const known = deviceErrorOf(error);
    if (!known) throw error;
    // Its folder is missing, too.
    if (known.kind === 'element_not_found') return 'absent';
    throw new DeviceError(known.kind, `${known.message} ${ONLY_WHAT_CAN_BE_KEPT}`, { cause: error });
  }
}

const ONLY_WHAT_CAN_BE_KEPT =
  'Nothing was changed: on a leased device tools change only files that can be put back after the lease.';

function tooMuch({ path }: FilePlace): string {
  return `'${path}' stays as it is: what a lease replaces or deletes is kept and put back after it, ${MOST_BYTES / 1024 / 1024} MB at most, and that is used up. Write to a new name instead, or lease the device anew.`;
}
