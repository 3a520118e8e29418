import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestContext } from 'node:test';

/**
 * Answers of real Android code. The whole corpus is next to the checkout (`../shared/corpus`, or the folder in HANDEYE_CORPUS);
 * a few of its answers are committed as fixtures, so that the comparison always runs.
 */
const FIXTURES = fileURLToPath(new URL('../fixtures/', import.meta.url));
const BESIDE = fileURLToPath(new URL('../../../../../shared/corpus/', import.meta.url));

export interface Corpus {
  readonly name: 'the fixtures' | 'the whole corpus';
  /** A file or folder of the corpus, by its path in it. */
  readonly path: (...parts: string[]) => string;
}

/** Every available corpus, the committed one first. The one in HANDEYE_CORPUS must exist. */
export function corpora(): readonly Corpus[] {
  const wanted = process.env.HANDEYE_CORPUS;
  const whole = wanted ?? BESIDE;
  if (wanted !== undefined && !existsSync(wanted)) throw new Error(`HANDEYE_CORPUS: there is no ${wanted}`);
  const committed: Corpus = { name: 'the fixtures', path: (...parts) => join(FIXTURES, ...parts) };
  return existsSync(whole)
    ? [committed, { name: 'the whole corpus', path: (...parts) => join(whole, ...parts) }]
    : [committed];
}

/** Reports how many answers were compared and how many were equal; all must be equal. */
export function count(t: TestContext, what: string, compared: number, different: readonly string[]): void {
  t.diagnostic(`${what}: ${compared - different.length} of ${compared} equal`);
  assert.deepEqual(different, [], `${what}: these differ`);
}

/** The names, without the ending, of files with this ending in a folder and one level below. */
export function namesIn(folder: string, ending: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending))
    .map((name) => name.slice(0, -ending.length))
    .sort();
}

export function textOf(path: string): string | undefined {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}
