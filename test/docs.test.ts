import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const MOST_WORDS_IN_GLOSSARY = 20;

/** The pages that people read, by their path below the root. */
const pages = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'SECURITY.md',
  'packages/phone-companion/README.md',
  'packages/virtual-phone/README.md',
  ...readdirSync(join(ROOT, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

const read = (page: string) => readFileSync(join(ROOT, page), 'utf8');

/** What a pattern's first group finds, page by page. */
function inPages(pattern: RegExp): { page: string; found: string }[] {
  return pages.flatMap((page) =>
    [...read(page).matchAll(pattern)].map(([, found = '']) => ({ page, found })),
  );
}

/** The anchors of a page, as GitHub makes them from its headings. */
function anchorsIn(page: string): string[] {
  return [...read(page).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

function leadsSomewhere(page: string, link: string): boolean {
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? page : join(dirname(page), path);
  if (!existsSync(join(ROOT, target))) return false;
  return anchor === undefined || anchorsIn(target).includes(anchor);
}

test('every link in the documentation leads somewhere', () => {
  const links = inPages(/\]\((?!https?:)([^)\s]+)\)/g);
  assert.ok(links.length > 20);
  assert.deepEqual(
    links.filter(({ page, found }) => !leadsSomewhere(page, found)),
    [],
  );
});

test('every path that the documentation names exists', () => {
  const paths = inPages(/`((?:packages|scripts|docs|test|bench|\.github)\/[\w./-]*)`/g);
  assert.ok(paths.length > 10);
  assert.deepEqual(
    paths.filter(({ found }) => !existsSync(join(ROOT, found))),
    [],
  );
});

test('every npm script that the documentation names exists', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const named = inPages(/npm run (?:--silent )?([\w:-]+)/g);
  assert.ok(named.length > 10);
  assert.deepEqual(
    named.filter(({ found }) => scripts[found] === undefined),
    [],
  );
});

test('the history of decisions is one file a day, each linked from docs/decisions.md', () => {
  const days = readdirSync(join(ROOT, 'docs/decisions'));
  assert.ok(days.length > 0);
  assert.deepEqual(
    days.filter((day) => !/^\d{4}-\d\d-\d\d\.md$/.test(day)),
    [],
  );
  const page = read('docs/decisions.md');
  assert.deepEqual(
    days.filter((day) => !page.includes(`(decisions/${day})`)),
    [],
  );
});

test('the glossary explains at most twenty words, each once', () => {
  const [, section = ''] = read('CONTRIBUTING.md').split(/^## Glossary$/m);
  const words = [
    ...section
      .split(/^## /m, 1)
      .join('')
      .matchAll(/^\| ([a-z]+) +\|/gm),
  ]
    .map(([, word = '']) => word)
    .slice(1);
  assert.ok(words.includes('eyes') && words.includes('hands'));
  assert.ok(words.length <= MOST_WORDS_IN_GLOSSARY, words.join(', '));
  assert.equal(new Set(words).size, words.length);
});
