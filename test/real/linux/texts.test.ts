import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'node:test';
import { residentMemory } from '../../../packages/linux/src/atspi/memory-watch.ts';
import type { UiNode } from '@handeye/screen/node';
import { PrivateDesktop, until } from './desktop-session.ts';
import { firefox } from './programs/recipes.ts';
import { pdf } from './programs/tasks/pdf.ts';

/** Every text of kinds.html is one of these words. */
const WORD = /told-\w+/g;
/** No look makes an application grow by more than this. */
const MAX_GROWTH_MB = 200;
/** Pages of Firefox that are large or unusual. */
const OTHER_TABS = ['about:preferences', 'about:config', 'about:support'];

test('every kind of text is shown once, in its place', async (t) => {
  const desktop = await PrivateDesktop.start(t);
  let program: ChildProcess | undefined;

  await t.test('at the first look at a fresh Firefox', async () => {
    const page = join(desktop.home, 'kinds.html');
    await copyFile(join(import.meta.dirname, 'programs/kinds.html'), page);
    program = await firefox(desktop, `file://${page}`, /Kinds of text/, OTHER_TABS);
    const nodes = await look(desktop);
    const words = (await readFile(page, 'utf8')).match(WORD) ?? [];
    assert.ok(words.length > 40);
    assert.deepEqual(nodes.flatMap((node) => textsOf(node).match(WORD) ?? []).toSorted(), words.toSorted());
    const [first] = nodes.filter((node) => textsOf(node).includes('told-header'));
    assert.ok(first?.visible);
    assert.ok(first.bounds.right > 100, 'a place on the screen');
  });

  await t.test('looks at its other pages neither end Firefox nor make it grow', async () => {
    const { pid, exitCode } = program ?? assert.fail();
    const before = (await residentMemory(pid ?? 0)) ?? 0;
    for (const [at, name] of OTHER_TABS.entries()) {
      const title = await frontTitle(desktop);
      // A tab whose page still loads may be recreated between the look and the click, which then fails: the tab is looked up
      // again.
      await until(`a click on the tab of ${name}`, async () => {
        const { isError } = await desktop.tools.call('click_element', {
          element_id: await tab(desktop, at + 1),
        });
        return isError !== true;
      });
      await until(name, async () => (await frontTitle(desktop)) !== title);
      for (let looks = 0; looks < 3; looks++) {
        await desktop.tools.text('get_screen_state', {});
        await desktop.tools.call('get_focused_element', {});
      }
      assert.equal(exitCode, null, `${name} ended Firefox`);
    }
    const now = (await residentMemory(pid ?? 0)) ?? Infinity;
    assert.ok(now - before < MAX_GROWTH_MB * OTHER_TABS.length, `it grew from ${before} to ${now} MB`);
  });

  await t.test('on a page of a PDF in Evince', async () => {
    const file = join(desktop.home, 'letter.pdf');
    await writeFile(file, pdf([['Dear reader, told-page']]));
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

async function frontTitle(desktop: PrivateDesktop): Promise<string> {
  const { windows } = await desktop.tools.json('list_windows', {});
  return (windows as { title: string; frontmost: boolean }[]).find(({ frontmost }) => frontmost)?.title ?? '';
}

/** The id of one of Firefox's tabs. */
async function tab(desktop: PrivateDesktop, index: number): Promise<string> {
  const { elements } = await desktop.tools.json('find_elements', {
    by: 'class_name',
    value: 'tab',
    exact_match: true,
  });
  const found = (elements as { id: string; visible: boolean }[]).filter(({ visible }) => visible)[index];
  assert.ok(found, `there is no tab ${index}`);
  return found.id;
}
