import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hasCode } from '@handeye/core/device/error-code';
import { makeFolder } from '@handeye/core/device/make-folder';
import { readRegularFile } from '@handeye/core/device/regular-file';
import { AdbError } from '../errors.ts';

const FOLDER = 'paired-phones';
/** A label of DNS, in which a phone's name for itself must fit, has no more bytes. */
const LONGEST_GUID = 63;

export interface NetworkAddress {
  readonly host: string;
  readonly port: number;
}

/** What is remembered of a phone. No secret is among it: the computer's key is in a file of its own. */
export interface PairedPhone {
  /** The name by which the phone is found in the network (its mDNS instance), as it said it in the pairing. */
  readonly guid: string;
  /** The name for --device: the model, with a number if there are two of it. */
  readonly name: string;
  readonly model?: string | undefined;
  /** Where it was last reached. The port changes when wireless debugging is switched off and on. */
  readonly address?: NetworkAddress | undefined;
  /** When it was paired and last reached, in ISO 8601. */
  readonly pairedAt: string;
  readonly lastSeen?: string | undefined;
  /** SHA-256 of the public key in the TLS certificate that the phone's daemon showed last. */
  readonly tlsKey?: string | undefined;
  /** SHA-256 of what only this phone can tell; see `identity.ts`. */
  readonly identity?: string | undefined;
}

/** The phones that are paired with this computer: a file for each, so that two processes never undo each other's. */
export class PairedPhones {
  readonly #folder: string;

  constructor(configFolder: string) {
    this.#folder = join(configFolder, FOLDER);
  }

  /** Read afresh each time, because another process may pair. A broken file is left out. */
  all(): readonly PairedPhone[] {
    return this.#files()
      .flatMap((file) => read(join(this.#folder, file)))
      .sort((one, other) => one.name.localeCompare(other.name));
  }

  /** By name, in any case, or by GUID. */
  find(name: string): PairedPhone | undefined {
    const wanted = name.toLowerCase();
    return this.all().find((phone) => phone.guid === name || phone.name.toLowerCase() === wanted);
  }

  /** Saves a phone, in place of what was known of it. */
  async remember(phone: PairedPhone): Promise<void> {
    await this.#write(`${JSON.stringify(phone)}\n`, this.#fileOf(phone.guid));
  }

  /** Adds facts to what is known of a phone, unless it was forgotten meanwhile. */
  async update(guid: string, facts: Partial<PairedPhone>): Promise<void> {
    const phone = this.find(guid);
    if (phone) await this.remember({ ...phone, ...facts });
  }

  /** Throws if phones cannot be remembered: to be known before a phone accepts us. */
  async mustBeWritable(): Promise<void> {
    await this.#write('', undefined);
  }

  /** Atomic: written to a file beside it, which then takes its place. */
  async #write(text: string, file: string | undefined): Promise<void> {
    const aside = join(this.#folder, `.${randomBytes(6).toString('hex')}`);
    try {
      await makeFolder(this.#folder);
      await writeFile(aside, text, { mode: 0o600, flag: 'wx', flush: true });
      await (file === undefined ? rm(aside) : rename(aside, file));
    } catch (error) {
      await rm(aside, { force: true }).catch(() => undefined);
      const reason = error instanceof Error ? error.message : String(error);
      throw new AdbError(`A phone cannot be remembered: ${reason}. Make ${this.#folder} writable for you.`, {
        cause: error,
      });
    }
  }

  /** Forgets a phone; the result says which, undefined if there is none of that name. */
  async forget(name: string): Promise<PairedPhone | undefined> {
    const phone = this.find(name);
    if (phone) await rm(this.#fileOf(phone.guid), { force: true });
    return phone;
  }

  /** The name for a phone of that model: the model without spaces, numbered if another paired phone has it. */
  nameFor(model: string, guid: string): string {
    const plain =
      model
        .replace(/[^\w.-]+/g, '-')
        .replace(/^-+|-+$/g, '')
        .slice(0, 40) || 'phone';
    const taken = new Set(
      this.all()
        .filter((phone) => phone.guid !== guid)
        .flatMap((phone) => [phone.name.toLowerCase(), phone.guid.toLowerCase()]),
    );
    for (let number = 1; ; number++) {
      const name = number === 1 ? plain : `${plain}-${number}`;
      if (!taken.has(name.toLowerCase()) && !RESERVED.has(name.toLowerCase())) return name;
    }
  }

  #files(): readonly string[] {
    try {
      return readdirSync(this.#folder).filter((name) => name.endsWith('.json'));
    } catch (error) {
      if (hasCode(error, 'ENOENT')) return [];
      throw error;
    }
  }

  #fileOf(guid: string): string {
    return join(this.#folder, `${encodeURIComponent(guid)}.json`);
  }
}

/** Words of --device that mean something else. */
const RESERVED = new Set(['wifi', 'self', 'virtual', 'linux', 'macos', 'desktop', 'none', 'all']);

/** Whether a phone may call itself so: it becomes the name of a file, and is shown. */
export function isGuid(text: string): boolean {
  return /^[\w.:-]+$/.test(text) && text.length <= LONGEST_GUID;
}

function read(file: string): PairedPhone[] {
  try {
    const phone: unknown = JSON.parse(readRegularFile(file).text);
    return isPairedPhone(phone) ? [phone] : [];
  } catch {
    return [];
  }
}

function isPairedPhone(value: unknown): value is PairedPhone {
  if (typeof value !== 'object' || value === null) return false;
  const { guid, name, pairedAt, address, ...more } = value as Record<string, unknown>;
  const optional = [more.model, more.lastSeen, more.tlsKey, more.identity];
  return (
    typeof guid === 'string' &&
    isGuid(guid) &&
    typeof name === 'string' &&
    typeof pairedAt === 'string' &&
    (address === undefined || isAddress(address)) &&
    optional.every((text) => text === undefined || typeof text === 'string')
  );
}

function isAddress(value: unknown): value is NetworkAddress {
  if (typeof value !== 'object' || value === null) return false;
  const { host, port } = value as Record<string, unknown>;
  return typeof host === 'string' && Number.isInteger(port);
}
