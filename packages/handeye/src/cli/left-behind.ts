import { hasJournals } from '@handeye/android/state/journal-folder';

/** Notes about changes that killed runs left on phones. */
export async function leftBehindNotices(folder: string): Promise<readonly string[]> {
  if (!hasJournals(folder)) return [];
  const { leftBehind } = await import('@handeye/android/state/journal');
  return leftBehind(folder).map(
    ({ device, items }) =>
      `An earlier run was killed and left changed on ${device}: ${items}. ` +
      'set_device_state with restore: true puts it back, and so does handeye clean.',
  );
}
