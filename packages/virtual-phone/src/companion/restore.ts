import { FileError, type FileSystem } from '../kernel/file-system.ts';
import type { Framework } from '../framework/system/framework.ts';
import type { SettingsTable } from '../framework/system/settings.ts';
import { RequestError } from './errors.ts';

/** A setting before the companion changed it. */
interface SavedSetting {
  readonly table: SettingsTable;
  readonly name: string;
  readonly was: string | null;
}

/** The saved state, as stored on the disk. */
interface Saved {
  /** The pid of the companion that wrote it. */
  readonly pid: number;
  settings: SavedSetting[];
  rotation?: readonly SavedSetting[];
  services?: readonly SavedSetting[];
}

const FILE = 'handeye-restore.json';
const ENABLED_SERVICES = 'enabled_accessibility_services';

/** Records the companion's changes on the disk, so that the next one can put them back if this one is killed. */
export class Restore {
  readonly #path: string;
  readonly #files: FileSystem;
  readonly #framework: Framework;
  readonly #pid: number;
  #saved: Saved;

  constructor(framework: Framework, files: FileSystem, { folder, pid }: { folder: string; pid: number }) {
    this.#framework = framework;
    this.#files = files;
    this.#path = `${folder}/${FILE}`;
    this.#pid = pid;
    this.#saved = { pid, settings: [] };
  }

  /** Puts back the changes of an earlier companion that is not alive. */
  recover(): readonly string[] {
    const left = this.#read();
    if (left === undefined || this.#isAlive(left.pid)) return [];
    this.#saved = { ...left, pid: this.#pid };
    return this.putBack();
  }

  get(table: SettingsTable, name: string): string | null {
    return this.#framework.settings.get(table, name) ?? null;
  }

  /** Changes a setting; null deletes it. */
  put(table: SettingsTable, name: string, value: string | null): void {
    if (value === null) this.#framework.settings.delete(table, name);
    else this.#framework.settings.put(table, name, value);
  }

  /** Records a setting before its first change. */
  saveSetting(table: SettingsTable, name: string): void {
    if (this.#saved.settings.some((one) => one.table === table && one.name === name)) return;
    this.#write({ ...this.#saved, settings: [...this.#saved.settings, this.#now(table, name)] });
  }

  saveRotation(): void {
    if (this.#saved.rotation !== undefined) return;
    const names = ['user_rotation', 'accelerometer_rotation'];
    this.#write({ ...this.#saved, rotation: names.map((name) => this.#now('system', name)) });
  }

  /** Records the accessibility services, which connecting ends on Android 5 and 6. */
  saveServices(): void {
    const names = [ENABLED_SERVICES, 'accessibility_enabled'];
    this.#write({ ...this.#saved, services: names.map((name) => this.#now('secure', name)) });
  }

  /** Puts everything back, clears the record and returns the names. */
  putBack(): readonly string[] {
    const { settings, rotation, services } = this.#saved;
    for (const { table, name, was } of [...settings, ...(rotation ?? [])]) this.put(table, name, was);
    if (services !== undefined) {
      // The system binds services again only when the list changes, so this empties it first and then writes it back.
      this.put('secure', ENABLED_SERVICES, '');
      for (const { table, name, was } of services) this.put(table, name, was);
    }
    const names = [
      ...settings.map(({ table, name }) => `${table}/${name}`),
      ...(rotation ? ['rotation'] : []),
      ...(services ? ['services'] : []),
    ];
    this.#saved = { pid: this.#pid, settings: [] };
    if (names.length > 0 && this.#files.exists(this.#path)) this.#files.remove(this.#path);
    return names;
  }

  #now(table: SettingsTable, name: string): SavedSetting {
    return { table, name, was: this.get(table, name) };
  }

  #write(saved: Saved): void {
    const other = this.#read();
    if (other !== undefined && other.pid !== this.#pid && this.#isAlive(other.pid))
      throw new RequestError('registered', `the companion ${other.pid} has to put back something of its own`);
    this.#files.write(this.#path, Buffer.from(JSON.stringify(saved)), { mode: 0o600 });
    this.#saved = saved;
  }

  #isAlive(pid: number): boolean {
    return pid !== this.#pid && this.#files.exists(`/proc/${pid}`);
  }

  #read(): Saved | undefined {
    try {
      return parseSaved(Buffer.from(this.#files.read(this.#path)).toString());
    } catch (error) {
      if (error instanceof FileError || error instanceof SyntaxError) return undefined;
      throw error;
    }
  }
}

/** Ignores a file that another program wrote or that is truncated. */
function parseSaved(text: string): Saved | undefined {
  const parsed: unknown = JSON.parse(text);
  if (typeof parsed !== 'object' || parsed === null) return undefined;
  const fields = new Map<string, unknown>(Object.entries(parsed));
  const pid = fields.get('pid');
  if (typeof pid !== 'number') return undefined;
  const list = (name: string): SavedSetting[] | undefined => {
    const value = fields.get(name);
    return Array.isArray(value) ? value.filter(isSavedSetting) : undefined;
  };
  const [rotation, services] = [list('rotation'), list('services')];
  return {
    pid,
    settings: list('settings') ?? [],
    ...(rotation && { rotation }),
    ...(services && { services }),
  };
}

function isSavedSetting(value: unknown): value is SavedSetting {
  if (typeof value !== 'object' || value === null) return false;
  const { table, name, was } = value as Partial<Record<keyof SavedSetting, unknown>>; // each is checked below
  return isTable(table) && typeof name === 'string' && (was === null || typeof was === 'string');
}

export function isTable(value: unknown): value is SettingsTable {
  return value === 'system' || value === 'secure' || value === 'global';
}
