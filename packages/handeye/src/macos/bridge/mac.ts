import type { Native } from './prototypes.ts';
import type { Clock } from './time.ts';
import type { Values } from './values.ts';

/** What every request works with. It holds no object of its own. */
export interface Mac {
  readonly native: Native;
  readonly values: Values;
  readonly clock: Clock;
}
