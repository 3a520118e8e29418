import type { Native } from './native/prototypes.ts';
import type { Clock } from './time.ts';
import type { Values } from './native/values.ts';

/** The context of every request. It owns no CoreFoundation objects. */
export interface Mac {
  readonly native: Native;
  readonly values: Values;
  readonly clock: Clock;
}
