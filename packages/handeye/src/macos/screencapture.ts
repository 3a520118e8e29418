import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Call } from '../device/call.ts';
import { actionFailed } from '../device/errors.ts';
import type { Picture } from '../device/port.ts';
import { run } from './programs.ts';

/** A picture of the main display. It goes through a file of ours alone: screencapture writes nowhere else. */
export async function capture(screencapture: string, call: Call): Promise<Picture> {
  const folder = await mkdtemp(join(tmpdir(), 'handeye-picture-'));
  try {
    const file = join(folder, 'screen.png');
    // -x: no sound; -m: the main display only, the one whose points the screen is measured in.
    await run(screencapture, { args: ['-x', '-m', '-t', 'png', file] }, call);
    return { bytes: await readFile(file) };
  } catch (error) {
    if (!isMissing(error)) throw error;
    throw actionFailed('screencapture made no picture. Is a user logged in at the screen?', error);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
