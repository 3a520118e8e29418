import { qtForm } from '../recipes.ts';
import assert from 'node:assert/strict';
import type { Task } from '../task.ts';
import { picture } from './common.ts';

/** Fills a form and saves it: fields, a combo box, a check box, a slider, a menu, a context menu and a long table. */
export const qt6: Task = {
  program: 'A form in Qt 6',
  start: ({ session }) => qtForm(session),
  steps: [
    {
      ability: 'read',
      async run({ agent }) {
        await agent.see(/Name[^]*Notes[^]*Small[^]*Gift[^]*Apple[^]*Cherry[^]*Save/);
      },
    },
    picture,
    {
      ability: 'type',
      async run({ agent, evidence }) {
        await agent.setText('äöü漢🙂', /\[edit.*Name/);
        await agent.type('two\nlines 🙂', /\[edit.*Notes/);
        await agent.click(/ Save$/);
        await evidence.file('qt-form.txt', /^name=äöü漢🙂\nnotes=two\nlines 🙂\nsize=Small/);
      },
    },
    {
      ability: 'click',
      async run({ agent, evidence }) {
        await agent.click(/\[off\] Gift/);
        await agent.click(/\[choose.*Small/);
        await agent.click(/ Large$/);
        await agent.call('set_value', { element_id: await agent.id(/\[slide.*Volume/), value: 40 });
        await agent.click(/ Save$/);
        await evidence.file('qt-form.txt', /size=Large\ncount=0\nvolume=40\ngift=True/);
      },
    },
    {
      ability: 'menu',
      async run({ agent, evidence }) {
        await agent.click(/ Edit$/);
        await agent.click(/ Select all$/);
        await agent.click(/ Save$/);
        await evidence.file('qt-form.txt', /chose Select all/);
      },
    },
    {
      ability: 'context menu',
      async run({ agent, evidence }) {
        await agent.openContextMenu(/ Banana$/);
        // Qt 6 does not put a context menu into its accessible tree.
        await agent.press('DOWN');
        await agent.press('ENTER');
        await agent.click(/ Save$/);
        await evidence.file('qt-form.txt', /ate Banana/);
      },
    },
    {
      ability: 'scroll',
      async run({ agent, evidence }) {
        await agent.click(/ Rows$/);
        await agent.see(/Row 3/);
        // Qt 6 does not tell of a table's scroll bars.
        await evidence.changesPicture('the scrolled table', () => agent.scroll('down'));
        assert.doesNotMatch(await agent.screen(), /Row 0 /);
      },
    },
  ],
};
