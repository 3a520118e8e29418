import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Toolbox } from '@handeye/core/tools/frame/toolbox';

/**
 * Keeps texts that a client or a log received, for the search at the end of a run (scripts/test-run). Does nothing outside of
 * one.
 */
export function heard(told: unknown): void {
  const folder = process.env.TEST_RUN_HEARD;
  if (folder !== undefined) appendFileSync(join(folder, `told-${process.pid}`), `${JSON.stringify(told)}\n`);
}

/** A toolbox whose answers are kept. */
export function overheard(toolbox: Toolbox): Toolbox {
  return new Proxy(toolbox, {
    get(target, key) {
      if (key === 'call') {
        return async (...asked: Parameters<Toolbox['call']>) => {
          const result = await target.call(...asked);
          heard(result);
          return result;
        };
      }
      if (key === 'servedAs' && target.servedAs) {
        return (choices: Parameters<NonNullable<Toolbox['servedAs']>>[0]) => {
          const served = target.servedAs?.(choices);
          return served && overheard(served);
        };
      }
      const value: unknown = Reflect.get(target, key);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}
