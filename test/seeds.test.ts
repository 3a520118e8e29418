import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

interface Counterpart {
  readonly file: string;
  readonly name: string;
}

/** The rows of the tables in seeds.md that name a test. */
function counterparts(): Counterpart[] {
  const page = readFileSync(new URL('seeds.md', import.meta.url), 'utf8');
  return page.split('\n').flatMap((line) => {
    const [, , file = '', name = ''] = line.split('|').map((cell) => cell.trim());
    return /^[\w/-]+\/[\w.-]+$/.test(file) ? [{ file, name }] : [];
  });
}

/** `core/tools/screen` is a test of packages/core, `real/mcp/screen-state` one of this folder, `support/desktop-contract/trees` a part of the contract. */
function placesOf(file: string): URL[] {
  const [home = '', ...rest] = file.split('/');
  const inside = rest.join('/');
  return [`./${file}.test.ts`, `../packages/${home}/test/${inside}.test.ts`, `./${file}.ts`].map(
    (place) => new URL(place, import.meta.url),
  );
}

/** A name may be made in a loop: then each part that is filled in must stand somewhere in the file, too. */
function isNamedIn(source: string, name: string): boolean {
  return titlesIn(source).some((title) => {
    const filledIn = patternOf(title).exec(name)?.slice(1);
    return filledIn?.every((part) => bare(source).includes(bare(part))) ?? false;
  });
}

function titlesIn(source: string): string[] {
  return [...source.matchAll(/\btest\(\s*(['"`])(.*?)\1,/g)].map(([, , title = '']) => title);
}

function patternOf(title: string): RegExp {
  const parts = title
    .split(/\$\{[^}]*\}/)
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  return new RegExp(`^${parts.join('(.+?)')}$`);
}

/** JSON and source write the same value with other quotes and spaces, and numbers with or without `_`. */
function bare(text: string): string {
  return text.replace(/['"`\s]|,(?=\s*[\]}])|(?<=\d)_(?=\d)/g, '');
}

test('every test that the map of the seeds names exists', () => {
  const missing = counterparts().filter(({ file, name }) => {
    const path = placesOf(file).find(existsSync);
    return path === undefined || !isNamedIn(readFileSync(path, 'utf8'), name);
  });
  assert.deepEqual(missing, []);
});

test('the map of the seeds has all 36 cases of the formatter', () => {
  assert.equal(counterparts().filter(({ file }) => file === 'screen/compact').length, 36);
});
