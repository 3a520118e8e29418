import { createHash } from 'node:crypto';
import type { FileSystem } from '../../kernel/file-system.ts';
import { type HostKey, parseHostKey } from '../auth.ts';

const FILE = '/data/misc/adb/adb_keys';

/** The paired computers: lines of adb_keys, each the base64 of a key, a space and the computer's name. */
export class KeyStore {
  readonly #files: FileSystem;

  constructor(files: FileSystem) {
    this.#files = files;
  }

  list(): readonly HostKey[] {
    if (!this.#files.exists(FILE)) return [];
    const lines = Buffer.from(this.#files.read(FILE)).toString('utf8').split('\n');
    return lines.flatMap((line) => parseHostKey(Buffer.from(line)) ?? []);
  }

  add({ base64, name }: HostKey): void {
    this.#write([...this.list().filter((one) => one.base64 !== base64), { base64, name }]);
  }

  remove(base64: string): void {
    this.#write(this.list().filter((one) => one.base64 !== base64));
  }

  #write(keys: readonly HostKey[]): void {
    const text = keys.map(({ base64, name }) => `${base64} ${name}\n`).join('');
    this.#files.write(FILE, Buffer.from(text), { mode: 0o640 });
  }
}

/** The MD5 of a key as Android shows it: `AB:CD:…`. */
export function fingerprintOf({ base64 }: HostKey): string {
  const digest = createHash('md5').update(Buffer.from(base64, 'base64')).digest('hex').toUpperCase();
  return digest.match(/../g)?.join(':') ?? '';
}
