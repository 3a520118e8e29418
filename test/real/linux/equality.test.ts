import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import test from 'node:test';
import { promisify } from 'node:util';
import type { DesktopNode } from '../../../src/ui/desktop-node.ts';
import { nativeRole } from '../../../src/linux/atspi/roles.ts';
import { properName } from '../../../src/linux/atspi/names.ts';
import { shown } from '../../../src/ui/sanitize.ts';
import { browse } from './browse.ts';
import { PrivateDesktop } from './desktop-session.ts';

const run = promisify(execFile);
/** Debian's own Python: the one that its pyatspi package belongs to. */
const python = '/usr/bin/python3';

interface Walked {
  readonly role: number;
  readonly name: string;
  readonly states: readonly string[];
  readonly children: readonly Walked[];
}

const applications = [
  { program: 'gnome-calculator', title: /Calculator/, toolkit: 'GTK', atLeast: 90 },
  { program: 'gtk3-demo', title: /Application Class|GTK\+ Demo/, toolkit: 'gtk', atLeast: 150 },
  { program: 'mousepad', title: /Mousepad/, toolkit: 'gtk', atLeast: 300 },
  { program: 'speedcrunch', title: /SpeedCrunch/, toolkit: 'Qt', atLeast: 120 },
];

for (const { program, title, toolkit, atLeast } of applications) {
  test(`our tree of ${program} is the one that libatspi walks: nodes, roles, names and states`, async (t) => {
    const desktop = await PrivateDesktop.start(t);
    const { pid } = await desktop.launch(program, [], title);
    await equalTrees(t, desktop, { pid: pid ?? 0, toolkit, atLeast });
  });
}

test('our tree of Chromium with a page is the one that libatspi walks, though we ask less', async (t) => {
  const desktop = await PrivateDesktop.start(t);
  const { pid } = await browse(desktop, { rows: 100 });
  await desktop.find('text', 'Row 99');
  await equalTrees(t, desktop, { pid: pid ?? 0, toolkit: 'Chromium', atLeast: 500 });
});

/** Programs are still settling when they show their window: the two must agree at some moment, not at the first. */
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
    return lines(await desktop.during((call) => port.tree(app, call)));
  };
  let before = await ours();
  for (let attempt = 0; attempt < 10; attempt++) {
    const theirs = await walked(desktop, { pid, toolkit });
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

/** What only one of the two has, in the order of the trees, at most twenty lines. */
function differences(ours: readonly string[], theirs: readonly string[]): string[] {
  const length = Math.max(ours.length, theirs.length);
  return Array.from({ length }, (_, at) => at)
    .filter((at) => ours[at] !== theirs[at])
    .slice(0, 20)
    .map((at) => `${at}: ours ${ours[at] ?? 'nothing'}; theirs ${theirs[at] ?? 'nothing'}`);
}

function lines(node: DesktopNode, depth = 0): string[] {
  const line = described(depth, {
    role: node.nativeRole,
    name: node.title ?? '',
    states: String(node.attributes.states),
  });
  return [line, ...node.children.flatMap((child) => lines(child, depth + 1))];
}

function described(depth: number, node: { role: string; name: string; states: string }): string {
  return `${' '.repeat(depth)}${node.role} "${node.name}" (${node.states})`;
}

async function walked(
  desktop: PrivateDesktop,
  { pid, toolkit }: { pid: number; toolkit: string },
): Promise<string[]> {
  const script = join(import.meta.dirname, 'walk.py');
  const options = { env: desktop.environment, maxBuffer: 64 << 20, timeout: 60_000 };
  const { stdout } = await run(python, [script, String(pid)], options);
  const describe = (node: Walked, depth: number): string[] => {
    const line = described(depth, {
      role: nativeRole(node.role),
      name: shown(properName(node.name, toolkit)) ?? '',
      states: node.states.join(' '),
    });
    return [line, ...node.children.flatMap((child) => describe(child, depth + 1))];
  };
  return describe(JSON.parse(stdout) as Walked, 0);
}
