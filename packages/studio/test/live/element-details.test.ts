import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { IdHistory } from '../../src/live/id-history.ts';
import { box, button, calculator, field, full, node, viewOf } from '@handeye/testing/screens';
import { watchable } from './watched.ts';

/** A form with two buttons of the same name, and one with a name of its own. */
function twoSaves() {
  return viewOf(
    node('FrameLayout', full, {
      children: [
        button('Save', box(0, 100, 500, 200)),
        button('Save', box(0, 300, 500, 400), {
          description: 'Save a copy',
          resourceId: 'com.example.app:id/copy',
        }),
        field('secret', box(0, 500, 500, 600), { text: 'hunter2', password: true, hint: 'Password' }),
      ],
    }),
  );
}

async function detailsIn(t: TestContext, view: ReturnType<typeof viewOf>, label: string) {
  const { seen, element, pass, watch, leave, tools } = watchable(t, view);
  watch();
  await pass(1_000);
  const id =
    seen[0]?.screen.elements.find((one) => one.label === label || one.role === label)?.id ?? assert.fail();
  const details = (await element(id)) ?? assert.fail();
  leave();
  return { details, tools };
}

test('only names that mean this element and no other are offered, and the tools take each of them', async (t) => {
  const { details, tools } = await detailsIn(t, twoSaves(), 'Save, Save a copy');
  assert.deepEqual(
    details.targets.map((target) => target.replace(/\d+/, 'N')),
    ['node_N', 'text:Save a copy', 'desc:Save a copy', 'res:copy'],
  );
  for (const element_id of details.targets) await tools.text('click_element', { element_id });
});

test('the calls that are offered work as they are', async (t) => {
  const { details, tools } = await detailsIn(t, calculator(), '7');
  assert.deepEqual(
    details.calls.map(({ tool }) => tool),
    ['click_element', 'get_element_details'],
  );
  for (const { tool, arguments: args } of details.calls) await tools.text(tool, args);
});

test('a password is nowhere in the details of its field', async (t) => {
  const { details } = await detailsIn(t, twoSaves(), 'EditText');
  assert.ok(details.properties.some(([name, value]) => name === 'flags' && value.includes('password')));
  assert.doesNotMatch(JSON.stringify(details), /hunter2/);
});

test('the history of an id tells where it was, what it said, and when it left', async (t) => {
  const { device, seen, element, pass, watch, leave } = watchable(t, calculator('0'));
  watch();
  await pass(1_000);
  const id = seen[0]?.screen.elements.find(({ label }) => label === '0')?.id ?? assert.fail();
  device.view = calculator('7');
  await pass(2_000);
  device.view = viewOf(node('FrameLayout', full, { children: [button('Other', box(0, 0, 9, 9))] }));
  await pass(2_000);
  const gone = await element(id);
  leave();
  assert.equal(gone?.isThere, false);
  const what = gone.history.map((event) => event.what);
  assert.match(what[0] ?? '', /^first seen as “0” \(TextView\) at 60,300/);
  assert.equal(what[1], 'says “7”, before “0”');
  assert.match(what[2] ?? '', /^left the screen/);
});

test('the history stays small, however much happens', () => {
  const history = new IdHistory();
  const seen = (id: string, label: string, top: number) => ({
    id,
    label,
    role: 'Button',
    box: { left: 0, top, right: 10, bottom: top + 10 },
    window: 0,
    scrolls: false,
  });
  for (let round = 0; round < 500; round += 1) {
    const passing = Array.from({ length: 20 }, (_, at) => seen(`node_${round * 20 + at}`, 'row', at));
    history.note([seen('node_1000000', String(round), round), ...passing], round, () => 'left the screen');
  }
  const events = history.of('node_1000000');
  assert.equal(events.length, 20);
  assert.match(events[0]?.what ?? '', /^first seen as “0”/);
  assert.match(events.at(-1)?.what ?? '', /^says “499”/);
  assert.deepEqual(history.of('node_1'), []);
  assert.equal(history.of('node_9999').length, 1);
});
