import type { HostileCase } from './case.ts';
import { disguises } from './disguises.ts';
import { leaks } from './leaks.ts';
import { links } from './links.ts';
import { movingScreens } from './moving-screens.ts';
import { texts } from './texts.ts';

/** Every case, by attack. */
export const cases: readonly HostileCase[] = [
  ...movingScreens,
  ...disguises,
  ...texts,
  ...leaks,
  ...links,
].toSorted((one, other) => one.attack - other.attack);
