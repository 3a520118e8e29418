import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

type Collect = (options: { type: 'minor' }) => void;

let collect: Collect | undefined;

/**
 * Frees what painting left behind. A rendered picture holds 10 MB outside of V8's sight until its small wrapper is
 * collected, so V8 sees no reason to hurry: without this a phone grows to 350 MB. A minor collection takes 1 ms.
 */
export function collectPictures(): void {
  collect ??= exposeCollector();
  collect({ type: 'minor' });
}

function exposeCollector(): Collect {
  // The flag puts `gc` into contexts made from now on, which is why a new one is asked for it.
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as Collect;
}
