import { applicationContract } from './applications.ts';
import type { OpenBench } from './bench.ts';
import { elementContract } from './elements.ts';
import { treeContract } from './trees.ts';

/** The contract of the desktop tools on every desktop, as tests. */
export function desktopContract(open: OpenBench): void {
  treeContract(open);
  elementContract(open);
  applicationContract(open);
}
