import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createIdentity } from '../src/identity/identity.ts';
import { makeNode, type NodeParts, type UiNode } from '../src/node.ts';
import { box, node, viewOf } from '@handeye/testing/view-screens';

const HEIGHT = 100;

/** Nodes below each other. */
function stacked(parts: readonly Partial<NodeParts>[]): UiNode[] {
  return parts.map((part, at) => makeNode({ ...part, bounds: box(0, at * HEIGHT, 1000, (at + 1) * HEIGHT) }));
}

function panel(...parts: readonly Partial<NodeParts>[]): UiNode {
  return node({ className: 'Panel', children: stacked(parts) });
}

const text = (shown: string): Partial<NodeParts> => ({ className: 'Text', text: shown });
const button = (shown: string): Partial<NodeParts> => ({ className: 'Button', text: shown, clickable: true });
const row = (...texts: readonly string[]): Partial<NodeParts> => ({
  className: 'Row',
  clickable: true,
  children: texts.map((shown) => node(text(shown))),
});

/** The surroundings of the changing part: enough of the screen to show that it stays the same one. */
const around = ['Home', 'Search', 'Library', 'Profile', 'Help', 'About'].map((shown, at) =>
  node({ className: 'Text', resourceId: `app:id/around${at}`, text: shown }),
);

/** Which of the elements below the changing part kept their ids, in tree order: their texts now, or - for a new id. */
function kept(before: UiNode, after: UiNode, { gesture = false } = {}): string {
  const identity = createIdentity();
  const see = (part: UiNode) =>
    identity.identify(viewOf(node({ className: 'Root', children: [part, ...around] }))).elements;
  const known = new Set(see(before).map(({ id }) => id));
  if (gesture) identity.noteGesture();
  return see(after)
    .filter(({ node: { text: shown, resourceId } }) => shown !== undefined && !resourceId?.includes('around'))
    .map(({ id, node: { text: shown } }) => (known.has(id) ? shown : '-'))
    .join(' ');
}

describe('what stays in place keeps its id', () => {
  test("the neighbours of a picker's number, however far it was turned", () => {
    const picker = (...[less, chosen, more]: [string, string, string]) =>
      panel(button(less), { ...text(chosen), resourceId: 'android:id/numberpicker_input' }, button(more));
    assert.equal(kept(picker('07', '08', '09'), picker('08', '09', '10')), '08 09 10');
    assert.equal(kept(picker('07', '08', '09'), picker('05', '06', '07')), '05 06 07');
  });

  test('counters and the lines of a status, several at a time and equal by chance', () => {
    assert.equal(
      kept(panel(text('0'), text('0'), text('3')), panel(text('0'), text('7'), text('4'))),
      '0 7 4',
    );
    assert.equal(
      kept(panel(text('Idle'), text('0 %'), text('Wait')), panel(text('Loading'), text('7 %'), text('Wait'))),
      'Loading 7 % Wait',
    );
  });

  test('rows whose titles stay, also if all of them change and one is added', () => {
    const before = panel(row('Wi-Fi', 'Off'), row('Bluetooth', 'On'), row('Mobile data', 'Off'));
    assert.equal(
      kept(before, panel(row('Wi-Fi', 'On'), row('Bluetooth', 'Off'), row('Mobile data', 'On'))),
      'Wi-Fi On Bluetooth Off Mobile data On',
    );
    assert.equal(
      kept(
        before,
        panel(row('VPN', 'Off'), row('Wi-Fi', 'Off'), row('Bluetooth', 'Off'), row('Mobile data', 'Off')),
      ),
      '- - Wi-Fi Off Bluetooth Off Mobile data Off',
    );
  });

  test('switches that say their state in words, the platform’s or their own', () => {
    const toggle = (shown: string, checked: boolean, className = 'android.widget.Switch') => ({
      className,
      text: shown,
      checkable: true,
      clickable: true,
      checked,
    });
    assert.equal(
      kept(panel(toggle('ON', true), toggle('OFF', false)), panel(toggle('OFF', false), toggle('ON', true))),
      'OFF ON',
    );
    const own = (checked: boolean) =>
      toggle(checked ? 'Stop' : 'Start', checked, 'android.widget.ToggleButton');
    assert.equal(kept(panel(own(false), own(false)), panel(own(true), own(false))), 'Stop Start');
  });

  test('a button that counts, beside others', () => {
    assert.equal(
      kept(
        panel(button('All (3)'), button('Open (2)'), button('Done (1)')),
        panel(button('All (3)'), button('Open (1)'), button('Done (2)')),
      ),
      'All (3) Open (1) Done (2)',
    );
  });

  test('the rows of a list while their titles stay, also while it scrolls', () => {
    const list = (from: number, state: string): UiNode =>
      makeNode({
        className: 'androidx.recyclerview.widget.RecyclerView',
        scrollable: true,
        bounds: box(0, 0, 1000, 500),
        children: ['A', 'B', 'C', 'D', 'E', 'F', 'G'].slice(from, from + 5).map((name, at) =>
          makeNode({
            ...row(name, name === 'D' ? state : 'On'),
            bounds: box(0, at * HEIGHT, 1000, (at + 1) * HEIGHT),
          }),
        ),
      });
    assert.equal(kept(list(0, 'On'), list(0, 'Off')), 'A On B On C On D Off E On');
    assert.equal(kept(list(0, 'On'), list(1, 'Off'), { gesture: true }), 'B On C On D Off E On - -');
  });
});

describe('what may be something else gets a new id', () => {
  test('a button with other words', () => {
    assert.equal(kept(panel(button('Cancel'), button('OK')), panel(button('Delete'), button('OK'))), '- OK');
  });

  test('the days of the next week and the next pages', () => {
    const days = (...shown: string[]) => panel(...shown.map(button));
    assert.equal(kept(days('Mon 2', 'Tue 3', 'Wed 4'), days('Mon 9', 'Tue 10', 'Wed 11')), '- - -');
    assert.equal(
      kept(days('Previous', '1', '2', '3', 'Next'), days('Previous', '4', '5', '6', 'Next')),
      'Previous - - - Next',
    );
  });

  test('replies and rows that were replaced by others in the same place', () => {
    const replies = (...shown: string[]) => panel(...shown.map(button));
    assert.equal(kept(replies('Yes', 'No', 'Later'), replies('Thanks', 'OK', 'Sure')), '- - -');
    assert.equal(
      kept(panel(row('Ada', 'Hi'), row('Bob', 'Yo')), panel(row('Cy', 'Hi'), row('Dee', 'Yo'))),
      '- - - -',
    );
  });

  test('rows of a short list, if one was removed and one was added', () => {
    const rows = (...names: string[]) => panel(...names.map((name) => row(name, 'Delete')));
    const after = kept(rows('Ada', 'Bob', 'Cy'), rows('Bob', 'Cy', 'Dee'));
    assert.equal(after, 'Bob Delete Cy Delete - -');
    assert.equal(kept(rows('Ada', 'Ada', 'Bob'), rows('Ada', 'Bob', 'Cy')), '- - - - - -');
  });

  test('the rows of an Android list that fits on the screen and does not say that it scrolls', () => {
    const list = (...names: string[]): UiNode =>
      makeNode({
        className: 'android.widget.ListView',
        bounds: box(0, 0, 1000, 1500),
        children: stacked(names.map((name) => ({ className: 'Text', text: name }))),
      });
    assert.equal(kept(list('apple', 'ant', 'axe'), list('bee', 'bat', 'boy')), '- - -');
    assert.equal(kept(list('apple', 'ant', 'axe'), list('apple', 'bat', 'axe')), 'apple - axe');
  });

  test('messages of the same people, further down', () => {
    const chat = (...messages: [string, string][]): UiNode =>
      makeNode({
        className: 'android.widget.ListView',
        scrollable: true,
        bounds: box(0, 0, 1000, 200),
        children: stacked(messages.map((message) => row(...message))),
      });
    assert.equal(
      kept(chat(['Ada', 'Hi'], ['Bob', 'Yo']), chat(['Ada', 'How?'], ['Bob', 'Fine']), { gesture: true }),
      '- - - -',
    );
  });

  test('a page of a wizard that has the shape of the last one', () => {
    const page = (...shown: string[]) => node({ className: 'Panel', children: stacked(shown.map(button)) });
    const identity = createIdentity();
    const see = (root: UiNode) => identity.identify(viewOf(root)).elements.map(({ id }) => id);
    const first = see(page('Name (1)', 'Street (2)', 'Town (3)', 'Next (4)'));
    const second = see(page('Card (1)', 'Number (2)', 'Expiry (3)', 'Pay (4)'));
    assert.deepEqual(
      second.slice(1).filter((id) => first.includes(id)),
      [],
    );
  });
});

test('a row that was removed from a list that fits on the screen did not leave it by scrolling', () => {
  const identity = createIdentity();
  const see = (...names: string[]) =>
    identity.identify(
      viewOf(
        makeNode({
          className: 'android.widget.ListView',
          bounds: box(0, 0, 1000, 1500),
          children: stacked(names.map((name) => row(name, 'Delete'))),
        }),
      ),
    ).elements;
  const last = see('Ada', 'Bob', 'Cy').find(({ node: { text: shown } }) => shown === 'Cy');
  see('Ada', 'Bob');
  assert.equal(identity.scrolledOut(last!.id), undefined);
});

describe('the successor of an id that is no longer known', () => {
  const see = (...parts: Partial<NodeParts>[]) =>
    viewOf(node({ className: 'Root', children: stacked(parts) }));

  test('is the element in its place', () => {
    const identity = createIdentity();
    const [, cancel, ok] = identity.identify(see(button('Cancel'), button('OK'))).elements;
    const after = identity.identify(see(button('Delete'), button('OK')));
    const successor = identity.successorOf(cancel!.id, after);
    assert.equal(successor?.was, 'Cancel');
    assert.equal(successor.now.node.text, 'Delete');
    assert.equal(identity.successorOf(ok!.id, after), undefined, 'what is there has none');
  });

  test('is found below parents that are others now, too', () => {
    const identity = createIdentity();
    const before = identity.identify(see(row('Ada', 'Hi'), row('Bob', 'Yo'))).elements;
    const after = identity.identify(see(row('Cy', 'Hi'), row('Dee', 'Yo')));
    const hi = before.find(({ node: { text: shown } }) => shown === 'Ada')!;
    assert.equal(identity.successorOf(hi.id, after)?.now.node.text, 'Cy');
  });

  test('is undefined without an element of its kind, on another screen, and for an unknown id', () => {
    const identity = createIdentity();
    const [, first] = identity.identify(see(button('A'), button('B'))).elements;
    assert.equal(identity.successorOf(first!.id, identity.identify(see(text('x')))), undefined);
    assert.equal(identity.successorOf('node_1', identity.identify(see(text('x')))), undefined);
  });
});
