import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { soon } from '../agent.ts';
import type { Task } from '../task.ts';
import { picture } from './common.ts';

/** Renames a file by its context menu, makes a folder by the menu bar and opens it. */
export const thunar: Task = {
  program: 'Thunar (GTK 3)',
  async start({ session }) {
    const box = join(session.home, 'box');
    await mkdir(box);
    for (let file = 1; file <= 60; file++) await writeFile(join(box, `file${file}.txt`), `${file}`);
    return session.launch('thunar', [box], /box/);
  },
  steps: [
    {
      ability: 'read',
      async run({ agent }) {
        // Thunar 4.18's icon view does not describe its files.
        await agent.press('ctrl+2');
        await agent.see(/file1\.txt[^]*file9\.txt/);
      },
    },
    picture,
    {
      ability: 'context menu',
      async run({ agent, session }) {
        await agent.openContextMenu(/ file2\.txt/);
        await agent.click(/Rename\.\.\./);
        await agent.setText('holiday.txt', /\[edit.*file2/);
        await agent.click(/ Rename$/);
        await soon('the new name', () => existsSync(join(session.home, 'box/holiday.txt')));
        assert.ok(!existsSync(join(session.home, 'box/file2.txt')));
      },
    },
    {
      ability: 'menu',
      async run({ agent }) {
        await agent.click(/\[menu\] File/);
        await agent.click(/Create Folder\.\.\./);
        await agent.see(/\[edit/);
      },
    },
    {
      ability: 'type',
      async run({ agent, session }) {
        await agent.setText('Münster 2026', /\[edit.*New Folder/);
        await agent.click(/ Create$/);
        await soon('the folder', () => existsSync(join(session.home, 'box/Münster 2026')));
      },
    },
    {
      ability: 'scroll',
      async run({ agent, evidence }) {
        const before = await evidence.scrolled('thunar');
        await agent.scroll('down');
        await soon('the scrolled list', async () => (await evidence.scrolled('thunar')) > before);
        await agent.scroll('up');
      },
    },
    {
      ability: 'click',
      async run({ agent, evidence }) {
        await agent.click(/Open Parent/);
        await evidence.title(/^home/);
      },
    },
  ],
};
