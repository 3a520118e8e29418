import type { Call } from '../../call/call.ts';
import { DeviceError, elementNotFound } from '../../device/errors.ts';
import type { FileLocation, FilePlace, Files } from '../../device/services/files.ts';
import type { FilesFolder } from '../frame/define.ts';

/** The only location of a desktop: the folder that its user chose for files. */
const ONLY_LOCATION = 'files';

/** The files of a desktop that this server runs on: those of the folder that its user chose. */
export class FolderFiles implements Files {
  readonly #folder: FilesFolder;

  constructor(folder: FilesFolder) {
    this.#folder = folder;
  }

  async locations(): Promise<readonly FileLocation[]> {
    const path = await this.#folder.path();
    const title = 'the folder that --files names';
    return [{ id: ONLY_LOCATION, title, path, readable: true, writable: true, closed: [] }];
  }

  list(place: FilePlace): ReturnType<Files['list']> {
    return this.#folder.list(known(place));
  }

  read(place: FilePlace): Promise<Uint8Array> {
    return this.#folder.read(known(place));
  }

  async readIfThere(place: FilePlace): Promise<Uint8Array | undefined> {
    try {
      return await this.read(place);
    } catch (error) {
      if (error instanceof DeviceError && error.kind === 'element_not_found') return undefined;
      throw error;
    }
  }

  async write(place: FilePlace, bytes: Uint8Array, call: Call): Promise<undefined> {
    await this.#folder.write(known(place), bytes, call);
  }

  delete(place: FilePlace, call: Call): Promise<void> {
    return this.#folder.delete(known(place), call);
  }
}

function known({ location, path }: FilePlace): string {
  if (location === ONLY_LOCATION) return path;
  throw elementNotFound(`A desktop has the location '${ONLY_LOCATION}' only, not '${location}'.`);
}
