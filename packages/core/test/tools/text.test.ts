import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { actionFailed } from '../../src/device/errors.ts';
import { box, field, form, full, node, viewOf } from '@handeye/testing/screens';
import { capable, fingerOnly, ScriptedDevice } from '@handeye/testing/scripted-device';
import { defaultPolicy } from '../../src/guard/policy.ts';
import { bench } from '@handeye/testing/tools';
import { PASSWORD } from '@handeye/testing/canary';

describe('input_text', () => {
  test('types into the focused field and counts characters, not units', async () => {
    const { text, device } = bench(form({ focused: 'name' }));
    assert.equal(await text('input_text', { text: 'Ada 👩‍💻' }), 'Text input completed (7 characters)');
    assert.deepEqual(device.actions, [{ did: 'type', text: 'Ada 👩‍💻' }]);
  });

  test('focuses the given element first', async () => {
    const device = new ScriptedDevice(form(), { capabilities: capable(fingerOnly) });
    const { idOf, text } = bench(form(), { device });
    device.react = ({ did }) => {
      if (did === 'touch') device.view = form({ focused: 'name' });
    };
    await text('input_text', { text: 'Ada', element_id: await idOf('name') });
    assert.deepEqual(
      device.actions.map(({ did }) => did),
      ['touch', 'type'],
    );
  });

  test('waits a moment for the focus, and types nothing into another field', async () => {
    const late = bench(form());
    late.device.react = ({ did }) => {
      if (did === 'look' && late.device.deeds.length === 5) late.device.view = form({ focused: 'name' });
    };
    await late.text('input_text', { text: 'Ada', element_id: await late.idOf('name') });
    const { idOf, fails, device } = bench(form({ focused: 'secret' }));
    const id = await idOf('name');
    assert.match(
      await fails('input_text', { text: 'Ada', element_id: id }, 'action_failed'),
      /did not take the focus, so nothing was typed/,
    );
    assert.deepEqual(
      device.actions.map(({ did }) => did),
      ['act'],
    );
  });

  test('does not touch a field that has the focus already', async () => {
    const { idOf, text, device } = bench(form({ focused: 'name' }));
    await text('input_text', { text: 'Ada', element_id: await idOf('name') });
    assert.deepEqual(
      device.actions.map(({ did }) => did),
      ['type'],
    );
  });

  test('an empty text is typed as nothing', async () => {
    const { text } = bench(form({ focused: 'name' }));
    assert.equal(await text('input_text', { text: '' }), 'Text input completed (0 characters)');
  });

  test('says that a password is not verified', async () => {
    const { text } = bench(form({ focused: 'secret' }));
    const answer = await text('input_text', { text: PASSWORD });
    assert.match(answer, /^Text input completed \(15 characters\)\. This is a password field/);
  });

  test('a remark of the device does not hide that a password is not verified', async () => {
    const device = new ScriptedDevice(form({ focused: 'secret' }));
    device.type = () => Promise.resolve('It was typed key by key');
    const answer = await bench(device.view, { device }).text('input_text', { text: PASSWORD });
    assert.match(
      answer,
      /^Text input completed \(15 characters\)\. It was typed key by key\. This is a password field/,
    );
  });

  test('without a focused field it says what to do', async () => {
    for (const view of [form(), form({ focused: 'send' })]) {
      const { fails, device } = bench(view);
      assert.equal(
        await fails('input_text', { text: 'x' }, 'element_not_found'),
        'No focused editable element found. Focus an input field first or provide element_id.',
      );
      assert.deepEqual(device.actions, []);
    }
  });

  test('refuses an element that is not editable', async () => {
    const { idOf, fails, device } = bench(form());
    const id = await idOf('Send');
    const refusal = await fails('input_text', { text: 'x', element_id: id }, 'action_failed');
    assert.equal(refusal.split('. ')[0], `Element '${id}' is not editable`);
    assert.deepEqual(device.actions, [], 'it must not press a button on the way');
  });
});

describe('input_text reads back', () => {
  /** A field whose dump does not tell a hint from content; typing leaves `after` in it. */
  function typed(before: string, after: string, told?: { hint: string | undefined } | Error) {
    const shows = (text: string) => {
      const name = field('name', box(60, 320, 1020, 440), { text, focused: true });
      return viewOf(node('FrameLayout', full, { children: [name] }));
    };
    const device = new ScriptedDevice(shows(before));
    device.readsBackTyping = true;
    device.react = ({ did }) => {
      if (did === 'type') device.view = shows(after);
    };
    const focusedHint = () => (told instanceof Error ? Promise.reject(told) : Promise.resolve(told));
    return bench(device.view, { device: Object.assign(device, { focusedHint }) }).text('input_text', {
      text: 'Lovelace',
    });
  }
  const DONE = 'Text input completed (8 characters)';

  test('a text that was added, and one in place of a hint that the device tells', async () => {
    assert.equal(await typed('Ada ', 'Ada Lovelace', { hint: 'Your name' }), DONE);
    assert.equal(await typed('Your name', 'Lovelace', { hint: 'Your name' }), DONE);
  });

  test('a text that was replaced instead of added to', async () => {
    for (const hint of ['Your name', undefined]) {
      assert.match(
        await typed('Ada ', 'Lovelace', { hint }),
        /\. But the field now holds 8 characters: "Lovelace"/,
      );
    }
  });

  test('that nobody knows whether a hint or content was there', async () => {
    for (const told of [undefined, actionFailed('No answer.')]) {
      assert.match(await typed('Ada', 'Lovelace', told), /"Ada", was either its hint or was replaced$/);
    }
  });
});

describe('clear_text', () => {
  test('empties the focused field, or the given one', async () => {
    const { idOf, text, device } = bench(form({ name: 'Ada', focused: 'name' }));
    device.react = (deed) => {
      if (deed.did === 'act') device.view = form({ focused: 'name' });
    };
    assert.equal(await text('clear_text'), 'Text cleared successfully');
    assert.equal(await text('clear_text', { element_id: await idOf('name') }), 'Text cleared successfully');
  });

  test('an empty field is a success', async () => {
    const { text } = bench(form({ focused: 'name' }));
    assert.equal(await text('clear_text'), 'Text cleared successfully');
  });

  test('a field that keeps its text is reported', async () => {
    const { text } = bench(form({ name: 'Ada', focused: 'name' }));
    assert.match(
      await text('clear_text'),
      /^Text cleared successfully\. But the field now holds 3 characters: "Ada"/,
    );
  });

  test('nothing focused is element_not_found', async () => {
    await bench(form()).fails('clear_text', {}, 'element_not_found');
  });
});

describe('press_key', () => {
  test('BACK and HOME are the system keys', async () => {
    const { text, device } = bench(form());
    assert.equal(await text('press_key', { key: 'BACK' }), "Key 'BACK' pressed successfully");
    assert.equal(await text('press_key', { key: 'HOME' }), "Key 'HOME' pressed successfully");
    assert.deepEqual(device.actions, [
      { did: 'press', key: 'BACK' },
      { did: 'press', key: 'HOME' },
    ]);
  });

  test('a device without the system key says why', async () => {
    const device = new ScriptedDevice(form(), {
      capabilities: capable({ back: 'A desktop has no back key.' }),
    });
    const { fails } = bench(device.view, { device });
    assert.equal(
      await fails('press_key', { key: 'BACK' }, 'permission_denied'),
      'A desktop has no back key.',
    );
    assert.deepEqual(device.actions, []);
  });

  test('DEL and SPACE need a focused field, ENTER and TAB any focused element', async () => {
    for (const key of ['ENTER', 'TAB', 'DEL', 'SPACE']) {
      await bench(form()).fails('press_key', { key }, 'element_not_found');
      assert.equal(
        await bench(form({ focused: 'name' })).text('press_key', { key }),
        `Key '${key}' pressed successfully`,
      );
    }
    for (const key of ['DEL', 'SPACE'])
      await bench(form({ focused: 'send' })).fails('press_key', { key }, 'element_not_found');
    for (const key of ['ENTER', 'TAB']) await bench(form({ focused: 'send' })).text('press_key', { key });
  });

  test('a remark of the device is passed on', async () => {
    const device = new ScriptedDevice(form({ focused: 'name' }));
    device.press = () => Promise.resolve('Tab moved the focus: this device cannot insert one');
    const { text } = bench(device.view, { device });
    assert.equal(
      await text('press_key', { key: 'TAB' }),
      "Key 'TAB' pressed successfully. Tab moved the focus: this device cannot insert one",
    );
  });
});

describe('where the screen cannot be read after a text was written', () => {
  const blindness: Record<string, (device: ScriptedDevice) => void> = {
    'no window is readable': (device) => {
      device.view = viewOf(undefined);
    },
    'the look fails': (device) => {
      device.react = () => {
        throw actionFailed('The screen moves all the time.');
      };
    },
    'the look never ends': (device) => {
      device.delay = Infinity;
    },
  };
  for (const [why, goBlind] of Object.entries(blindness)) {
    for (const [tool, args] of [
      ['input_text', { text: 'Ada' }],
      ['set_text', { text: 'Ada' }],
      ['clear_text', {}],
    ] as const) {
      test(`${tool} is done all the same, so that nobody writes it twice: ${why}`, async () => {
        const device = new ScriptedDevice(form({ focused: 'name', name: 'old' }));
        device.readsBackTyping = true;
        const { text, idOf } = bench(device.view, { device });
        const id = await idOf('name');
        device.react = ({ did }) => {
          if (did === 'type' || did === 'act') goBlind(device);
        };
        assert.match(
          await text(tool, { ...args, element_id: id }),
          /^Text .*(completed|set|cleared).*It could not be read back\. /,
        );
      });
    }
  }

  test('a client that cancels meanwhile is not told that all is well', async () => {
    const device = new ScriptedDevice(form({ focused: 'name' }));
    device.readsBackTyping = true;
    const { call } = bench(device.view, { device });
    const cancelling = new AbortController();
    device.react = ({ did }) => {
      if (did !== 'type') return;
      device.react = () => {
        cancelling.abort();
        throw actionFailed('The screen moves all the time.');
      };
    };
    const { isError } = await call('input_text', { text: 'Ada' }, cancelling.signal);
    assert.equal(isError, true);
  });
});

describe('on a desktop, whose keys go to the window in front', () => {
  function desktop(view = form()): { device: ScriptedDevice; unseen: string[] } {
    const unseen: string[] = [];
    const typeUnseen = (text: string) => {
      unseen.push(text);
      return Promise.resolve(undefined);
    };
    const device = Object.assign(new ScriptedDevice(view), { kind: 'desktop', typeUnseen });
    return { device, unseen };
  }

  /** A window whose only element is a drawing that has the focus. */
  const drawing = viewOf(node('View', full, { className: 'canvas', focused: true }));

  test('text and keys reach what offers no accessibility, and a remark says that nothing can be read back', async () => {
    for (const view of [form(), drawing]) {
      const { device, unseen } = desktop(view);
      const { text } = bench(view, { device });
      assert.equal(
        await text('input_text', { text: 'ls 🙂' }),
        'Text input completed (4 characters). No text field has the focus: it went to the window in front and cannot be read back. Look at a screenshot',
      );
      for (const key of ['ENTER', 'SPACE', 'DEL', 'TAB']) await text('press_key', { key });
      assert.deepEqual(unseen, ['ls 🙂']);
    }
  });

  test('text for a focused button stays a mistake', async () => {
    const { device, unseen } = desktop(form({ focused: 'send' }));
    const { fails } = bench(form(), { device });
    await fails('input_text', { text: 'x' }, 'element_not_found');
    await fails('press_key', { key: 'SPACE' }, 'element_not_found');
    assert.deepEqual(unseen, []);
  });

  test('a blocked application in front gets neither', async () => {
    const { device, unseen } = desktop();
    const policy = { ...defaultPolicy, blockedApps: [form().windows[0]?.app ?? ''] };
    const { fails } = bench(form(), { device, policy });
    await fails('input_text', { text: 'x' }, 'permission_denied');
    await fails('press_key', { key: 'ENTER' }, 'permission_denied');
    assert.deepEqual([unseen, device.actions], [[], []]);
  });

  test('set_text says where the focus is if it is not in the field', async () => {
    const elsewhere = desktop(form({ focused: 'send' }));
    const { idOf, text } = bench(form(), { device: elsewhere.device });
    const [name, send] = [await idOf('name'), await idOf('send')];
    assert.match(
      await text('set_text', { element_id: name, text: '' }),
      new RegExp(
        `^Text set on element '${name}'\\..* The focus is not in this field but in ${send.replace('node_', '')}, .*: keys go there$`,
      ),
    );
    const there = desktop(form({ focused: 'name' }));
    const focused = bench(form(), { device: there.device });
    assert.doesNotMatch(
      await focused.text('set_text', { element_id: await focused.idOf('name'), text: '' }),
      /focus/,
    );
  });
});
