import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { actionable } from '../../src/ui/format/compact.ts';
import { detailsText } from '../../src/ui/format/details.ts';
import { createIdentity } from '../../src/ui/identity/identity.ts';
import { leanText } from '../../src/ui/format/lean.ts';
import type { UiNode } from '../../src/ui/node.ts';
import { flat } from '../../src/ui/sanitize.ts';
import type { Snapshot } from '../../src/ui/snapshot.ts';
import { node, otherWindow, viewOf } from './screens.ts';
import { trees } from './trees.ts';
import { runs } from '../support/runs.ts';

function snapshotOf(root: UiNode): Snapshot {
  return createIdentity({ first: 1 }).identify(viewOf(root, otherWindow(undefined)));
}

function rowsOf(...children: UiNode[]): string[] {
  return leanText(snapshotOf(node({ children })))
    .split('\n')
    .slice(2, -1);
}

test('lean begins with one line about the screen and one that names the columns', () => {
  assert.deepEqual(leanText(snapshotOf(node())).split('\n'), [
    'app:com.example activity:.MainActivity screen:1080x2400',
    'id\tuse\ttext\tdesc\tres_id\tcentre\tstate',
    'window:keyboard Keyboard',
  ]);
});

test('a lean row tells use, texts, short resource id and centre, and leaves off what is empty', () => {
  const rows = rowsOf(
    node({ text: 'Hello' }),
    node({
      className: 'Button',
      text: 'Send',
      description: 'Send',
      resourceId: 'com.example:id/send',
      clickable: true,
    }),
    node({ description: 'Photo of Ada', clickable: true, longClickable: true }),
    node({ scrollable: true, resourceId: 'list' }),
  );
  assert.deepEqual(rows, [
    'node_2\t\tHello\t\t\t50,50',
    'node_3\ttap\tSend\t\tsend\t50,50',
    'node_4\ttap hold\t\tPhoto of Ada\t\t50,50',
    'node_5\tscroll\t\t\tlist\t50,50',
  ]);
});

test('only states that differ from the usual are told', () => {
  const rows = rowsOf(
    node({ text: 'Wi-Fi', clickable: true, checkable: true, checked: true }),
    node({ text: 'Bluetooth', clickable: true, checkable: true }),
    node({ text: 'Home', clickable: true, selected: true, focused: true, enabled: false }),
    node({ editable: true, password: true, text: 'abc', hint: 'Password' }),
    node({ editable: true, hint: 'Your\te-mail', error: 'Required' }),
    node({ text: 'Network', heading: true }),
    node({ text: 'below', clickable: true, visible: false }),
  );
  assert.deepEqual(
    rows.map((row) => row.split('\t').filter((_, at) => at === 1 || at === 6)),
    [
      ['check', 'checked'],
      ['check'],
      ['tap', 'selected, focused, disabled'],
      ['edit', 'password'],
      ['edit', 'hint: Your e-mail, error: Required'],
      ['', 'heading'],
      ['tap', 'offscreen'],
    ],
  );
});

test('a switch that only shows the state of the row around it is listed, on or off', () => {
  const setting = (title: string, checked: boolean) =>
    node({
      clickable: true,
      children: [
        node({ text: title, resourceId: 'android:id/title' }),
        node({
          className: 'android.widget.Switch',
          resourceId: 'android:id/switch_widget',
          checkable: true,
          checked,
        }),
      ],
    });
  const rows = rowsOf(setting('Bluetooth', true), setting('NFC', false));
  assert.deepEqual(
    rows.map((row) => row.replace(/^node_\d+/, '')),
    [
      '\ttap\t\t\t\t50,50',
      '\t\tBluetooth\t\ttitle\t50,50',
      '\t\t\t\tswitch_widget\t50,50\tchecked',
      '\ttap\t\t\t\t50,50',
      '\t\tNFC\t\ttitle\t50,50',
      '\t\t\t\tswitch_widget\t50,50\tunchecked',
    ],
  );
});

test('nodes that have only a resource id, and invisible texts, are left out', () => {
  assert.deepEqual(
    rowsOf(node({ resourceId: 'android:id/content' }), node({ text: 'gone', visible: false })),
    [],
  );
});

test('lean keeps every visible text and everything that can be acted on, in any tree', () => {
  fc.assert(
    fc.property(trees, (root) => {
      const snapshot = snapshotOf(root);
      const rows = leanText(snapshot).split('\n').slice(2, -1);
      const wanted = snapshot.elements.filter(
        ({ node: each }) =>
          actionable(each) ||
          (each.visible && (each.checkable || flat(each.text) !== '' || flat(each.description) !== '')),
      );
      assert.deepEqual(
        rows.map((row) => row.split('\t')[0]),
        wanted.map(({ id }) => id),
      );
      for (const row of rows) assert.ok(row.split('\t').length <= 7);
    }),
    { numRuns: runs(1_000) },
  );
});

test('details tell full values, and which ids are not there', () => {
  const long = 'x'.repeat(500);
  const snapshot = snapshotOf(
    node({ children: [node({ text: `a\tb\n${long}` }), node({ editable: true, hint: 'Name' })] }),
  );
  assert.equal(
    detailsText(snapshot, ['node_2', 'node_9', 'node_3', 'forged\nnode_2\tno']),
    `id\ttext\tdesc\nnode_2\ta b ${long}\t-\nnode_9\tnot_found\tnot_found\nnode_3\t-\thint: Name\nforged node_2 no\tnot_found\tnot_found`,
  );
});
