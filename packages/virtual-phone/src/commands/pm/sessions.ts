import { FileError } from '../../kernel/file-system.ts';
import type { Source } from '../../kernel/process.ts';
import type { CommandCall } from '../command.ts';
import type { InstallSession } from '../install-sessions.ts';
import type { RunningAndroid } from '../running-android.ts';
import { parseInstall, tellInstallation } from './install.ts';
import { throwing } from './exception.ts';

/** `pm install-create [OPTIONS]`: the parts of an app follow one by one. */
export async function installCreate(android: RunningAndroid, call: CommandCall, args: readonly string[]) {
  const { sessions, framework } = android;
  // Permissions that are granted while an app runs came with Android 6, and `-g` with them.
  if (framework.shape.release === 5 && args.includes('-g'))
    return throwing(android, call, 'install-create', 'java.lang.IllegalArgumentException: Unknown option -g');
  const { id } = sessions.create(parseInstall(args, framework.shape.release));
  await call.print(`Success: created install session [${id}]\n`);
  return 0;
}

/** `pm install-write [-S BYTES] SESSION NAME [FILE|-]`. */
export async function installWrite(
  android: RunningAndroid,
  call: CommandCall,
  args: readonly string[],
): Promise<number> {
  const { size, words } = parseInstall(args, android.framework.shape.release);
  const [id = '', name = '', file = '-'] = words;
  const session = android.sessions.get(id);
  if (session === undefined) return noAccess(android, call, 'install-write', id);
  if (file === '-' && size === undefined) {
    await call.complain('Error: must specify a APK size\n');
    return 1;
  }
  try {
    const bytes =
      file === '-'
        ? await receive(android, call.stdin, { session, name, size: size ?? 0 })
        : copy(android, { session, name, file });
    await call.print(`Success: streamed ${bytes} bytes\n`);
    return 0;
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    android.sessions.remove(session, name);
    if (error.code === 'ENOSPC')
      return throwing(
        android,
        call,
        'install-write',
        'java.io.IOException: write failed: ENOSPC (No space left on device)',
      );
    await call.complain(`Error: Unable to open file: ${file}\n`);
    return 1;
  }
}

interface Part {
  readonly session: InstallSession;
  readonly name: string;
}

/** Exactly that many bytes, stored as they arrive: an APK is never in memory as a whole. */
async function receive(
  { sessions }: RunningAndroid,
  source: Source,
  part: Part & { size: number },
): Promise<number> {
  let left = part.size;
  sessions.write(part.session, part.name, new Uint8Array(), false);
  if (left <= 0) return 0;
  for await (const bytes of source) {
    const taken = bytes.subarray(0, left);
    sessions.write(part.session, part.name, taken, true);
    left -= taken.length;
    if (left <= 0) break;
  }
  return part.size - left;
}

function copy({ sessions, files }: RunningAndroid, { session, name, file }: Part & { file: string }): number {
  const bytes = files.read(file);
  sessions.write(session, name, bytes, false);
  return bytes.length;
}

/** `pm install-commit SESSION`: installs the app, or prints why not; the session ends either way. */
export async function installCommit(
  android: RunningAndroid,
  call: CommandCall,
  args: readonly string[],
): Promise<number> {
  const id = args.find((arg) => !arg.startsWith('-')) ?? '';
  const session = android.sessions.get(id);
  if (session === undefined) return noAccess(android, call, 'install-commit', id);
  const parts = android.sessions.parts(session);
  try {
    const result =
      parts.length === 0
        ? { failure: 'INSTALL_FAILED_INVALID_APK: No packages staged' }
        : android.packages.install(parts, session.options);
    return await tellInstallation(android, call, result);
  } finally {
    android.sessions.close(session);
  }
}

/** `pm install-abandon SESSION`. */
export async function installAbandon(
  android: RunningAndroid,
  call: CommandCall,
  [id = '']: readonly string[],
): Promise<number> {
  const session = android.sessions.get(id);
  if (session === undefined) return noAccess(android, call, 'install-abandon', id);
  android.sessions.close(session);
  await call.print('Success\n');
  return 0;
}

function noAccess(android: RunningAndroid, call: CommandCall, verb: string, id: string): Promise<number> {
  return throwing(android, call, verb, `java.lang.SecurityException: Caller has no access to session ${id}`);
}
