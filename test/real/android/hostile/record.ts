/** Writes the table of docs/safety.md: `npm run record:safety`. The hostile suite shows that it is true. */
import { readFile, writeFile } from 'node:fs/promises';
import { format, resolveConfig } from 'prettier';
import { withTable } from './table.ts';

const page = new URL('../../../../docs/safety.md', import.meta.url);
const text = withTable(await readFile(page, 'utf8'));
const style = await resolveConfig(page);
await writeFile(page, await format(text, { ...style, parser: 'markdown' }));
console.log('docs/safety.md written');
