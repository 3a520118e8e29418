import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const MOST_WORDS_IN_GLOSSARY = 20;

const packages = readdirSync(join(ROOT, 'packages')).map((name) => `packages/${name}`);

/** The pages that people read, by their path below the root. */
const pages = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'SECURITY.md',
  ...packages.map((folder) => `${folder}/README.md`).filter((page) => existsSync(join(ROOT, page))),
  ...readdirSync(join(ROOT, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

/** The changelog tells of files that are gone. */
const currentPages = pages.filter((page) => page !== 'CHANGELOG.md');

const read = (page: string) => readFileSync(join(ROOT, page), 'utf8');

/** The matches of a pattern's first group, page by page. */
function inPages(pattern: RegExp, among = pages): { page: string; found: string }[] {
  return among.flatMap((page) =>
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

/**
 * A file or folder of this repository: from the root, beside the page, or below a package or its sources. `core/call/call.ts` is
 * packages/core/src/call/call.ts.
 */
function existsFor(page: string, path: string): boolean {
  const [home = '', ...inside] = path.split('/');
  if (existsSync(join(ROOT, 'packages', home, 'src', ...inside))) return true;
  const bases = ['', dirname(page), ...packages, ...packages.map((folder) => `${folder}/src`)];
  return bases.some((base) => existsSync(join(ROOT, base, path)));
}

test('every path that the documentation names exists', () => {
  const paths = [
    ...inPages(/`((?:packages|scripts|docs|test|bench|\.github)\/[\w./-]*)`/g, currentPages),
    ...inPages(/`((?:[\w.-]+\/)+[\w.-]+\.(?:ts|tsx|mjs|md|java|jar|py))`/g, currentPages),
  ];
  assert.ok(paths.length > 10);
  assert.deepEqual(
    paths.filter(({ page, found }) => !existsFor(page, found)),
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

test('the Debian packages that npm test installs are the documented ones', () => {
  const source = read('scripts/programs.mjs');
  const listed = [...source.matchAll(/libraries\(\s*\[([^\]]*)\]/g)].flatMap(([, names = '']) => [
    ...names.matchAll(/'([^']+)'/g),
  ]);
  const installed = [...source.matchAll(/debian: '([^']+)'/g), ...listed].map(([, name = '']) => name);
  const [, said = ''] =
    /^## What the tests install\n\n([\s\S]*?)\n\n## /m.exec(read('CONTRIBUTING.md')) ?? [];
  const [, documented = ''] = /need them: ([^.]*(?:\.\d[^.]*)*)\. Into/.exec(said.replace(/\s+/g, ' ')) ?? [];
  assert.ok(installed.length > 60);
  assert.deepEqual(documented.split(', ').toSorted(), [...new Set(installed)].toSorted());
});
