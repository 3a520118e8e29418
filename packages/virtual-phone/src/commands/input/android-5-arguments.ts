import type { FileSystem } from '../../kernel/file-system.ts';
import { glob } from '../../shell/expansion/glob.ts';

/**
 * Android 5's /system/bin/input ends in `Input $*`, without quotes: the device splits every argument at white space and
 * globs it again (recorded: `'a b'` types nothing, `'/sys?em'` types `/system`).
 */
export async function splitAgain(
  args: readonly string[],
  files: FileSystem,
  cwd: string,
): Promise<readonly string[]> {
  const words = args.flatMap((arg) => arg.split(/[ \t\n]+/).filter((word) => word !== ''));
  const all: string[] = [];
  for (const word of words) {
    const paths = await glob([{ text: word, quoted: false }], { files, cwd });
    for (const path of paths.length === 0 ? [word] : paths) all.push(path);
  }
  return all;
}
