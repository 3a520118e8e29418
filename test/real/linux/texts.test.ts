import assert from 'node:assert/strict';
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'node:test';
import type { UiNode } from '../../../packages/handeye/src/ui/node.ts';
import { PrivateDesktop, until } from './desktop-session.ts';
import { firefox } from './programs/recipes.ts';

/** Every text of kinds.html is one of these words. */
const WORD = /told-\w+/g;

test('every kind of text is told once, and where it is', async (t) => {
  const desktop = await PrivateDesktop.start(t);

  await t.test('at the first look at a fresh Firefox', async () => {
    const page = join(desktop.home, 'kinds.html');
    await copyFile(join(import.meta.dirname, 'programs/kinds.html'), page);
    await firefox(desktop, `file://${page}`, /Kinds of text/);
    const nodes = await look(desktop);
    const words = (await readFile(page, 'utf8')).match(WORD) ?? [];
    assert.ok(words.length > 40);
    assert.deepEqual(nodes.flatMap((node) => textsOf(node).match(WORD) ?? []).toSorted(), words.toSorted());
    const [first] = nodes.filter((node) => textsOf(node).includes('told-header'));
    assert.ok(first?.visible);
    assert.ok(first.bounds.right > 100, 'a place on the screen');
  });

  await t.test('on a page of a PDF in Evince', async () => {
    const file = join(desktop.home, 'letter.pdf');
    await writeFile(file, pdf('Dear reader, told-page'));
    await desktop.launch('evince', [file], /letter/);
    await until('the text of the page', async () => {
      const texts = (await look(desktop)).flatMap((node) => textsOf(node).match(WORD) ?? []);
      assert.ok(texts.length < 2, `told ${texts.length} times`);
      return texts.length === 1;
    });
  });
});

/** All nodes of the application in front. */
async function look(desktop: PrivateDesktop): Promise<UiNode[]> {
  const device = await desktop.device();
  const { windows } = await desktop.during((call) => device.look({ picture: false }, call));
  const all = (node: UiNode): UiNode[] => [node, ...node.children.flatMap(all)];
  return windows.flatMap(({ root }) => (root ? all(root) : []));
}

function textsOf({ text, description }: UiNode): string {
  return `${text ?? ''} ${description ?? ''}`;
}

/** A document of one page with one line. */
function pdf(line: string): string {
  const content = `BT /F1 24 Tf 72 700 Td (${line}) Tj ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let body = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = body.length;
    body += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`;
  return `${body}${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`;
}
