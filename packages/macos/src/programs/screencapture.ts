import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Call } from '@handeye/core/call/call';
import { actionFailed } from '@handeye/core/device/errors';
import { hasCode } from '@handeye/core/device/error-code';
import type { Picture } from '@handeye/core/device/port';
import { run } from './run.ts';

/** Takes a picture of the main display. screencapture can only write to a file, so we use a private one. */
export async function capture(screencapture: string, call: Call): Promise<Picture> {
  const folder = await mkdtemp(join(tmpdir(), 'handeye-picture-'));
  try {
    const file = join(folder, 'screen.png');
    // -x: no sound; -m: only the main display, which defines the coordinates.
    await run(screencapture, { args: ['-x', '-m', '-t', 'png', file] }, call);
    return { bytes: await readFile(file) };
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error;
    throw actionFailed('screencapture took no picture. Is a user logged in at the screen?', error);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
