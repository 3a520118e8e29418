// Looks for the canary that is part of every secret of the tests (test/support/canary.ts).
import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';

/** Files that may contain secrets: those that tests pass to Handeye. */
const GIVEN = '.env';

/**
 * Folders of devices rather than of Handeye: a fake Mac's world, the home of a desktop's programs. Packages are no output
 * either.
 */
const NOT_OURS = /^(?:fake-mac-|handeye-desktop-|handeye-gnome-|handeye-wayland-|node_modules$)/;

/** The size of a searched chunk; chunks overlap, so that a canary on a border is found. */
const PIECE_BYTES = 64 << 20;
const OVERLAP_BYTES = 256;

/** Whether a text contains a canary: plain, in any case, spaced or in groups, as UTF-16, in hexadecimal or in base64. */
export function detectorOf(canary: string): (text: string) => boolean {
  const spaced = Array.from(canary).join('[ \\0-]?');
  const hexadecimal = Buffer.from(canary).toString('hex');
  const either = new RegExp(`${spaced}|${hexadecimal}`, 'i');
  const encoded = [0, 1, 2].map((offset) => base64At(canary, offset));
  return (text) => either.test(text) || encoded.some((form) => text.includes(form));
}

/** The base64 characters that the canary alone determines, if this many bytes precede it in a group of three. */
function base64At(canary: string, offset: number): string {
  const bytes = Buffer.concat([Buffer.alloc(offset), Buffer.from(canary)]);
  const whole = bytes.toString('base64').replace(/=+$/, '');
  const from = Math.ceil((offset * 8) / 6);
  const until = Math.floor((bytes.length * 8) / 6);
  return whole.slice(from, until);
}

/** The files below a folder that contain a canary, as paths below it. Files that vanish meanwhile are left out. */
export async function leaksBelow(folder: string, canary: string): Promise<readonly string[]> {
  const isLeak = detectorOf(canary);
  const found: string[] = [];
  for await (const path of filesBelow(folder)) {
    const bytes = await readFile(path).catch(() => undefined);
    if (bytes && pieces(bytes).some((piece) => isLeak(piece))) found.push(relative(folder, path));
  }
  return found;
}

async function* filesBelow(folder: string): AsyncGenerator<string> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && !NOT_OURS.test(entry.name)) yield* filesBelow(path);
    // Reading a socket or a pipe would block, and a link may lead out of the run's folder.
    if (entry.isFile() && !entry.name.endsWith(GIVEN)) yield path;
  }
}

function pieces(bytes: Buffer): readonly string[] {
  const count = Math.max(1, Math.ceil(bytes.length / PIECE_BYTES));
  return Array.from({ length: count }, (_, at) =>
    bytes.toString('latin1', at * PIECE_BYTES, (at + 1) * PIECE_BYTES + OVERLAP_BYTES),
  );
}
