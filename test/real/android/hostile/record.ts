/** Writes the table of docs/safety.md: `npm run record:safety`. The hostile suite verifies it. */
import { readFile, writeFile } from 'node:fs/promises';
import { format, resolveConfig } from 'prettier';
import { withTable } from './table.ts';

const page = new URL('../../../../docs/safety.md', import.meta.url);
const style = { ...(await resolveConfig(page)), parser: 'markdown' };
await writeFile(page, await format(withTable(await readFile(page, 'utf8')), style));
console.log('docs/safety.md written');
