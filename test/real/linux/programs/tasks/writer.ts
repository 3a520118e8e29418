import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { soon } from '../agent.ts';
import { libreOffice } from '../recipes.ts';
import type { Task } from '../task.ts';
import { picture } from './common.ts';

const PARAGRAPHS = ['Dear Ada,', ...Array.from({ length: 80 }, (_, line) => `Paragraph ${line + 1}.`)];

/** Writes a line of a letter, makes it bold by the menu and saves it under another name. */
export const writer: Task = {
  program: 'LibreOffice Writer 7.4',
  async start({ session }) {
    const file = join(session.home, 'letter.fodt');
    await writeFile(file, letter(PARAGRAPHS));
    return libreOffice(session, 'writer', { file, title: /letter/ });
  },
  steps: [
    {
      ability: 'read',
      async run({ agent }) {
        await agent.see(/Dear Ada,[^]*Paragraph 2\./);
      },
    },
    picture,
    {
      ability: 'type',
      async run({ agent, evidence }) {
        await agent.setText('Dear Zoë 🙂,', /\[edit.*Dear Ada/);
        await agent.type(' hello', /\[edit.*Dear Zoë/);
        await agent.press('ctrl+s');
        await evidence.file('letter.fodt', /Dear Zoë 🙂, hello</);
      },
    },
    {
      ability: 'menu',
      async run({ agent, evidence }) {
        await agent.press('ctrl+a');
        await agent.click(/\[menu.*Format$/);
        await agent.click(/ Text$/);
        await agent.click(/ Bold$/);
        await agent.press('ctrl+s');
        await evidence.file('letter.fodt', /font-weight="bold"/);
      },
    },
    {
      ability: 'click',
      async run({ agent, session }) {
        await agent.press('ctrl+shift+s');
        await agent.setText('copy.fodt', /\[edit.*letter/);
        await agent.click(/ Save$/);
        const path = join(session.home, 'copy.fodt');
        await soon('the copy', async () =>
          (await readFile(path, 'utf8').catch(() => '')).includes('Dear Zoë 🙂, hello<'),
        );
      },
    },
    {
      ability: 'context menu',
      async run({ agent, evidence }) {
        // Selecting all has scrolled to the end.
        await agent.press('ctrl+HOME');
        await agent.openContextMenu(/\[edit.*Paragraph 3\./);
        await agent.click(/ Page Style\.\.\.$/);
        await evidence.title(/^Page Style/);
        await agent.press('ESCAPE');
        await evidence.title(/Writer/);
      },
    },
    {
      ability: 'scroll',
      async run({ agent, evidence }) {
        const before = await evidence.scrolled('soffice');
        await agent.scroll('down');
        await soon('the scrolled letter', async () => (await evidence.scrolled('soffice')) !== before);
      },
    },
  ],
};

/** A document as OpenDocument's single XML file, which can be read on disk. */
function letter(paragraphs: readonly string[]): string {
  const names = ['office', 'text'].map(
    (name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`,
  );
  const kind = 'office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.text"';
  const body = paragraphs.map((text) => `<text:p>${text}</text:p>`).join('');
  return `<?xml version="1.0" encoding="UTF-8"?>
<office:document ${names.join(' ')} ${kind}><office:body><office:text>${body}</office:text></office:body></office:document>`;
}
