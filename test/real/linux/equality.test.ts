import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import test from 'node:test';
import { browse } from './browse.ts';
import { type PrivateDesktop, sharedDesktop, until } from './desktop-session.ts';
import { differences, linesOf, walkedLines } from './walked.ts';

const desktopFor = sharedDesktop();

/*
 * Compares our tree of an application with the one that libatspi walks, node by node, in the same state: the same nodes in the
 * same order, with the same roles, names, descriptions, states, attributes and actions. walked.ts removes the intended
 * differences first:
 * - GTK 4.8 doubles names ("7 7") and names the nameless after their class: we halve the one and drop the other.
 * - Texts are made safe to show (control characters, bidirectional overrides), as everywhere.
 * - Chromium offers actions on everything: we read those of elements that are showing or focusable.
 * - GTK 4.8 has two names for the icon in an entry.
 * - A description that is also an attribute is shown once.
 */

interface Compared {
  readonly program: string;
  readonly title: RegExp;
  readonly toolkit: string;
  readonly atLeast: number;
  /** A menu, and an item that shows that it is open. */
  readonly menu?: readonly [string, string];
}

const applications: readonly Compared[] = [
  {
    ...{ program: 'gnome-calculator', title: /Calculator/, toolkit: 'GTK', atLeast: 90 },
    menu: ['Basic', 'Advanced'],
  },
  { program: 'gtk4-demo', title: /GTK Demo/, toolkit: 'GTK', atLeast: 100 },
  { program: 'gtk4-widget-factory', title: /Widget Factory/, toolkit: 'GTK', atLeast: 300 },
  { program: 'gtk3-demo', title: /Application Class|GTK\+ Demo/, toolkit: 'gtk', atLeast: 150 },
  { program: 'gtk3-widget-factory', title: /gtk3-widget-factory/, toolkit: 'gtk', atLeast: 250 },
  {
    ...{ program: 'mousepad', title: /Mousepad/, toolkit: 'gtk', atLeast: 300 },
    menu: ['Edit', 'Undo'],
  },
  { program: 'speedcrunch', title: /SpeedCrunch/, toolkit: 'Qt', atLeast: 120 },
];

for (const { program, title, toolkit, atLeast, menu } of applications) {
  const also = menu ? ', also with an open menu' : '';
  test(`our tree of ${program} is the one that libatspi walks${also}`, async (t) => {
    const desktop = await desktopFor(t);
    const { pid = 0 } = await desktop.launch(program, [], title);
    await equalTrees(t, desktop, { pid, toolkit, atLeast });
    if (menu === undefined) return;
    const [name, item] = menu;
    await desktop.click(name);
    await showing(desktop, item);
    await equalTrees(t, desktop, { pid, toolkit, atLeast });
  });
}

test('our tree of Chromium with 2,000 rows is the one that libatspi walks, with fewer calls', async (t) => {
  const desktop = await desktopFor(t);
  const { pid } = await browse(desktop, { rows: 2000 });
  await desktop.find('text', 'Row 1999');
  await equalTrees(t, desktop, { pid: pid ?? 0, toolkit: 'Chromium', atLeast: 8000 });
});

/** Programs still change after showing their window, so the two must agree at some moment, not at once. */
async function equalTrees(
  t: TestContext,
  desktop: PrivateDesktop,
  { pid, toolkit, atLeast }: { pid: number; toolkit: string; atLeast: number },
): Promise<void> {
  const port = await desktop.port();
  const ours = async () => {
    const apps = await desktop.during((call) => port.applications(call));
    const app = apps.find((one) => one.pid === pid);
    assert.ok(app);
    return linesOf(await desktop.during((call) => port.tree(app, call)));
  };
  let before = await ours();
  for (let attempt = 0; attempt < 10; attempt++) {
    const theirs = await walkedLines(desktop, { pid, toolkit });
    const after = await ours();
    if (before.join('\n') === after.join('\n')) {
      assert.deepEqual(differences(after, theirs), []);
      assert.ok(after.length >= atLeast, `only ${after.length} nodes`);
      t.diagnostic(`${after.length} nodes`);
      return;
    }
    before = after;
  }
  assert.fail('the application never came to rest');
}

async function showing(desktop: PrivateDesktop, text: string): Promise<void> {
  await until(`'${text}' in sight`, async () => {
    const { elements } = await desktop.tools.json('find_elements', { by: 'text', value: text });
    return (elements as { visible: boolean }[]).some(({ visible }) => visible);
  });
}
