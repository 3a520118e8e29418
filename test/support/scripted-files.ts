import { elementNotFound } from '@handeye/core/device/errors';
import type { FileEntry, FileLocation, FilePlace, Files } from '@handeye/core/device/services/files';

const MODIFIED = Date.UTC(2026, 1, 11, 16, 30) / 1000;

/** The files of a scripted phone in memory, by location and path. */
export class ScriptedFiles implements Files {
  readonly held: Map<string, Uint8Array>;

  /** Names are `download/notes.txt`. */
  constructor(held: Readonly<Record<string, string | Uint8Array>> = {}) {
    this.held = new Map(Object.entries(held).map(([name, content]) => [name, Buffer.from(content)]));
  }

  locations(): Promise<readonly FileLocation[]> {
    const location = (id: string, title: string, path: string, closed: string[] = []) => ({
      ...{ id, title, path, closed },
      readable: true,
      writable: true,
    });
    return Promise.resolve([
      location('shared', 'all of shared storage', '/storage/emulated/0', ['Android/data', 'Android/obb']),
      location('download', 'Download in shared storage', '/storage/emulated/0/Download'),
      location('pictures', 'Pictures in shared storage', '/storage/emulated/0/Pictures'),
      location('tmp', 'temporary files of the shell', '/data/local/tmp'),
    ]);
  }

  list({ location, path }: FilePlace): Promise<readonly FileEntry[]> {
    const start = path === '' ? `${location}/` : `${location}/${path}/`;
    const entries = new Map<string, FileEntry>();
    for (const [name, bytes] of this.held) {
      if (!name.startsWith(start)) continue;
      const [first = '', ...rest] = name.slice(start.length).split('/');
      const kind = rest.length > 0 ? 'folder' : 'file';
      entries.set(first, { name: first, kind, size: bytes.length, modified: MODIFIED });
    }
    return Promise.resolve([...entries.values()]);
  }

  async read(place: FilePlace): Promise<Uint8Array> {
    const bytes = await this.readIfThere(place);
    if (!bytes) throw elementNotFound(`There is no '${place.path}'.`);
    return bytes;
  }

  readIfThere({ location, path }: FilePlace): Promise<Uint8Array | undefined> {
    return Promise.resolve(this.held.get(`${location}/${path}`));
  }

  write({ location, path }: FilePlace, bytes: Uint8Array): Promise<undefined> {
    this.held.set(`${location}/${path}`, bytes);
    return Promise.resolve(undefined);
  }

  async delete(place: FilePlace): Promise<void> {
    await this.read(place);
    this.held.delete(`${place.location}/${place.path}`);
  }
}
