import type { Call } from '../../call/call.ts';
import { permissionDenied } from '../../device/errors.ts';
import type { Clipboard } from '../../device/port.ts';
import type { Fallback } from './fallback.ts';
import { fieldOf } from './wire.ts';

/** The clipboard through the companion; without it, the next tier's. */
export function companionClipboard(work: Fallback): Clipboard {
  function onNext<T>(problem: string, use: (clipboard: Clipboard) => Promise<T>): Promise<T> {
    const clipboard = work.mustHaveNext(problem).clipboard;
    if (!clipboard) throw permissionDenied(`This way to the clipboard needs the companion. ${problem}`);
    return work.beside(problem, () => use(clipboard));
  }
  return {
    read: (call: Call) =>
      work.do(call, {
        by: async (companion) => {
          const { ok } = await companion.ask({ do: 'clipboard.get' }, call);
          const text = fieldOf(ok, 'text');
          return typeof text === 'string' ? text : null;
        },
        otherwise: (problem) => onNext(problem, (clipboard) => clipboard.read(call)),
        repeatable: true,
      }),
    write: (text: string, call: Call) =>
      work.do(call, {
        by: async (companion) => {
          await companion.ask({ do: 'clipboard.set', text }, call);
        },
        otherwise: (problem) => onNext(problem, (clipboard) => clipboard.write(text, call)),
        repeatable: true,
      }),
  };
}
