import assert from 'node:assert/strict';
import { test } from 'node:test';
import { leanText } from '../packages/handeye/src/ui/format/lean.ts';
import { dumpOf, type DumpView } from '../bench/tokens/dump.ts';
import { snapshotOf } from '../bench/tokens/formats.ts';
import { generatedScreens } from '../bench/tokens/generated.ts';
import { recallOf } from '../bench/tokens/recall.ts';

test('the made-up screens are several hundred, the same each time, and can be read', () => {
  const screens = generatedScreens();
  assert.ok(screens.length >= 300);
  assert.deepEqual(screens, generatedScreens());
  for (const screen of screens) assert.ok(snapshotOf(screen).elements.length > 5, screen.name);
});

test('a switch of Settings is as dumps of each release have it', () => {
  const switchIn = (group: string) => {
    const xml = generatedScreens().find(
      (screen) => screen.group === group && screen.xml.includes('.Switch"'),
    )?.xml;
    return /<node [^>]*class="android\.widget\.Switch"[^>]*>/.exec(xml ?? '')?.[0] ?? '';
  };
  assert.match(switchIn('settings 9'), /text="(ON|OFF)".* clickable="true"/);
  assert.match(switchIn('settings 11'), /text="" .*checkable="true".* clickable="false"/);
  assert.match(switchIn('vivo'), /text="(开启|关闭)" resource-id=""/);
});

const row: DumpView = {
  class: 'android.widget.LinearLayout',
  at: [0, 0, 1080, 200],
  is: ['clickable'],
  desc: 'Likes, 0, 0',
  children: [
    { class: 'android.widget.TextView', at: [0, 0, 500, 100], text: 'Likes' },
    { class: 'android.widget.TextView', at: [500, 0, 700, 100], text: '0' },
    { class: 'android.widget.TextView', at: [700, 0, 900, 100], text: '0' },
    { class: 'android.widget.Switch', at: [900, 0, 1080, 100], text: 'ON', is: ['checkable', 'checked'] },
  ],
};

function snapshot() {
  const root: DumpView = {
    class: 'android.widget.FrameLayout',
    at: [0, 0, 1080, 2400],
    children: [row, { class: 'android.widget.TextView', at: [0, 300, 1080, 400], text: 'x'.repeat(140) }],
  };
  const size = { width: 1080, height: 2400 };
  const made = snapshotOf({
    group: 'test',
    name: 'a row',
    app: 'com.example',
    size,
    xml: dumpOf(root, 'com.example'),
  });
  const handle = made.elements.find(({ node }) => node.clickable)!;
  return { made, id: handle.id.replace('node_', '') };
}

test('a text that is missing, merged with an equal one or in a wrong line is missed', () => {
  const { made, id } = snapshot();
  const long = `- ${'x'.repeat(100)}…(140)`;
  const missing = (...lines: string[]) =>
    recallOf(made, ['1080x2400 s1 com.example', ...lines].join('\n')).missing.length;
  assert.equal(missing(`${id} [on] Likes | 0 | 0`, long), 0);
  assert.equal(missing(`${id} [on] Likes | 0`, long), 1, 'one of two equal texts');
  assert.equal(missing(`${id} [on] Likes | 0 | 0`), 1, 'the long text');
  assert.equal(missing(`${id} Likes | 0 | 0`, long), 1, 'the state');
  assert.equal(missing('999 [on] Likes | 0 | 0', long), 5, 'the handle, and all in the line of another');
});

test('a handle that shows only what it is and where has no label', () => {
  const { made, id } = snapshot();
  const labelled = (line: string) => recallOf(made, line).labelled;
  assert.equal(labelled(`${id} [on] Likes`), 1);
  assert.equal(labelled(`${id} #like_row`), 1);
  assert.equal(labelled(`${id} [hold] button @540,100`), 0);
  assert.equal(labelled(`node_${id}\ttap\t\t\t\t540,100`), 0);
  assert.equal(labelled(`node_${id}\ttap\t\t\tlike_row\t540,100`), 1);
});

test('lean leaves out no text and no handle of any made-up screen', () => {
  for (const screen of generatedScreens()) {
    const made = snapshotOf(screen);
    assert.deepEqual(recallOf(made, leanText(made)).missing, [], screen.name);
  }
});
