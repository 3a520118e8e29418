import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { box, button, field, node, viewOf, windowOf } from '@handeye/testing/screens';
import { bench } from '@handeye/testing/tools';
import { PASSWORD } from '@handeye/testing/canary';

const lean = { screenFormat: 'lean' } as const;
const [left, right] = [box(0, 0, 500, 100), box(500, 0, 1000, 100)];
const pair = (first: string, second: string) =>
  viewOf(node('Panel', box(0, 0, 1000, 100), { children: [button(first, left), button(second, right)] }));

describe('the error for an id that is no longer known', () => {
  test('names in lean what is in its place, and does nothing to it', async () => {
    const { device, fails, text } = bench(pair('Cancel', 'OK'), lean);
    const cancel = (await text('find_elements', { by: 'text', value: 'Cancel' })).split(' ')[0]!;
    device.view = pair('Delete', 'OK');
    const why = await fails('click_element', { element_id: cancel }, 'element_not_found');
    const [, remove = ''] = / in its place: (\d+) /.exec(why) ?? [];
    assert.equal(
      why,
      `Element '${cancel}' not found on the screen. Call get_screen_state or find_elements to get current ids. ` +
        `${cancel} (Cancel) is gone; in its place: ${remove} (Delete)`,
    );
    assert.equal(
      await text('click_element', { element_id: remove }),
      `Click performed on element '${remove}'`,
    );
  });

  test('says in lean that the application was left, which a bare not_found does not', async () => {
    const { device, fails, text } = bench(pair('Cancel', 'OK'), lean);
    const cancel = (await text('find_elements', { by: 'text', value: 'Cancel' })).split(' ')[0]!;
    const root = node('Panel', box(0, 0, 1000, 100), { children: [button('Other', left)] });
    const app = 'com.example.launcher';
    device.view = viewOf(root, { app, windows: [windowOf(root, { key: 'home', app })] });
    const why = `${cancel} (Cancel) was in com.example.app, which was left; ${app} is in front now`;
    assert.ok(
      (await fails('click_element', { element_id: cancel }, 'element_not_found')).endsWith(`ids. ${why}`),
    );
    assert.equal(
      await text('get_element_details', { ids: [cancel, '12'] }),
      `id\ttext\tdesc\n${cancel}\tnot_found: ${why}\n12\tnot_found\tnot_found`,
    );
    assert.equal(
      await text('get_element_details', { ids: [cancel], last: 10 }),
      `${cancel}: not_found: ${why}`,
    );
    device.view = pair('Cancel', 'OK');
    await text('click_element', { element_id: cancel });
  });

  test('is one truth in a list: scrolled away, removed, or another id now', async () => {
    const cards = (...names: string[]) =>
      viewOf(
        node('ScrollView', box(0, 0, 1000, 1000), {
          scrollable: true,
          children: [
            node('LinearLayout', box(0, 0, 1000, 1000), {
              children: names.map((name, at) =>
                node('Card', box(0, at * 200, 1000, at * 200 + 200), { description: name, clickable: true }),
              ),
            }),
          ],
        }),
      );
    const { device, fails, text } = bench(cards('Reader', 'Login', 'Paint', 'Notes', 'Maps'), lean);
    const lines = (await text('get_screen_state')).split('\n');
    const idOf = (name: string) =>
      lines
        .find((line) => line.endsWith(name))
        ?.trim()
        .split(' ')[0] ?? '';
    // Without a gesture, the first card was removed.
    device.view = cards('Login', 'Paint', 'Notes', 'Maps', 'Clock');
    assert.match(
      await fails('click_element', { element_id: idOf('Reader') }, 'element_not_found'),
      /^Element '\d+' is gone from its list: it was removed, or the list has moved\. /,
    );
    // The card came back at another place with another id, which the error names.
    device.view = cards('Maps', 'Clock', 'Reader', 'Notes', 'Login');
    const why = await fails('click_element', { element_id: idOf('Paint') }, 'element_not_found');
    assert.doesNotMatch(why, /by scrolling/);
    for (const name of ['Reader', 'Login']) {
      const known = (await text('find_elements', { value: name })).split(' ')[0];
      if (known === idOf(name)) continue;
      assert.match(
        await fails('click_element', { element_id: idOf(name) }, 'element_not_found'),
        new RegExp(`in its place: ${known} \\(${name}\\)$`),
      );
    }
  });

  test('has ids in one form only in lean, that of the screen, but for those that the caller wrote in full', async () => {
    const label = viewOf(
      node('Panel', box(0, 0, 1000, 100), { children: [node('TextView', left, { text: 'Plain' })] }),
    );
    const { fails } = bench(label, lean);
    const why = await fails('click_element', { element_id: 'text:Plain' }, 'action_failed');
    assert.match(why, /^Element '\d+' is not clickable/);
    const id = /'(\d+)'/.exec(why)?.[1] ?? '';
    assert.match(
      await fails('click_element', { element_id: `node_${id}` }, 'action_failed'),
      new RegExp(`^Element 'node_${id}' is`),
    );
    assert.match(
      await bench(label).fails('click_element', { element_id: 'text:Plain' }, 'action_failed'),
      /^Element 'node_\d+' is not clickable/,
    );
  });

  test('tells in lean how a text is passed, if what was passed looks like one', async () => {
    const { fails } = bench(pair('Cancel', 'OK'), lean);
    assert.match(
      await fails('click_element', { element_id: 'Cancel' }, 'element_not_found'),
      /A text on the screen is passed as text:Cancel$/,
    );
  });

  test('stays the contract’s without lean', async () => {
    const { device, idOf, fails } = bench(pair('Cancel', 'OK'));
    const cancel = await idOf('Cancel');
    device.view = pair('Delete', 'OK');
    assert.equal(
      await fails('click_element', { element_id: cancel }, 'element_not_found'),
      `Element '${cancel}' not found on the screen. Call get_screen_state or find_elements to get current ids.`,
    );
  });

  test('cuts long labels, keeps them on one line, and never shows what is in a field', async () => {
    const secret = field('', left, { password: true, text: PASSWORD, description: 'PIN' });
    const open = field('', right, { text: 'private words', description: 'Note' });
    const fields = (...names: string[]) =>
      viewOf(
        node('Panel', box(0, 0, 1000, 100), {
          children: [secret, open].map((one, at) => ({ ...one, description: names[at] })),
        }),
      );
    const { device, fails, text } = bench(fields('PIN', 'Note'), lean);
    const idBy = async (value: string) =>
      (await text('find_elements', { by: 'content_desc', value })).trim().split(' ')[0]!;
    const pin = await idBy('PIN');
    device.view = fields(`Another\n${'very '.repeat(20)}long name`, 'Note');
    const why = await fails('click_element', { element_id: pin }, 'element_not_found');
    assert.match(why, /\(PIN\) is gone; in its place: \d+ \(Another very very very very very very ve…\)$/);
    assert.doesNotMatch(why, /hunter2|•|private/);
  });
});

test('what a model is told about ids is what holds for its format', () => {
  const of = (options: object) => bench(pair('Cancel', 'OK'), options).toolbox.instructions;
  assert.match(of({}), /Ids stay valid while their element is on the screen\./);
  assert.doesNotMatch(of(lean), /while their element is on the screen/);
  assert.match(of(lean), /after scrolling, and after leaving an app and coming back/);
  assert.match(of(lean), /Clicking a label clicks its row\. \[scroll\] may go on\./);
});
