import { soon } from '../agent.ts';
import { swingForm } from '../recipes.ts';
import type { Task } from '../task.ts';
import { picture } from './common.ts';

const MANY = Array.from({ length: 40 }, (_, line) => `line ${line + 1}`).join('\n');

/** Fills a form and saves it: fields, a combo box, a check box, a menu and a context menu. */
export const swing: Task = {
  program: 'A form in Java (Swing, OpenJDK 17)',
  start: ({ session }) => swingForm(session),
  steps: [
    {
      ability: 'read',
      async run({ agent }) {
        await agent.see(/Name[^]*Notes[^]*Small[^]*Apple[^]*Cherry[^]*Gift[^]*Save/);
      },
    },
    picture,
    {
      ability: 'type',
      async run({ agent, evidence }) {
        await agent.setText('Zoë 漢 🙂', /\[edit.*Name/);
        await agent.setText(MANY, /\[edit.*Notes/);
        await agent.click(/ Save$/);
        await evidence.file(
          'swing-form.txt',
          /^name=Zoë 漢 🙂\nnotes=line 1\n(line \d+\n)*line 40\nsize=Small/,
        );
      },
    },
    {
      ability: 'click',
      async run({ agent, evidence }) {
        await agent.click(/\[off\] Gift/);
        await agent.click(/\[choose.*Small/);
        await agent.click(/ Large$/);
        await agent.click(/ Banana$/);
        await agent.click(/ Save$/);
        await evidence.file('swing-form.txt', /size=Large\nfruit=Banana\ngift=true/);
      },
    },
    {
      ability: 'menu',
      async run({ agent, evidence }) {
        await agent.click(/\[menu\] File/);
        await agent.click(/ Open$/);
        await agent.click(/ Save$/);
        await evidence.file('swing-form.txt', /^Open$/m);
      },
    },
    {
      ability: 'context menu',
      async run({ agent, evidence }) {
        await agent.openContextMenu(/ Cherry$/);
        await agent.click(/ Eat$/);
        await agent.click(/ Save$/);
        await evidence.file('swing-form.txt', /^Eat$/m);
      },
    },
    {
      ability: 'scroll',
      async run({ agent, evidence }) {
        const before = await evidence.scrolled('swing');
        await agent.scroll(before > 0 ? 'up' : 'down');
        await soon('the scrolled notes', async () => (await evidence.scrolled('swing')) !== before);
      },
    },
  ],
};
