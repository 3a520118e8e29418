import type { FileSystem } from '../kernel/file-system.ts';
import type { InstallOptions } from './pm/packages.ts';

/** An installation in progress: parts are written one by one until it is committed. */
export interface InstallSession {
  readonly id: number;
  readonly options: InstallOptions;
}

/** The first session id; real ones are random and have as many digits. */
const FIRST_ID = 1_482_095_113;

/** Installations from several files (`adb install-multiple`). Written parts are kept on the phone's disk. */
export class InstallSessions {
  private readonly open = new Map<number, InstallSession>();
  private nextId = FIRST_ID;

  readonly #files: FileSystem;

  /** `files`: the system's own view of them. */
  constructor(files: FileSystem) {
    this.#files = files;
  }

  create(options: InstallOptions): InstallSession {
    const session = { id: this.nextId, options };
    this.nextId += 7919;
    this.open.set(session.id, session);
    this.#files.makeDirectory(folderOf(session), { mode: 0o775 });
    return session;
  }

  /** The sessions that are neither committed nor abandoned. */
  get ids(): readonly number[] {
    return [...this.open.keys()];
  }

  get(id: string): InstallSession | undefined {
    return this.open.get(Number(id));
  }

  write(session: InstallSession, name: string, bytes: Uint8Array, append: boolean): void {
    this.#files.write(partOf(session, name), bytes, { append, mode: 0o644 });
  }

  remove(session: InstallSession, name: string): void {
    if (this.#files.exists(partOf(session, name))) this.#files.remove(partOf(session, name));
  }

  /** The written files, by name. */
  parts(session: InstallSession): readonly Uint8Array[] {
    const folder = folderOf(session);
    return this.#files.list(folder).map((name) => this.#files.read(`${folder}/${name}`));
  }

  close(session: InstallSession): void {
    this.open.delete(session.id);
    this.#files.remove(folderOf(session), { recursive: true });
  }
}

function folderOf({ id }: InstallSession): string {
  return `/data/app/vmdl${id}.tmp`;
}

/** Uses only the file name, so that a name cannot leave the session's folder. */
function partOf(session: InstallSession, name: string): string {
  return `${folderOf(session)}/${name.replaceAll('/', '_').replace(/^\.+$/, '_')}`;
}
