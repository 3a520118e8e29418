import { FileError } from '../../kernel/file-system.ts';
import type { Source } from '../../kernel/process.ts';
import type { CommandCall } from '../command.ts';
import type { Installation, InstallOptions } from './packages.ts';
import type { RunningAndroid } from '../running-android.ts';

/** More than any app store accepts. */
const LARGEST_APK = 256 * 1024 * 1024;

export interface InstallRequest extends InstallOptions {
  /** Arguments that are not options: a file, or a session with the name of a part. */
  readonly words: readonly string[];
  /** How many bytes come on stdin. */
  readonly size: number | undefined;
}

/** `pm install [FILE]`, or `-S bytes` from stdin, which is how `adb install` streams. */
export async function install(
  android: RunningAndroid,
  call: CommandCall,
  args: readonly string[],
): Promise<number> {
  const { release } = android.framework.shape;
  // Android 5 installs files only; it reports unknown options, `-g` and `-S` among them.
  const unknown = release === 5 ? args.find((arg) => /^-[A-Za-z]*[gS]/.test(arg)) : undefined;
  if (unknown !== undefined) {
    await call.complain(`Error: Unknown option: ${unknown}\n`);
    return 1;
  }
  const options = parseInstall(args, release);
  const [file] = options.words;
  if (release === 5 && file !== undefined) await call.print(`\tpkg: ${file}\n`);
  const apk =
    file === undefined && options.size !== undefined
      ? await exactly(call.stdin, options.size)
      : fromFile(android, file);
  if (apk === undefined) {
    await call.complain(
      release === 5
        ? 'Failure [INSTALL_FAILED_INVALID_URI]\n'
        : `Error: Unable to open file: ${file ?? ''}\n`,
    );
    return 1;
  }
  return tellInstallation(android, call, android.packages.install([apk], options));
}

/** Prints `Success`, or the reason. */
export async function tellInstallation(
  { framework }: RunningAndroid,
  call: CommandCall,
  result: Installation,
): Promise<number> {
  if ('installed' in result) {
    await call.print('Success\n');
    return 0;
  }
  // Android 5 prints only the name of the reason.
  const reason = framework.shape.release === 5 ? (result.failure.split(':')[0] ?? '') : result.failure;
  await call.print(`Failure [${reason}]\n`);
  return 1;
}

const takesValue = new Set([
  '-i',
  '-p',
  '-S',
  '--user',
  '--install-location',
  '--install-reason',
  '--abi',
  '--originating-uri',
  '--referrer',
  '--pkg',
  '--inherit',
  '--update-ownership',
]);

/** The options of an installation, the size of stdin, and the other arguments. */
export function parseInstall(args: readonly string[], release: number): InstallRequest {
  const words: string[] = [];
  const letters = new Set<string>();
  let size: number | undefined;
  let inherit: string | undefined;
  let installer: string | undefined;
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] ?? '';
    if (takesValue.has(arg)) {
      const value = args[++at];
      if (arg === '-S') size = Number(value);
      else if (arg === '-p') inherit = value;
      else if (arg === '-i') installer = value;
    } else if (/^-[A-Za-z]+$/.test(arg)) for (const letter of arg.slice(1)) letters.add(letter);
    else if (arg === '-' || !arg.startsWith('-')) words.push(arg);
  }
  return {
    words,
    size,
    inherit,
    installer,
    // Since 9 an update is allowed without `-r`.
    replace: release >= 9 || letters.has('r') || inherit !== undefined,
    allowTest: letters.has('t'),
    downgrade: letters.has('d'),
    grant: letters.has('g'),
  };
}

function fromFile({ files }: RunningAndroid, path: string | undefined): Buffer | undefined {
  if (path === undefined) return undefined;
  try {
    return Buffer.from(files.read(path));
  } catch (error) {
    if (error instanceof FileError) return undefined;
    throw error;
  }
}

/** Exactly that many bytes: the stream stays open after them. */
async function exactly(source: Source, size: number): Promise<Buffer | undefined> {
  if (!(size >= 0 && size <= LARGEST_APK)) return undefined;
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
