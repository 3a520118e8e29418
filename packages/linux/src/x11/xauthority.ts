import { readFile } from 'node:fs/promises';
import { homedir, hostname } from 'node:os';
import { join } from 'node:path';

/** An authorization cookie for an X server. */
export interface Cookie {
  readonly name: string;
  readonly data: Buffer;
}

/** Address families of an Xauthority entry. */
const FAMILY_LOCAL = 256;
const FAMILY_WILD = 65535;

/** The cookie for a local display from the user's Xauthority file; undefined if there is none. */
export async function readCookie(
  displayNumber: number,
  environment: NodeJS.ProcessEnv,
): Promise<Cookie | undefined> {
  const path = environment.XAUTHORITY ?? join(environment.HOME ?? homedir(), '.Xauthority');
  const bytes = await readFile(path).catch(() => undefined);
  return bytes && findCookie(bytes, { display: String(displayNumber), host: hostname() });
}

/** Finds the cookie of a local display in the content of an Xauthority file. */
export function findCookie(bytes: Buffer, wanted: { display: string; host: string }): Cookie | undefined {
  for (let at = 0; at + 2 <= bytes.length;) {
    const family = bytes.readUInt16BE(at);
    at += 2;
    const fields: Buffer[] = [];
    for (let field = 0; field < 4; field++) {
      if (at + 2 > bytes.length) return undefined;
      const end = at + 2 + bytes.readUInt16BE(at);
      fields.push(bytes.subarray(at + 2, end));
      at = end;
    }
    const [address, display, name, data] = fields;
    const isOurs = family === FAMILY_WILD || (family === FAMILY_LOCAL && address?.toString() === wanted.host);
    const isDisplay = display?.length === 0 || display?.toString() === wanted.display;
    if (isOurs && isDisplay && name && data) return { name: name.toString('latin1'), data };
  }
  return undefined;
}
