import type { Call } from '../../call/call.ts';
import { permissionDenied } from '../../device/errors.ts';
import type { Fallback } from './fallback.ts';

/** Sets the system's languages: tags separated by commas. No other tier can. */
export function setLanguages(work: Fallback, tags: string, call: Call): Promise<void> {
  return work.do(call, {
    by: async (companion) => {
      await companion.ask({ do: 'languages', tags }, call);
    },
    otherwise: (problem) =>
      Promise.reject(permissionDenied(`The language can only be set by the companion. ${problem}`)),
    repeatable: true,
  });
}
