import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { faultForms } from '../src/index.ts';

const example = new URL('example.ts', import.meta.url);
const README = await readFile(new URL('../README.md', import.meta.url), 'utf8');

test('the example of the README runs as described', async () => {
  assert.ok(
    README.includes(`\`\`\`ts\n${await readFile(example, 'utf8')}\`\`\``),
    'README.md shows test/example.ts',
  );
  const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', fileURLToPath(example)]);
  assert.match(stdout, /^adb connect 127\.0\.0\.1:\d+\norg\.example\.counter\n$/);
});

test('the README names every fault', () => {
  for (const form of faultForms) assert.ok(README.includes(`\`${form}\``), form);
});
