import type { LinuxCase } from './case.ts';
import { disguises } from './disguises.ts';
import { movingWindows } from './moving-windows.ts';

/** Every case on Linux, by attack. */
export const linuxCases: readonly LinuxCase[] = [...movingWindows, ...disguises].toSorted(
  (one, other) => one.attack - other.attack,
);
