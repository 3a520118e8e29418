import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

const ROOT = new URL('../', import.meta.url);
/** Scripts that npm names without `run`. */
const SHORT = ['start', 'test'];

function read(name: string): string {
  return readFileSync(new URL(name, ROOT), 'utf8');
}

const { scripts } = JSON.parse(read('package.json')) as { scripts: Readonly<Record<string, string>> };
const pages = ['README.md', 'CONTRIBUTING.md', ...namesIn('docs', '.md')];
const workflows = namesIn('.github/workflows', '.yml');

function namesIn(folder: string, ending: string): string[] {
  return readdirSync(new URL(folder, ROOT))
    .filter((name) => name.endsWith(ending))
    .map((name) => `${folder}/${name}`);
}

/** The scripts that a text tells to run. */
function scriptsIn(text: string): string[] {
  const run = [...text.matchAll(/npm run (?:--silent )?([a-z][\w:-]*)/g)].map(([, name = '']) => name);
  const short = SHORT.filter((name) => new RegExp(`npm ${name}\\b`).test(text));
  return [...run, ...short];
}

test('Every script that a page, a workflow or another script names exists', () => {
  const texts = [...pages, ...workflows].map((name) => [name, read(name)] as const);
  for (const [where, text] of [...texts, ...Object.entries(scripts)]) {
    for (const name of scriptsIn(text)) assert.ok(name in scripts, `${where} names npm run ${name}`);
  }
});

test('Every script is documented for those who work on Handeye', () => {
  const named = new Set(pages.flatMap((name) => scriptsIn(read(name))));
  assert.deepEqual(
    Object.keys(scripts).filter((name) => !named.has(name)),
    [],
  );
});

test('Every bench is started by the script that installs what it needs', () => {
  const benches = Object.keys(scripts).filter((name) => name.startsWith('bench:'));
  assert.ok(benches.length > 5);
  for (const name of benches)
    assert.equal(scripts[name], `node scripts/bench.mjs ${name.slice('bench:'.length)}`);
  const { stderr } = spawnSync(process.execPath, ['scripts/bench.mjs'], { cwd: ROOT, encoding: 'utf8' });
  for (const name of benches) assert.ok(stderr.includes(name.slice('bench:'.length)), `${name}: ${stderr}`);
});

test('Every script runs in sh and in cmd', () => {
  // cmd has neither variables before a command, nor single quotes, nor $, ; and exec.
  const posixOnly = /(^|&& )\w+=|['$;`]|\bexec\b/;
  for (const [name, script] of Object.entries(scripts)) assert.doesNotMatch(script, posixOnly, name);
});
