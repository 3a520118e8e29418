import type { PicturedSnapshot } from '@handeye/core/device/session';
import type { Selector } from '../file/flow.ts';
import type { DivergenceKind } from './result.ts';

/** Why a step could not be performed for certain: the flow ends here. */
export class Diverged extends Error {
  override readonly name = 'Diverged';
  readonly kind: DivergenceKind;
  readonly expected: string;
  readonly snapshot: PicturedSnapshot | undefined;
  /** What was looked for, so that others can be offered. */
  readonly selector: Selector | undefined;
  readonly acted: boolean;

  constructor(
    kind: DivergenceKind,
    said: {
      readonly expected: string;
      readonly found: string;
      readonly snapshot?: PicturedSnapshot | undefined;
      readonly selector?: Selector | undefined;
      readonly acted?: boolean;
      readonly cause?: unknown;
    },
  ) {
    super(said.found, { cause: said.cause });
    this.kind = kind;
    this.expected = said.expected;
    this.snapshot = said.snapshot;
    this.selector = said.selector;
    this.acted = said.acted ?? false;
  }
}
