import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { box, button, field, node, viewOf } from '@handeye/testing/screens';
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
