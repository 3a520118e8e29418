import type { Call } from '@handeye/core/call/call';
import { DeadlineExceeded, pause, withinLimit } from '@handeye/core/call/call';
import { actionFailed } from '@handeye/core/device/errors';
import type { Clipboard } from '@handeye/core/device/port';
import { WlClipboard } from '../wayland/clipboard.ts';
import { isInstalled } from '../wayland/programs.ts';
import { patience } from './patience.ts';

/** If the compositor does not give wl-copy the focus (a locked screen), it would wait without end. */
const TIMEOUT_MS = 8000;
/** Least time for the focus to come back from the window of wl-copy: keys sent sooner are lost (mutter 43). */
const FOCUS_RETURN_MS = 250;

/** Undefined without wl-clipboard. The portal's own clipboard comes as file descriptors, which Node cannot receive. */
export function clipboardOfWindow(environment: NodeJS.ProcessEnv): Clipboard | undefined {
  const isThere = isInstalled('wl-copy', environment) && isInstalled('wl-paste', environment);
  return isThere ? new ClipboardOfWindow(new WlClipboard(environment)) : undefined;
}

/**
 * The clipboard of a desktop that gives it only to the window in front (GNOME): wl-copy and wl-paste open an invisible window
 * for a moment.
 */
class ClipboardOfWindow implements Clipboard {
  readonly #clipboard: Clipboard;

  constructor(clipboard: Clipboard) {
    this.#clipboard = clipboard;
  }

  read(call: Call): Promise<string | null> {
    return inFront((own) => this.#clipboard.read(own), call);
  }

  write(text: string, call: Call): Promise<void> {
    return inFront((own) => this.#clipboard.write(text, own), call);
  }
}

async function inFront<T>(work: (own: Call) => Promise<T>, call: Call): Promise<T> {
  const start = call.clock.now();
  try {
    const limit = Math.min(TIMEOUT_MS, call.remaining());
    return await withinLimit({ clock: call.clock, limit, cancelled: call.signal }, work);
  } catch (error) {
    call.signal.throwIfAborted();
    if (!(error instanceof DeadlineExceeded)) throw error;
    throw actionFailed(
      'The desktop does not give its clipboard to this program now. Is the screen locked? Look at it, then try again.',
      error,
    );
  } finally {
    if (!call.signal.aborted) await pause(patience(FOCUS_RETURN_MS, call.clock.now() - start), call);
  }
}
