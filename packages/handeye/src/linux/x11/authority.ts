import { readFile } from 'node:fs/promises';
import { homedir, hostname } from 'node:os';
import { join } from 'node:path';

/** What a client shows to an X server to be let in. */
export interface Cookie {
  readonly name: string;
  readonly data: Buffer;
}

const LOCAL = 256;
const WILD = 65535;

/** The cookie for a display of this computer, out of the user's Xauthority file; none if there is no such file. */
export async function readCookie(
  displayNumber: number,
  environment: NodeJS.ProcessEnv,
): Promise<Cookie | undefined> {
  const path = environment.XAUTHORITY ?? join(environment.HOME ?? homedir(), '.Xauthority');
  const bytes = await readFile(path).catch(() => undefined);
  return bytes && cookieFor(bytes, { display: String(displayNumber), host: hostname() });
}

/** Finds the cookie of a local display among the entries of an Xauthority file. */
export function cookieFor(bytes: Buffer, wanted: { display: string; host: string }): Cookie | undefined {
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
    const isOurs = family === WILD || (family === LOCAL && address?.toString() === wanted.host);
    const isDisplay = display?.length === 0 || display?.toString() === wanted.display;
    if (isOurs && isDisplay && name && data) return { name: name.toString('latin1'), data };
  }
  return undefined;
}
