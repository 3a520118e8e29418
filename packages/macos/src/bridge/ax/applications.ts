import { basename } from 'node:path';
import type { CFRef } from '../native/c-types.ts';
import type { Mac } from '../mac.ts';
import { type Own, scoped } from '../native/ownership.ts';
import { executable, processIds } from './processes.ts';
import type { RunningApplication } from '../protocol.ts';

/** Matches /Applications/Notes.app/Contents/MacOS/Notes. */
const BUNDLE_EXECUTABLE = /^(.*\.app)\/Contents\/MacOS\/([^/]+)$/s;

interface Candidate extends Omit<RunningApplication, 'frontmost'> {
  /** It runs the bundle's main executable. */
  readonly isMain: boolean;
}

/**
 * The running applications, found by looking at the executable of every process: NSWorkspace updates its list only
 * in a run loop, and the bridge has none.
 */
export function listApplications(mac: Mac, frontmost: number | undefined): RunningApplication[] {
  const candidates = processIds(mac).flatMap((pid) => candidate(mac, pid) ?? []);
  const withMain = new Set(candidates.filter(({ isMain }) => isMain).map(({ path }) => path));
  return candidates
    .filter(({ isMain, path }) => isMain || !withMain.has(path))
    .map(({ isMain: _, ...application }) => ({ ...application, frontmost: application.pid === frontmost }));
}

function candidate(mac: Mac, pid: number): Candidate | undefined {
  const [, path, program] = BUNDLE_EXECUTABLE.exec(executable(mac, pid) ?? '') ?? [];
  if (path === undefined) return undefined;
  return scoped(mac.native, (own) => {
    const info = bundleInfo(mac, own, path);
    // A bundle inside another one is usually a helper (LSUIElement), rarely an application: Xcode contains Simulator.
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

  /** Property lists have several ways to say yes. */
  function isYes(object: CFRef | null): boolean {
    const value = mac.values.scalar(object);
    return value === true || value === 1 || (typeof value === 'string' && /^(1|yes|true)$/i.test(value));
  }
}

/** A bundle's Info.plist values (borrowed), in the user's language if available. */
function bundleInfo({ native, values }: Mac, own: Own, path: string): (key: string) => CFRef | null {
  const posixPath = 0;
  const folder = own(
    native.CFURLCreateWithFileSystemPath(null, own(values.createString(path)), posixPath, true),
  );
  const bundle = folder && own(native.CFBundleCreate(null, folder));
  return (key) =>
    bundle && native.CFBundleGetValueForInfoDictionaryKey(bundle, own(values.createString(key)));
}
