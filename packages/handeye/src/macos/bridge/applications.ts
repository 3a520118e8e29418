import { basename } from 'node:path';
import type { CFRef } from './c-types.ts';
import type { Mac } from './mac.ts';
import { type Own, scoped } from './ownership.ts';
import { executable, processIds } from './processes.ts';
import type { RunningApplication } from './protocol.ts';

/** /Applications/Notes.app/Contents/MacOS/Notes */
const applicationPath = /^(.*\.app)\/Contents\/MacOS\/([^/]+)$/s;

interface Candidate extends Omit<RunningApplication, 'frontmost'> {
  /** It runs the program that the bundle names as its own. */
  readonly isMain: boolean;
}

/**
 * The applications that run, by asking every process for its program: NSWorkspace's list changes only
 * while a run loop turns, and the bridge has none.
 */
export function listApplications(mac: Mac, frontmost: number | undefined): RunningApplication[] {
  const candidates = processIds(mac).flatMap((pid) => candidate(mac, pid) ?? []);
  const withMain = new Set(candidates.filter(({ isMain }) => isMain).map(({ path }) => path));
  return candidates
    .filter(({ isMain, path }) => isMain || !withMain.has(path))
    .map(({ isMain: _, ...application }) => ({ ...application, frontmost: application.pid === frontmost }));
}

function candidate(mac: Mac, pid: number): Candidate | undefined {
  const [, path, program] = applicationPath.exec(executable(mac, pid) ?? '') ?? [];
  if (path === undefined) return undefined;
  return scoped(mac.native, (own) => {
    const info = bundleInfo(mac, own, path);
    // Inside another one are its helpers, without a Dock icon, and rarely applications: Xcode brings the Simulator.
    const isHelper = path.includes('.app/') && isYes(info('LSUIElement'));
    if (isHelper || isYes(info('LSBackgroundOnly'))) return undefined;
    const bundleId = mac.values.text(info('CFBundleIdentifier'));
    const name = mac.values.text(info('CFBundleDisplayName')) ?? mac.values.text(info('CFBundleName'));
    return {
      pid,
      name: name === undefined || name === '' ? basename(path, '.app') : name,
      ...(bundleId !== undefined && { bundleId }),
      path,
      isMain: mac.values.text(info('CFBundleExecutable')) === program,
    };
  });

  /** Property lists say yes in several ways. */
  function isYes(object: CFRef | null): boolean {
    const value = mac.values.plain(object);
    return value === true || value === 1 || (typeof value === 'string' && /^(1|yes|true)$/i.test(value));
  }
}

/** What a bundle says of itself, in the user's language where it has it; borrowed from the bundle. */
function bundleInfo({ native, values }: Mac, own: Own, path: string): (key: string) => CFRef | null {
  const posix = 0;
  const folder = own(native.CFURLCreateWithFileSystemPath(null, own(values.createString(path)), posix, true));
  const bundle = folder && own(native.CFBundleCreate(null, folder));
  return (key) =>
    bundle && native.CFBundleGetValueForInfoDictionaryKey(bundle, own(values.createString(key)));
}
