import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { libreOffice } from '../recipes.ts';
import type { Task } from '../task.ts';
import { picture } from './common.ts';

/** Adds a row and a sum to a sheet and saves it; the file contains the sum. */
export const calc: Task = {
  program: 'LibreOffice Calc 7.4',
  async start({ session }) {
    const file = join(session.home, 'costs.csv');
    await writeFile(file, 'Item,Cost\nBread,3\nMilk,4\n');
    return libreOffice(session, 'calc', { file, title: /costs|Text Import/ });
  },
  steps: [
    {
      ability: 'click',
      async run({ agent, evidence }) {
        // How to read the file is asked first.
        await agent.click(/ OK$/);
        await evidence.title(/costs\.csv/);
      },
    },
    {
      ability: 'read',
      async run({ agent }) {
        await agent.see(/Item[^]*Cost[^]*Bread[^]*3[^]*Milk[^]*4/);
      },
    },
    picture,
    {
      ability: 'type',
      async run({ agent, evidence }) {
        // The cell cursor is in A1: down to the first empty row.
        for (let row = 0; row < 3; row++) await agent.press('DOWN');
        await agent.type('Total');
        await agent.press('TAB');
        await agent.type('=SUM(B2:B3)*2');
        await agent.press('ENTER');
        await agent.press('ctrl+s');
        await agent.click(/Text CSV Format/);
        await evidence.file('costs.csv', /^Item,Cost\nBread,3\nMilk,4\nTotal,14\n?$/);
      },
    },
    {
      ability: 'menu',
      async run({ agent, evidence }) {
        await agent.click(/\[menu.*Sheet$/);
        await agent.click(/ Rename Sheet\.\.\.$/);
        await evidence.title(/Rename Sheet/);
        await agent.press('ESCAPE');
        await evidence.title(/costs\.csv/);
        // Calc 7.4 lists the deleted chart on, and ends if it is asked for its name.
        await agent.click(/ Chart$/);
        await evidence.title(/Chart Type/);
        await agent.click(/ Cancel$/);
        await evidence.title(/costs\.csv/);
        await agent.see(/Bread/);
      },
    },
    {
      ability: 'scroll',
      async run({ agent, evidence }) {
        await evidence.changesPicture('the scrolled sheet', () => agent.scroll('down'));
        await agent.press('ctrl+HOME');
        await agent.see(/Bread/);
      },
    },
    {
      ability: 'context menu',
      async run({ agent, evidence }) {
        await agent.openContextMenu(/ Bread\b/);
        await agent.click(/ Format Cells\.\.\.$/);
        await evidence.title(/Format Cells/);
        await agent.press('ESCAPE');
        await evidence.title(/costs\.csv/);
      },
    },
  ],
};
