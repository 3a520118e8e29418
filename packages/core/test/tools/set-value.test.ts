import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { View } from '@handeye/screen/snapshot';
import { box, button, field, full, node, viewOf } from '@handeye/testing/screens';
import { capable, fingerOnly, ScriptedDevice } from '@handeye/testing/scripted-device';
import { bench } from '@handeye/testing/tools';

const lean = { screenFormat: 'lean' } as const;

async function idOf({ text }: ReturnType<typeof bench>, value: string): Promise<string> {
  const answer = await text('find_elements', { by: 'resource_id', value });
  return /^\d+/.exec(answer)?.[0] ?? assert.fail(answer);
}

describe('set_value', () => {
  test('a date for a text field is an error that says how set_text takes it', async () => {
    const tools = bench(
      viewOf(node('FrameLayout', full, { children: [field('due', box(0, 0, 400, 100))] })),
      lean,
    );
    const element_id = await idOf(tools, 'due');
    assert.match(
      await tools.fails('set_value', { element_id, value: '2026-11-20' }, 'action_failed'),
      /is a text field\. Use set_text: a date field takes 2026-11-20, any other the form that it shows\.$/,
    );
    assert.match(
      await tools.fails('set_value', { element_id, value: '40' }, 'action_failed'),
      /Use set_text\.$/,
    );
  });

  test('types a time into the fields that a clock face has behind its keyboard button', async () => {
    const clock = (fields: readonly [string, string] | undefined): View =>
      viewOf(
        node('android.widget.TimePicker', full, {
          resourceId: 'android:id/timePicker',
          children: [
            button('', box(0, 2000, 200, 2100), { resourceId: 'android:id/toggle_mode' }),
            ...(fields
              ? fields.map((text, at) =>
                  field(`android:id/input_${at}`, box(300 * at, 0, 300 * at + 200, 100), { text }),
                )
              : [node('android.widget.RadialTimePickerView', box(0, 300, 1000, 1300))]),
          ],
        }),
      );
    const tools = bench(clock(undefined), lean);
    let fields: [string, string] = ['06', '30'];
    tools.device.react = (deed, device) => {
      if (deed.did !== 'act') return;
      if (deed.action.kind === 'setText')
        fields = deed.on.endsWith('0') ? [deed.action.text, fields[1]] : [fields[0], deed.action.text];
      device.view = clock(fields);
    };
    const id = await idOf(tools, 'timePicker');
    assert.equal(
      await tools.text('set_value', { element_id: id, value: '2:05 pm' }),
      `Value set on element '${id}': 14:05`,
    );
    assert.deepEqual(fields, ['14', '05']);
  });

  test('names the day of a calendar that is to be clicked', async () => {
    const day = node('android.view.View', box(100, 500, 200, 600), {
      text: '20',
      description: '20 November 2026',
      clickable: true,
    });
    const calendar = node('android.widget.DatePicker', full, {
      resourceId: 'android:id/datePicker',
      children: [day],
    });
    const tools = bench(viewOf(calendar), lean);
    const id = await idOf(tools, 'datePicker');
    assert.match(
      await tools.fails('set_value', { element_id: id, value: '2026-11-20' }, 'action_failed'),
      /is a calendar\. Turn it to month 11 of 2026 .* click_element the day 20 \('\d+' is 20 November 2026\)/,
    );
    assert.deepEqual(tools.device.actions, []);
  });

  test('says what it reached where a finger comes no nearer', async () => {
    // It moves in steps of a third.
    const slider = (current: number) =>
      viewOf(
        node('FrameLayout', full, {
          children: [
            node('android.widget.SeekBar', box(0, 100, 1080, 200), {
              resourceId: 'a:id/bar',
              range: { min: 0, max: 3, current },
            }),
          ],
        }),
      );
    const device = new ScriptedDevice(slider(0), { capabilities: capable(fingerOnly) });
    device.react = (deed) => {
      const last = deed.did === 'touch' ? deed.strokes[0]?.at(-1) : undefined;
      if (last) device.view = slider(last.x > 540 ? 2 : 0);
    };
    const tools = bench(slider(0), { ...lean, device });
    const id = await idOf(tools, 'bar');
    assert.equal(
      await tools.text('set_value', { element_id: id, value: '1' }),
      `Value set on element '${id}': 2 (67 % of 0 to 3), the nearest that a finger reached`,
    );
    assert.equal(device.actions.length, 4);
  });

  test('touches nothing that is covered, disabled or off its scale', async () => {
    const bar = (parts: object) =>
      node('android.widget.SeekBar', box(0, 100, 1080, 200), { resourceId: 'a:id/bar', ...parts });
    const over = button('Over', box(0, 0, 1080, 300));
    for (const children of [[bar({}), over], [bar({ enabled: false })]]) {
      const tools = bench(viewOf(node('FrameLayout', full, { children })), lean);
      const id = await idOf(tools, 'bar');
      await tools.fails('set_value', { element_id: id, value: '40%' }, 'action_failed');
      assert.deepEqual(tools.device.actions, []);
    }
  });

  test('a time goes into no fields but the own ones of its picker', async () => {
    const page = node('FrameLayout', full, {
      children: [
        field('a:id/title', box(0, 0, 1080, 100), { text: 'Call' }),
        field('a:id/notes', box(0, 100, 1080, 200), { text: 'Ada' }),
        node('com.example.TimePicker', box(0, 300, 1080, 1300), { resourceId: 'a:id/picker' }),
      ],
    });
    const tools = bench(viewOf(page), lean);
    const id = await idOf(tools, 'picker');
    assert.match(
      await tools.fails('set_value', { element_id: id, value: '14:30' }, 'action_failed'),
      /has no wheels to set/,
    );
    assert.deepEqual(tools.device.actions, []);
  });

  test('of a page that has other things to use, a label means no slider', async () => {
    const slider = (top: number) =>
      node('android.widget.SeekBar', box(0, top, 1080, top + 100), {
        resourceId: 'a:id/bar',
        range: { min: 0, max: 100, current: 10 },
      });
    const label = (text: string, top: number) =>
      node('android.widget.TextView', box(0, top, 1080, top + 100), { text });
    const page = (children: ReturnType<typeof node>[]) => viewOf(node('FrameLayout', full, { children }));
    const mixed = bench(
      page([label('Battery', 0), button('Saver', box(0, 100, 1080, 200)), label('Volume', 300), slider(400)]),
      lean,
    );
    await mixed.fails('set_value', { element_id: 'text:Battery', value: '40%' }, 'action_failed');
    assert.deepEqual(mixed.device.actions, []);
    const row = node('android.widget.LinearLayout', box(0, 300, 1080, 500), {
      children: [label('Volume', 300), slider(400)],
    });
    const clear = bench(page([label('Battery', 0), row]), lean);
    await clear.text('set_value', { element_id: 'text:Volume', value: '40%' });
    assert.equal(clear.device.actions.length, 1);
    await clear.fails('set_value', { element_id: 'text:Battery', value: '40%' }, 'action_failed');
  });

  test('a wheel that begins again instead of going on to the number is left alone', async () => {
    const wheel = (shown: number): View =>
      viewOf(
        node('android.widget.NumberPicker', box(0, 0, 200, 600), {
          resourceId: 'a:id/hour',
          children: [
            button(String((shown + 23) % 24), box(0, 0, 200, 200)),
            node('android.widget.TextView', box(0, 200, 200, 400), { text: String(shown) }),
            button(String((shown + 1) % 24), box(0, 400, 200, 600)),
          ],
        }),
      );
    const device = new ScriptedDevice(wheel(20), { capabilities: capable(fingerOnly) });
    let [shown, taps] = [20, 0];
    device.react = (deed) => {
      if (deed.did !== 'touch') return;
      taps += deed.strokes.length;
      for (const [start] of deed.strokes) shown = (shown + (start.y > 300 ? 1 : 23)) % 24;
      device.view = wheel(shown);
    };
    const tools = bench(wheel(20), { ...lean, device });
    const id = await idOf(tools, 'hour');
    const { content, isError, _meta } = await tools.call('set_value', { element_id: id, value: '99' });
    assert.equal(isError, true);
    assert.equal(_meta?.['handeye/error'].kind, 'action_failed');
    const [failure, seen] = content.map((item) => (item.type === 'text' ? item.text : ''));
    assert.match(failure ?? '', /stopped at '1': it does not go on to '99'/);
    assert.match(seen ?? '', /^(?!nothing changed)/, 'what was done until then is told');
    assert.equal(taps, 5);
  });
});
