import type { Call } from '../../call/call.ts';
import { actionFailed } from '../../device/errors.ts';
import type { Clipboard } from '../../device/port.ts';
import { isInstalled, runProgram } from './programs.ts';

/**
 * GNOME gives the clipboard only to the window in front: wl-copy and wl-paste open one that nobody sees for a moment.
 * Where the compositor does not give it the focus (a locked screen), they would wait without end.
 */
const TIMEOUT_MS = 4000;
const NOTHING_COPIED = /nothing is copied|no suitable type|no selection/i;

/** Undefined without wl-clipboard. The portal has a clipboard, too, but hands it over as file descriptors, which Node cannot receive. */
export function wlClipboard(environment: NodeJS.ProcessEnv): Clipboard | undefined {
  const isThere = isInstalled('wl-copy', environment) && isInstalled('wl-paste', environment);
  return isThere ? new WlClipboard(environment) : undefined;
}

/** The clipboard through the programs of wl-clipboard. */
class WlClipboard implements Clipboard {
  readonly #environment: NodeJS.ProcessEnv;

  constructor(environment: NodeJS.ProcessEnv) {
    this.#environment = environment;
  }

  async read(call: Call): Promise<string | null> {
    const options = { environment: this.#environment, timeout: TIMEOUT_MS };
    const args = ['--no-newline', '--type', 'text/plain;charset=utf-8'];
    const { output, error, code } = await runProgram('wl-paste', args, options, call);
    if (code === 0) return output.toString('utf8');
    if (NOTHING_COPIED.test(error)) return null;
    throw notGiven(error);
  }

  async write(text: string, call: Call): Promise<void> {
    const options = { environment: this.#environment, timeout: TIMEOUT_MS, input: text, staysBehind: true };
    const args = text === '' ? ['--clear'] : ['--type', 'text/plain;charset=utf-8'];
    const { code } = await runProgram('wl-copy', args, options, call);
    if (code !== 0) throw notGiven('');
  }
}

function notGiven(error: string): Error {
  const reason = error === '' ? '' : ` (${error})`;
  return actionFailed(
    `The desktop does not give its clipboard to this program now${reason}. Is the screen locked, or is there no window? ` +
      'Look at the screen, then try again.',
  );
}
