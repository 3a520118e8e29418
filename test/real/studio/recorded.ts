import type { TestContext } from 'node:test';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { Recording } from '../../../packages/studio/src/timeline/recording.ts';
import type { CallDetails } from '../../../packages/studio/src/wire/timeline.ts';
import { scratchFolder } from '@handeye/testing/attached';

/** A folder of --record with these calls, as one run. */
export async function recordedFolder(t: TestContext, calls: readonly CallDetails[]): Promise<string> {
  const folder = await scratchFolder(t);
  const recording = new Recording({ folder, onChange: () => undefined });
  const bytes = await sharp({ create: { width: 27, height: 60, channels: 3, background: '#246' } })
    .jpeg()
    .toBuffer();
  const picture = { mimeType: 'image/jpeg', bytes };
  for (const call of calls) recording.add(call, { before: picture, after: picture });
  return folder;
}

/** Opens a recording as a person does, and waits until it is shown. */
export async function openRecording(page: Page, folder: string): Promise<void> {
  await pickFolder(page, folder);
  await page.getByRole('button', { name: 'Back to live calls' }).waitFor();
}

export async function pickFolder(page: Page, folder: string): Promise<void> {
  const picking = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Open a recording' }).click();
  await (await picking).setFiles(folder);
}
