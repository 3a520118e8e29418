import { FileError } from '../../kernel/file-system.ts';
import { Killed } from '../../kernel/process.ts';
import type { AccessibilityNode } from '../../framework/windows/accessibility.ts';
import type { PhoneWindow } from '../../framework/windows/windows.ts';
import { command, type CommandCall, type CommandHandler } from '../command.ts';
import { DumperDied, type DumpWindow, hierarchyXml, windowsXml } from './hierarchy-xml.ts';
import type { RunningAndroid } from '../running-android.ts';

const SIGKILL = 9;
/** `dump --windows` came with Android 11; older versions ignore unknown options. */
const WINDOWS_SINCE = 12;

/** `uiautomator`: only `dump` works; its other commands need a test jar. */
export function uiautomator(android: RunningAndroid) {
  return command(async (call) => {
    if (call.args[0] === 'dump') return dump(android)(call);
    await call.complain(USAGE);
    return undefined;
  });
}

function defaultFile({ framework }: RunningAndroid): string {
  return framework.shape.release === 5
    ? '/storage/emulated/legacy/window_dump.xml'
    : '/sdcard/window_dump.xml';
}

/** Always exits with 0, like the real one, unless it is killed. */
function dump(android: RunningAndroid): CommandHandler {
  return async (call) => {
    const options = call.args.slice(1);
    const named = options.find((option) => !option.startsWith('-'));
    // A relative path is relative to /: the process starts there.
    const file = named === undefined ? defaultFile(android) : named.startsWith('/') ? named : `/${named}`;
    const release = android.uiAutomation.take();
    if (release === undefined) throw new Killed(SIGKILL);
    try {
      const result = await read(android, options, call.signal);
      if ('died' in result) {
        // The file is already open; the exception is not caught, and the runtime ends the process.
        await write(android, call, { file, xml: '' });
        throw new Killed(SIGKILL);
      }
      if ('error' in result) await call.complain(`ERROR: ${result.error}\n`);
      else {
        await write(android, call, { file, xml: result.xml });
        await call.print(`UI hierchary dumped to: ${file}\n`);
      }
    } finally {
      release();
    }
    return undefined;
  };
}

type Reading = { readonly xml: string } | { readonly error: string } | { readonly died: true };

async function read(
  android: RunningAndroid,
  options: readonly string[],
  signal: AbortSignal,
): Promise<Reading> {
  const { framework, idle, dumpFaults } = android;
  const failure = dumpFaults.next();
  if (failure === 'killed') throw new Killed(SIGKILL);
  const isIdle = await framework.events.waitForIdle(idle.quietMs, idle.maxMs, signal);
  signal.throwIfAborted();
  // On a busy machine the fault's events may come far apart.
  const isRestless = framework.faults.endlessEventsMs > 0;
  if (failure === 'idle' || !isIdle || isRestless) return { error: 'could not get idle state.' };
  if (failure === 'crash') return { died: true };
  try {
    return written(android, options, failure === 'null-root');
  } catch (error) {
    if (!(error instanceof DumperDied)) throw error;
    return { died: true };
  }
}

function written({ framework }: RunningAndroid, options: readonly string[], rootless: boolean): Reading {
  const windows = framework.windows();
  const { rotation, bounds: screen } = framework.display;
  const rootOf = (window: PhoneWindow | undefined): AccessibilityNode | null => window?.root() ?? null;
  if (options.includes('--windows') && framework.shape.release >= WINDOWS_SINCE && !rootless) {
    // Accessibility services do not see an overlay that takes no touches
    // (AccessibilityController.windowMattersToAccessibility).
    const told = windows.filter(({ kind, touchable }) => touchable || kind !== 'overlay');
    const listed = told.map((window) => withPopups(window, windows, rootOf));
    return { xml: windowsXml(listed, { rotation, screen }) };
  }
  const root = rootless ? null : rootOf(windows.find((window) => window.active));
  if (root === null) return { error: 'null root node returned by UiTestAutomationBridge.' };
  return { xml: hierarchyXml(root, { rotation, screen }) };
}

/** A popup is listed as a window and again inside its parent window. */
function withPopups(
  window: PhoneWindow,
  all: readonly PhoneWindow[],
  rootOf: (window: PhoneWindow) => AccessibilityNode | null,
): DumpWindow {
  const popups =
    window.kind === 'application'
      ? all.filter(({ kind, owner }) => kind === 'popup' && owner === window.owner)
      : [];
  const children = popups.map((popup) => ({ ...popup, root: rootOf(popup), children: [] }));
  return { ...window, root: rootOf(window), children };
}

/** The success line is printed in any case: an unwritable path is only logged (recorded on 5.1). */
async function write(
  android: RunningAndroid,
  call: CommandCall,
  { file, xml }: { file: string; xml: string },
): Promise<void> {
  if (file === '/dev/tty') {
    if (call.terminal !== undefined) await call.print(xml);
    return;
  }
  if (file.startsWith('/dev/') || file.startsWith('/proc/')) return;
  try {
    android.files.write(file, new TextEncoder().encode(xml), { mode: 0o600 });
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
  }
}

const USAGE = 'Usage: uiautomator <subcommand> [options]\n';
