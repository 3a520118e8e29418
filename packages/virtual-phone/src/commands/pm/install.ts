import { FileError } from '../../kernel/file-system.ts';
import type { Source } from '../../kernel/process.ts';
import type { Call } from '../command.ts';
import type { InstallOptions } from './packages.ts';
import type { World } from '../world.ts';

/** More than any app store takes. */
const largestApk = 256 * 1024 * 1024;

interface Wish extends InstallOptions {
  readonly file: string | undefined;
  /** How many bytes come by stdin. */
  readonly size: number | undefined;
}

/** `pm install [FILE]`, or `-S bytes` from stdin, which is how `adb install` streams. */
export async function install(world: World, call: Call, args: readonly string[]): Promise<number> {
  const { release } = world.system.shape;
  const wish = parse(args, release);
  if (release === 5 && wish.file !== undefined) await call.print(`\tpkg: ${wish.file}\n`);
  const apk = wish.size === undefined ? fromFile(world, wish.file) : await exactly(call.stdin, wish.size);
  if (apk === undefined) {
    await call.complain(
      release === 5
        ? 'Failure [INSTALL_FAILED_INVALID_URI]\n'
        : `Error: Unable to open file: ${wish.file ?? ''}\n`,
    );
    return 1;
  }
  const result = world.packages.install(apk, wish);
  if ('installed' in result) {
    await call.print('Success\n');
    return 0;
  }
  // Android 5 says only the name of the reason.
  const reason = release === 5 ? (result.failure.split(':')[0] ?? '') : result.failure;
  await call.print(`Failure [${reason}]\n`);
  return 1;
}

/** An update is allowed without `-r` since 9. */
function parse(args: readonly string[], release: number): Wish {
  const takesValue = new Set(['-i', '--user', '--install-location', '--abi', '--originating-uri', '-S']);
  const files: string[] = [];
  const letters = new Set<string>();
  let size: number | undefined;
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] ?? '';
    if (takesValue.has(arg)) {
      const value = args[++at];
      if (arg === '-S') size = Number(value);
    } else if (/^-[A-Za-z]+$/.test(arg)) for (const letter of arg.slice(1)) letters.add(letter);
    else if (!arg.startsWith('-')) files.push(arg);
  }
  const file = files[0];
  return {
    file,
    size: file === undefined ? size : undefined,
    replace: release >= 9 || letters.has('r'),
    allowTest: letters.has('t'),
    downgrade: letters.has('d'),
  };
}

function fromFile({ files }: World, path: string | undefined): Buffer | undefined {
  if (path === undefined) return undefined;
  try {
    return Buffer.from(files.read(path));
  } catch (error) {
    if (error instanceof FileError) return undefined;
    throw error;
  }
}

/** So many bytes and no more: the stream stays open behind them. */
async function exactly(source: Source, size: number): Promise<Buffer | undefined> {
  if (!(size >= 0 && size <= largestApk)) return undefined;
  const chunks: Uint8Array[] = [];
  let length = 0;
  if (size > 0) {
    for await (const bytes of source) {
      chunks.push(Uint8Array.from(bytes));
      length += bytes.length;
      if (length >= size) break;
    }
  }
  return Buffer.concat(chunks).subarray(0, size);
}
