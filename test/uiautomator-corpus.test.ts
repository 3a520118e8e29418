import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import { describe, test, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { readHierarchy, type DumpedNode } from '../packages/android/src/screen/hierarchy.ts';
import { boundsOf } from '../packages/android/src/screen/nodes.ts';
import {
  type DumpNode,
  hierarchyXml,
} from '../packages/virtual-phone/src/commands/uiautomator/hierarchy-xml.ts';
import type { AccessibilityNode } from '../packages/virtual-phone/src/framework/windows/accessibility.ts';
import type { PhoneWindow } from '../packages/virtual-phone/src/framework/windows/windows.ts';
import { phoneShell, type PhoneShell } from '../packages/virtual-phone/test/commands/phone-shell.ts';
import { corpora, count, namesIn, textOf } from '../packages/virtual-phone/test/corpus/corpus.ts';

/** The release of the corpus that each phone is compared with: its own, or the nearest older one. */
const releases = [
  { release: 14, like: '14' },
  { release: 12, like: '11' },
  { release: 9, like: '8.1' },
] as const;

/** A tree of the corpus, which the real dumper got. */
interface Given {
  readonly class: string | null;
  readonly package: string | null;
  readonly text: string | null;
  readonly desc: string | null;
  readonly id: string | null;
  readonly bounds: readonly [number, number, number, number];
  readonly flags: readonly string[];
  readonly children: readonly (Given | null)[];
}

function nodeOf(given: Given, index = 0): DumpNode {
  const [left, top, right, bottom] = given.bounds;
  const is = (flag: string) => given.flags.includes(flag);
  return {
    index,
    class: given.class ?? '',
    package: given.package ?? '',
    text: given.text ?? '',
    description: given.desc ?? '',
    resourceId: given.id ?? '',
    bounds: { left, top, right, bottom },
    checkable: is('checkable'),
    checked: is('checked'),
    clickable: is('clickable'),
    enabled: is('enabled'),
    focusable: is('focusable'),
    focused: is('focused'),
    scrollable: is('scrollable'),
    longClickable: is('longClickable'),
    password: is('password'),
    selected: is('selected'),
    visible: is('visibleToUser'),
    children: given.children.map((child, place) => child && nodeOf(child, place)),
  };
}

const screen = { left: 0, top: 0, right: 1080, bottom: 1920 };

function windowOf(root: DumpNode | null): PhoneWindow {
  return {
    id: 7,
    kind: 'application',
    title: 'com.example.app/com.example.app.MainActivity',
    package: 'com.example.app',
    bounds: screen,
    layer: 0,
    focused: true,
    active: true,
    secure: false,
    touchable: true,
    focusable: true,
    owner: 1,
    // The phone's own views never vanish during a reading; some in the corpus do.
    root: () => root as AccessibilityNode | null,
  };
}

/** The windows that the real dumper got for `--windows`; the tree is only the content of a plain dump. */
function scriptedWindows(root: DumpNode | null): PhoneWindow[] {
  assert.ok(root);
  const place = { ...screen, right: 100, bottom: 100 };
  const button = { ...root, class: 'android.widget.Button', text: 'OK', clickable: true, bounds: place };
  const bar = { ...screen, bottom: 66 };
  const status = { package: 'com.android.systemui', resourceId: 'com.android.systemui:id/status_bar' };
  const behind = { focused: false, active: false };
  return [
    {
      ...windowOf({ ...root, ...status, bounds: bar }),
      ...behind,
      id: 3,
      kind: 'statusBar',
      title: '',
      bounds: bar,
      layer: 2,
    },
    {
      ...windowOf(null),
      ...behind,
      id: 9,
      kind: 'keyboard',
      title: 'InputMethod',
      bounds: { ...screen, top: 1200 },
      layer: 1,
    },
    windowOf({ ...root, children: [button] }),
    {
      ...windowOf(root),
      ...behind,
      id: 11,
      kind: 'popup',
      title: 'Dialog & <x>',
      bounds: { left: 0, top: 0, right: 500, bottom: 500 },
      layer: 3,
    },
  ];
}

interface Answer {
  readonly command: string;
  readonly stdout: string;
  readonly stderr: string;
  readonly died: boolean;
  readonly file: string | undefined;
}

/** The command of the real program and its answer. */
function answerIn(console: string, file: string | undefined): Answer {
  const part = (name: string) => new RegExp(`^--- ${name}\\n([^]*?)(?=^--- )`, 'm').exec(console)?.[1] ?? '';
  return {
    command: /^\$ (.*)$/m.exec(console)?.[1]?.trim() ?? '',
    stdout: part('stdout'),
    stderr: part('stderr'),
    died: console.includes('\n--- uncaught exception'),
    file,
  };
}

/** Of a help page its first line, which is what the phone has of it. */
const formOf = (text: string) => (text.startsWith('Usage:') ? text.split('\n', 1).join('') : text);

async function ask(
  t: TestContext,
  { phone, run }: PhoneShell,
  name: string,
  { answer, tree }: { answer: Answer; tree: Given | undefined },
): Promise<Answer> {
  const rotation = /<hierarchy rotation="(\d)"/.exec(answer.file ?? '')?.[1] ?? '0';
  phone.framework.settings.put('system', 'accelerometer_rotation', '0');
  phone.framework.settings.put('system', 'user_rotation', rotation);
  const root = tree === undefined ? null : nodeOf(tree);
  const windows = name === 'windows-option' ? scriptedWindows(root) : [windowOf(root)];
  const mock = t.mock.method(phone.framework, 'windows', () => windows);
  if (name === 'idle-timeout') phone.faults.apply({ kind: 'dump', how: 'idle', times: 1 });
  if (name === 'already-registered') phone.faults.apply({ kind: 'dump', how: 'killed', times: 1 });
  await run('rm -f /sdcard/window_dump.xml');
  const { out, err, code } = await run(answer.command);
  mock.mock.restore();
  const written = await run('cat /sdcard/window_dump.xml');
  const file = written.code === 0 ? written.out : undefined;
  return { command: answer.command, stdout: out, stderr: err, died: code === 137, file };
}

for (const corpus of corpora()) {
  describe(`uiautomator, against ${corpus.name}`, () => {
    for (const { release, like } of releases) {
      test(`Android ${release} writes every tree as ${like} does, byte for byte`, async (t) => {
        const folder = corpus.path('android-truth', 'uiautomator', like);
        const shell = await phoneShell(t, { release });
        shell.phone.framework.override({ size: { width: 1080, height: 1920 } });
        const names = namesIn(folder, '.console.txt');
        assert.notEqual(names.length, 0);
        const different: string[] = [];
        for (const name of names) {
          const file = textOf(`${folder}/${name}.xml`);
          const answer = answerIn(textOf(`${folder}/${name}.console.txt`) ?? '', file);
          const given = textOf(`${folder}/${name}.tree.json`);
          // JSON.parse: the corpus' own format, checked by the comparison
          const tree = given === undefined ? undefined : (JSON.parse(given) as Given);
          // Releases that skip `--windows` got the plain tree.
          const scenario =
            name === 'windows-option' && file?.includes('<displays>') === false ? 'plain' : name;
          const said = await ask(t, shell, scenario, { answer, tree });
          const actual = { ...said, stderr: formOf(said.stderr), file: withoutListedPopup(said.file) };
          const expected = { ...answer, stderr: formOf(answer.stderr) };
          if (!isDeepStrictEqual(actual, expected)) different.push(name);
        }
        count(t, `uiautomator of Android ${release}, ${corpus.name}`, names.length, different);
      });
    }
  });
}

/** The corpus has its popup only as a child; a phone lists it separately as well. */
function withoutListedPopup(xml: string | undefined): string | undefined {
  return xml?.replace(/<window index="3" title="Dialog[^]*?<\/window>(?=<\/display>)/, '');
}

/** The nodes of a recorded dump, before the dumper wrote them. */
function treeOf(nodes: readonly DumpedNode[], labelledUnseen: boolean): DumpNode | undefined {
  const made: (DumpNode & { readonly children: DumpNode[] })[] = [];
  for (const { attributes, parent } of nodes) {
    const is = (name: string) => attributes[name] === 'true';
    const node = {
      index: Number(attributes.index),
      class: attributes.class ?? '',
      package: attributes.package ?? '',
      text: attributes.text ?? '',
      description: attributes['content-desc'] ?? '',
      resourceId: attributes['resource-id'] ?? '',
      bounds: boundsOf(attributes.bounds),
      checkable: is('checkable'),
      checked: is('checked'),
      clickable: is('clickable'),
      enabled: is('enabled'),
      focusable: is('focusable'),
      focused: is('focused'),
      scrollable: is('scrollable'),
      longClickable: is('long-clickable'),
      password: is('password'),
      selected: is('selected'),
      visible: true,
      children: new Array<DumpNode>(),
    };
    made.push(node);
    if (parent !== undefined) made[parent]?.children.push(node);
    if (labelledUnseen && node.class === 'android.view.View')
      node.children.push({ ...node, text: '1', visible: false, children: [] });
  }
  return made[0];
}

/** The month below the visible one has days that are scrolled away, with labels that no recording shows. */
const labelledUnseen = new Set(['30-date-picker-dialog']);

const recordings = [
  {
    name: 'the fixtures',
    folder: fileURLToPath(new URL('../packages/android/test/fixtures/android-5.1/dumps/', import.meta.url)),
  },
  ...corpora()
    .slice(1)
    .map(({ name, path }) => ({ name, folder: path('android-5.1', 'dumps') })),
];

for (const { name: which, folder } of recordings) {
  test(`Android 5 writes every recorded screen as the recorded phone did (${which})`, (t) => {
    const names = namesIn(folder, '.xml');
    assert.notEqual(names.length, 0);
    const different = names.filter((name) => {
      const xml = textOf(`${folder}/${name}.xml`)?.trimEnd() ?? '';
      const [window] = readHierarchy(xml);
      const root = window && treeOf(window.nodes, labelledUnseen.has(name));
      assert.ok(root, name);
      const rotation = window.rotation ?? 0;
      const size = rotation % 2 === 1 ? { right: 800, bottom: 480 } : { right: 480, bottom: 800 };
      return hierarchyXml(root, { rotation, screen: { left: 0, top: 0, ...size } }) !== xml;
    });
    count(t, `screens of Android 5.1, ${which}`, names.length, different);
  });
}
