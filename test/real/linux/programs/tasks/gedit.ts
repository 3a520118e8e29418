import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { soon } from '../agent.ts';
import type { Task } from '../task.ts';
import { picture } from './common.ts';

const LINES = Array.from({ length: 200 }, (_, line) => `Line ${line + 1} has milk`);

/** Opens a file, replaces a word everywhere, adds a line and saves. */
export const gedit: Task = {
  program: 'gedit (GTK 3)',
  async start({ session }) {
    const file = join(session.home, 'list.txt');
    await writeFile(file, LINES.join('\n'));
    return session.launch('gedit', ['--standalone', file], /list\.txt/);
  },
  steps: [
    {
      ability: 'read',
      async run({ agent }) {
        await agent.see(/Line 1 has milk/);
        assert.match(
          await agent.call('get_element_details', { ids: [await agent.id(/\[edit/)] }),
          /Line 200 has milk/,
        );
      },
    },
    picture,
    {
      ability: 'scroll',
      async run({ agent, evidence }) {
        const before = await evidence.scrolled('gedit');
        await agent.scroll('down');
        await soon('the scrolled text', async () => (await evidence.scrolled('gedit')) > before);
        await agent.scroll('up');
      },
    },
    {
      ability: 'menu',
      async run({ agent, evidence }) {
        await agent.click(/Menu$/);
        await agent.click(/Find and Replace/);
        await evidence.title(/Find and Replace/);
        await agent.setText('milk', /\[edit.*Find|\[edit, focused/);
      },
    },
    {
      ability: 'type',
      async run({ agent, evidence }) {
        await agent.setText('oat drink 🙂', /\[edit.*Replace with|\[edit\]/);
        await agent.click(/Replace All/);
        await agent.press('ESCAPE');
        await evidence.title(/list\.txt/);
        await agent.press('ctrl+END').catch(() => '');
        await agent.press('ctrl+s');
        await evidence.file('list.txt', /^Line 1 has oat drink 🙂\n(.*\n)*Line 200 has oat drink 🙂/);
      },
    },
    {
      ability: 'context menu',
      async run({ agent, evidence }) {
        await agent.openContextMenu(/\[edit/);
        await agent.click(/Select All/);
        await agent.press('ctrl+c');
        await evidence.clipboard(/^Line 1 has oat drink 🙂\n/);
      },
    },
    {
      ability: 'click',
      async run({ agent, evidence }) {
        await agent.click(/New \|/);
        await evidence.title(/Untitled/);
        await agent.type('A new sheet: äöü漢');
        await agent.press('ctrl+a');
        await agent.press('ctrl+c');
        await evidence.clipboard(/^A new sheet: äöü漢$/);
      },
    },
  ],
};
