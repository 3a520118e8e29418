import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { soon } from '../agent.ts';
import type { Task } from '../task.ts';
import { picture } from './common.ts';
import { pdf } from './pdf.ts';

/** Reads a document, goes to its second page and copies its text. */
export const evince: Task = {
  program: 'Evince (GTK 3)',
  async start({ session }) {
    const file = join(session.home, 'two-pages.pdf');
    await writeFile(
      file,
      pdf([
        ['Page one says hello', 'The harvest was good'],
        ['Page two says goodbye', 'The winter was long'],
      ]),
    );
    return session.launch('evince', [file], /two-pages/);
  },
  steps: [
    {
      ability: 'read',
      async run({ agent }) {
        await agent.see(/Page one says hello[^]*harvest was good/);
      },
    },
    picture,
    {
      ability: 'scroll',
      async run({ agent, evidence }) {
        const before = await evidence.scrolled('evince');
        await agent.scroll('down');
        await soon('the scrolled page', async () => (await evidence.scrolled('evince')) > before);
        await agent.scroll('up');
        await soon('the beginning', async () => (await evidence.scrolled('evince')) === before);
      },
    },
    {
      ability: 'type',
      async run({ agent, evidence }) {
        const before = await evidence.scrolled('evince');
        await agent.setText('2', /\[edit.*page-label-entry|\[edit.* = 1$/);
        await agent.press('ENTER');
        await soon('page 2', async () => (await evidence.scrolled('evince')) > before);
        assert.match(await agent.call('get_screen_state', { offscreen: true }), /Page two says goodbye/);
      },
    },
    {
      ability: 'context menu',
      async run({ agent, evidence }) {
        // A page is no element that could be named: the middle of the screen is on it.
        await agent.call('long_press', { x: 640, y: 560 });
        await agent.click(/Select All/);
        await agent.press('ctrl+c');
        await evidence.clipboard(/Page one says hello[^]*The winter was long/);
      },
    },
    {
      ability: 'menu',
      async run({ agent, evidence }) {
        await agent.click(/File options/);
        await agent.click(/Properties/);
        await evidence.title(/Properties/);
        await agent.press('ESCAPE');
        await evidence.title(/two-pages/);
      },
    },
    {
      ability: 'click',
      async run({ agent, evidence }) {
        await agent.click(/Find/);
        await agent.type('winter');
        await agent.press('ENTER');
        await agent.see(/\[edit.*winter/);
        await agent.press('ESCAPE');
        await evidence.title(/two-pages/);
      },
    },
  ],
};
