import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { format, resolveConfig } from 'prettier';
import { scratchFolder } from '@handeye/testing/attached';
import { run } from '../../../../packages/handeye/test/cli/run.ts';
import { withTable } from './table.ts';

const path = new URL('../../../../docs/safety.md', import.meta.url);
const PAGE = readFileSync(path, 'utf8');

test('the table of docs/safety.md tells what the hostile suite shows', async () => {
  const wanted = await format(withTable(PAGE), { ...(await resolveConfig(path)), parser: 'markdown' });
  assert.equal(PAGE, wanted, 'run `npm run record:safety`, and read what changed');
});

test('handeye policy check finds nothing wrong with the files of docs/safety.md', async (t) => {
  const files = [...PAGE.matchAll(/^```json policy\n(.*?)^```$/gms)].map(([, text = '']) => text);
  assert.equal(files.length, 3);
  const folder = await scratchFolder(t);
  for (const [index, text] of files.entries()) {
    const file = join(folder, `${index}.json`);
    await writeFile(file, text);
    const { code, out, err } = await run(t, ['policy', 'check', file]);
    assert.equal(code, 0, `${out}${err}`);
  }
});
