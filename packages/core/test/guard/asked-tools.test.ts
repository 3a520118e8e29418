import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import type { Clock } from '../../src/call/clock.ts';
import { changeText } from '../../src/device/aim.ts';
import { ScreenChanged } from '../../src/device/errors.ts';
import type { Asker, Question } from '../../src/guard/questions.ts';
import { defaultPolicy, type Policy } from '../../src/guard/policy.ts';
import { Asking } from '../../src/guard/asking.ts';
import type { Picture } from '../../src/device/answers.ts';
import type { UiNode } from '@handeye/screen/node';
import type { View } from '@handeye/screen/snapshot';
import type { ToolboxOptions } from '../../src/tools/create-toolbox.ts';
import { SkippingClock } from '@handeye/testing/clock';
import { box, button, field, full, node, viewOf, windowOf } from '@handeye/testing/screens';
import { capable, fingerOnly, ScriptedDevice } from '@handeye/testing/scripted-device';
import { bench, textOf } from '@handeye/testing/tools';
import { PASSWORD } from '@handeye/testing/canary';

const PLACE = box(100, 1000, 500, 1120);

function shop(...children: UiNode[]): View {
  return viewOf(node('FrameLayout', full, { children }));
}

const pay = button('Pay 49 €', PLACE);
const paying: Policy = {
  ...defaultPolicy,
  rules: [{ when: { label: 'Pay *' }, then: 'ask', why: 'It costs money.', from: 'rule 1' }],
};

interface Asked extends Asker {
  readonly questions: Question[];
}

/** Answers what it is told to, after `meanwhile`. */
function person(
  answer: Awaited<ReturnType<Asker['ask']>>,
  meanwhile: (question: Question) => unknown = () => undefined,
): Asked {
  const questions: Question[] = [];
  return {
    way: 'a person',
    questions,
    async ask(question) {
      questions.push(question);
      await meanwhile(question);
      return answer;
    },
  };
}

/** A bench whose only way to a person is this one. */
function asked(
  view: View,
  asker: Asked,
  options: Parameters<typeof bench>[1] & Partial<ToolboxOptions> = {},
) {
  const clock = new SkippingClock();
  return bench(view, { policy: paying, clock, asking: new Asking({ clock, askers: [asker] }), ...options });
}

/** Time stands still, so that no limit passes. */
const still: Clock = { now: () => 0, after: () => () => undefined };

const acts = (device: ScriptedDevice) =>
  device.deeds.flatMap((deed) => (deed.did === 'look' ? [] : [deed.did]));

test('the person is told the tool, the application, the label and the reason, and a yes lets it be done', async () => {
  const asker = person('once');
  const { text, idOf, device } = asked(shop(pay), asker);
  await text('click_element', { element_id: await idOf('Pay 49 €') });
  const [{ tool, app, label, why, text: typed } = {}] = asker.questions;
  assert.deepEqual(
    { tool, app, label, why, typed },
    {
      tool: 'click_element',
      app: 'com.example.app',
      label: 'Pay 49 €',
      why: 'It costs money.',
      typed: undefined,
    },
  );
  assert.deepEqual(acts(device), ['act']);
});

test('a button is known by the text that lies on it, wherever it is touched', async () => {
  const named = node('TextView', box(250, 1040, 350, 1080), { text: 'Pay 49 €' });
  const composed = node('FrameLayout', PLACE, { clickable: true, children: [named] });
  const asker = person('no');
  const { fails, idOf, device } = asked(shop(composed), asker);
  await fails('click_element', { element_id: await idOf('Pay 49 €') }, 'permission_denied');
  await fails('tap', { x: 110, y: 1010 }, 'permission_denied');
  assert.deepEqual(
    asker.questions.map(({ label }) => label),
    ['Pay 49 €', 'Pay 49 €'],
  );
  assert.deepEqual(acts(device), []);
});

test('a no is told as one, and nothing is done', async () => {
  const { fails, idOf, device } = asked(shop(pay), person('no'));
  const said = await fails('click_element', { element_id: await idOf('Pay 49 €') }, 'permission_denied');
  assert.equal(
    said,
    "The policy of this server asks the user before this in 'com.example.app' (It costs money.). The user was asked, and said no. Do not try another way.",
  );
  assert.deepEqual(acts(device), []);
});

test('where nobody can be asked it is denied, and the error names the rule and how to allow it', async () => {
  const { fails, idOf, device } = asked(shop(pay), person(undefined));
  const said = await fails('click_element', { element_id: await idOf('Pay 49 €') }, 'permission_denied');
  assert.match(said, /Nobody could be asked: this client does not pass on questions/);
  assert.match(
    said,
    /before the one that asked \(rule 1\): {"when":{"app":"com.example.app","label":"Pay \*"},"then":"allow"}\. Do not try another way: tell the user\.$/,
  );
  assert.deepEqual(acts(device), []);
});

/** Changes of the screen while the question about Pay is open. */
const changes: Record<string, { view: View; told: RegExp }> = {
  'another label': {
    view: shop(button('Pay 490 €', PLACE)),
    told: /^The screen changed while the user was asked: now 'Pay 490 €' \(com\.example\.app\) is there\. Nothing was done\./,
  },
  'another element in its place': {
    view: shop(button('Sell everything', PLACE, { resourceId: 'com.example.app:id/sell' })),
    told: /^The screen changed while the user was asked: /,
  },
  'another window in front': {
    view: {
      ...shop(pay),
      windows: [
        windowOf(node('FrameLayout', full, { children: [button('Give permission', PLACE)] }), {
          key: 'dialog',
          app: 'com.evil',
        }),
        windowOf(node('FrameLayout', full, { children: [pay] }), { active: false }),
      ],
    },
    told: /^The screen changed while the user was asked: /,
  },
  'an empty screen': {
    view: shop(),
    told: /^The screen changed while the user was asked: /,
  },
};

for (const [what, { view, told }] of Object.entries(changes)) {
  for (const by of ['id', 'id with a finger', 'coordinates'] as const) {
    test(`a yes does not hold for ${what} (by ${by})`, async () => {
      const device = new ScriptedDevice(shop(pay), {
        capabilities: capable(by === 'id' ? {} : fingerOnly),
      });
      const asker = person('once', () => (device.view = view));
      const { fails, idOf } = asked(shop(pay), asker, { device });
      const said =
        by === 'coordinates'
          ? await fails('tap', { x: 300, y: 1060 }, 'permission_denied')
          : await fails('click_element', { element_id: await idOf('Pay 49 €') }, 'permission_denied');
      assert.match(said, told);
      assert.equal(asker.questions.length, 1);
      assert.deepEqual(acts(device), []);
    });
  }
}

/** A shop whose button changes in the moment of the act that a person has allowed: the device notices. */
function changingAtTheFinger(label: string, answer: 'once' | 'for this run' = 'once') {
  const device = new ScriptedDevice(shop(pay));
  let isLate = false;
  device.react = ({ did }) => {
    if (isLate || (did !== 'touch' && did !== 'act')) return;
    isLate = true;
    device.view = shop(button(label, PLACE));
    const met = { x: 300, y: 1060, app: 'com.example.app', label };
    throw new ScreenChanged(changeText(met), met);
  };
  const questions: (string | undefined)[] = [];
  const asker: Asked = {
    ...person('no'),
    ask: (question) => {
      questions.push(question.label);
      return Promise.resolve(questions.length === 1 ? answer : 'no');
    },
  };
  return { ...asked(device.view, asker, { device }), questions };
}

for (const by of ['id', 'coordinates'] as const) {
  const act = async ({ fails, idOf }: ReturnType<typeof changingAtTheFinger>) =>
    by === 'id'
      ? fails('click_element', { element_id: await idOf('Pay 49 €') }, 'permission_denied')
      : fails('tap', { x: 300, y: 1060 }, 'permission_denied');

  test(`what changed between a yes and the touch is asked about anew (by ${by})`, async () => {
    const tools = changingAtTheFinger('Pay 490 €');
    assert.match(await act(tools), /The user was asked, and said no\./);
    assert.deepEqual(tools.questions, ['Pay 49 €', 'Pay 490 €']);
    assert.equal(acts(tools.device).length, 1, 'only what the device refused');
  });

  test(`what a yes was not about is not touched, even if it is free (by ${by})`, async () => {
    const tools = changingAtTheFinger('Later');
    assert.match(await act(tools), /^The screen changed since you looked: now 'Later' \(com\.example\.app\)/);
    assert.equal(tools.questions.length, 1);
    assert.equal(acts(tools.device).length, 1);
  });

  test(`what changed is not touched by an answer for the whole run: the client has not seen it (by ${by})`, async () => {
    const tools = changingAtTheFinger('Pay 490 €', 'for this run');
    assert.match(
      await act(tools),
      /^The screen changed since you looked: now 'Pay 490 €' \(com\.example\.app\)/,
    );
    assert.deepEqual(tools.questions, ['Pay 49 €']);
    assert.equal(acts(tools.device).length, 1, 'only what the device refused');
  });
}

test('what changed under the click of a person is not clicked: they have not seen it', async () => {
  const tools = changingAtTheFinger('Pay 490 €');
  const how = { signal: new AbortController().signal, byPerson: true };
  const result = await tools.toolbox.call('tap', { x: 300, y: 1060 }, how);
  assert.match(textOf(result), /^The screen changed since you looked: now 'Pay 490 €'/);
  assert.equal(acts(tools.device).length, 1);
});

test('what moved elsewhere on the screen does not end a question', async () => {
  const device = new ScriptedDevice(shop(pay, node('TextView', box(0, 0, 200, 100), { text: '12:00' })));
  const asker = person('once', () => {
    device.view = shop(pay, node('TextView', box(0, 0, 200, 100), { text: '12:01' }));
  });
  const { text, idOf } = asked(device.view, asker, { device });
  await text('click_element', { element_id: await idOf('Pay 49 €') });
  assert.deepEqual(acts(device), ['act']);
});

test('while nobody answers, the target is watched, and the question ends when it changes', async () => {
  const device = new ScriptedDevice(shop(pay));
  let isOver = false;
  const asker: Asked = {
    ...person('once'),
    ask: (_, signal) =>
      new Promise((_resolve, reject) => {
        device.view = shop(button('Pay 490 €', PLACE));
        signal.addEventListener('abort', () => {
          isOver = true;
          reject(signal.reason as Error);
        });
      }),
  };
  const { fails, idOf } = asked(device.view, asker, { device });
  const said = await fails('click_element', { element_id: await idOf('Pay 49 €') }, 'permission_denied');
  assert.match(said, /^The screen changed while the user was asked: now 'Pay 490 €'/);
  assert.ok(isOver);
});

test('what an earlier answer allows for this run costs no look more', async () => {
  const asker = person('for this run');
  const { text, idOf, device } = asked(shop(pay), asker);
  const id = await idOf('Pay 49 €');
  await text('click_element', { element_id: id });
  const looksOf = async (work: () => Promise<unknown>) => {
    const before = device.deeds.length;
    await work();
    return device.deeds.slice(before).filter(({ did }) => did === 'look').length;
  };
  assert.equal(await looksOf(() => text('click_element', { element_id: id })), 1);
  assert.equal(asker.questions.length, 1);
});

const form = shop(
  field('name', PLACE, { text: '' }),
  field('pin', box(100, 1300, 500, 1420), { text: '', password: true }),
);
const typing: Policy = {
  ...defaultPolicy,
  rules: [{ when: { tool: 'type' }, then: 'ask', from: 'rule 1' }],
};

test('a field that is focused and typed into is asked about once, with the text', async () => {
  const device = new ScriptedDevice(form, { capabilities: capable(fingerOnly) });
  device.react = ({ did }) => {
    if (did === 'touch') device.view = shop(field('name', PLACE, { text: '', focused: true }));
  };
  const asker = person('once');
  const { text, idOf } = asked(form, asker, { device, policy: typing });
  await text('input_text', { element_id: await idOf('name'), text: 'Ada' });
  assert.deepEqual(
    asker.questions.map((question) => question.text),
    ['Ada'],
  );
  assert.deepEqual(acts(device), ['touch', 'type']);
});

test('a password that would be typed is not shown to whoever is asked', async () => {
  const asker = person('no');
  const { fails, idOf } = asked(form, asker, { policy: typing });
  await fails('set_text', { element_id: await idOf('pin'), text: PASSWORD }, 'permission_denied');
  assert.deepEqual(
    asker.questions.map((question) => question.text),
    ['••••••'],
  );
});

test('the question has a picture of its target, framed, and of what is around it', async () => {
  const device = new ScriptedDevice(shop(pay));
  const { width, height } = device.view.screen;
  const raw = { width, height, channels: 3 } as const;
  const pixels = Buffer.alloc(width * height * 3, 255);
  for (let y = PLACE.top; y < PLACE.bottom; y += 1)
    for (let x = PLACE.left; x < PLACE.right; x += 1) pixels.set([0, 128, 0], (y * width + x) * 3);
  device.picture = { bytes: pixels, raw };
  let picture: Picture | undefined;
  const asker = person('no', async (question) => (picture = await question.picture?.()));
  // A picture is made by other threads, during which this one rests.
  const asking = new Asking({ clock: still, askers: [asker] });
  const { fails, idOf } = asked(device.view, asker, { device, clock: still, asking });
  await fails('click_element', { element_id: await idOf('Pay 49 €') }, 'permission_denied');
  assert.ok(picture);
  const { data, info } = await sharp(picture.bytes).raw().toBuffer({ resolveWithObject: true });
  // The target is 400x120; a sixth of the screen's width is shown around it, as far as there is any.
  assert.deepEqual([info.width, info.height], [100 + 400 + 180, 180 + 120 + 180]);
  const at = (x: number, y: number) => [
    ...data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3),
  ];
  const near = (colour: number[], wanted: number[]) =>
    colour.every((level, channel) => Math.abs(level - (wanted[channel] ?? 0)) < 16);
  assert.ok(near(at(300, 240), [0, 128, 0]), 'the target is in the middle');
  assert.ok(near(at(300, 20), [255, 255, 255]), 'what is above it is shown');
  const frame = Array.from({ length: 12 }, (_, step) => at(300 + step, 180));
  assert.ok(
    frame.some((colour) => near(colour, [176, 0, 32])),
    'a line is drawn around it',
  );
});

test('a protected screen gives no picture', async () => {
  const device = new ScriptedDevice(shop(pay));
  device.protected = true;
  const pictures: (Picture | undefined)[] = [];
  const asker = person('no', async (question) => pictures.push(await question.picture?.()));
  const { fails, idOf } = asked(device.view, asker, { device });
  await fails('click_element', { element_id: await idOf('Pay 49 €') }, 'permission_denied');
  assert.deepEqual(pictures, [undefined]);
});

/** A person who takes time. */
function slowPerson() {
  let answer: (given: 'once') => void = () => undefined;
  let open: () => void = () => undefined;
  const isOpen = new Promise<void>((resolve) => (open = resolve));
  const given = new Promise<'once'>((resolve) => (answer = resolve));
  const asker: Asker = {
    way: 'a person',
    ask() {
      open();
      return given;
    },
  };
  return {
    asker,
    isOpen,
    answer: () => {
      answer('once');
    },
  };
}

test('while a question is open, others read but do not write, and write when it is answered', async () => {
  const { asker, isOpen, answer } = slowPerson();
  const other = button('Other', box(100, 200, 500, 300), { resourceId: 'com.example.app:id/other' });
  const device = new ScriptedDevice(shop(pay, other));
  const asking = new Asking({ clock: still, askers: [asker] });
  const { call, text, idOf } = bench(device.view, { device, policy: paying, clock: still, asking });
  const [payId, otherId] = [await idOf('Pay 49 €'), await idOf('Other')];
  const paid = call('click_element', { element_id: payId });
  await isOpen;
  const waiting = call('click_element', { element_id: otherId });
  assert.match(await text('get_screen_state'), /Other/);
  assert.deepEqual(acts(device), []);
  answer();
  assert.equal((await paid).isError, undefined);
  assert.equal((await waiting).isError, undefined);
  assert.deepEqual(acts(device), ['act', 'act']);
});

test('who waits for an answer longer than a call may take is told that a question is open', async () => {
  const { asker, isOpen, answer } = slowPerson();
  const device = new ScriptedDevice(shop(pay));
  const { call, idOf, fails } = asked(device.view, { ...asker, questions: [] }, { device });
  const id = await idOf('Pay 49 €');
  const paid = call('click_element', { element_id: id });
  await isOpen;
  const said = await fails('press_back', {}, 'timeout');
  assert.match(said, /^Nothing was done: the user is being asked about another call on this device/);
  answer();
  await paid;
});

test('an answer for once is for one touch of a gesture, not for all that it repeats', async () => {
  const asker = person('once');
  const { call, device } = asked(shop(pay), asker);
  const tapAt = (time: number) => [
    { x: 300, y: 1050, time },
    { x: 300, y: 1050, time: time + 50 },
  ];
  const result = await call('custom_gesture', { paths: [tapAt(0), tapAt(2000), tapAt(4000)] });
  assert.equal(result.isError, undefined, textOf(result));
  assert.equal(asker.questions.length, 3);
  assert.deepEqual(acts(device), ['touch', 'touch', 'touch']);
});

test('a rule about the tool alone asks once for the whole gesture', async () => {
  const asker = person('once');
  const rules = [{ when: { tool: 'custom_gesture' }, then: 'ask', from: 'rule 1' }] as const;
  const { call, device } = asked(shop(pay), asker, { policy: { ...defaultPolicy, rules } });
  const tapAt = (y: number, time: number) => [
    { x: 300, y, time },
    { x: 300, y, time: time + 50 },
  ];
  await call('custom_gesture', { paths: [tapAt(1050, 0), tapAt(500, 2000), tapAt(1050, 4000)] });
  assert.equal(asker.questions.length, 1);
  assert.deepEqual(acts(device), ['touch', 'touch', 'touch']);
});

test('a touch that reaches two applications is asked about in both, whatever was allowed in one of them for this run', async () => {
  const over = windowOf(node('FrameLayout', full, { children: [button('Pay 9 €', PLACE)] }), {
    key: 'over',
    type: 'other',
    app: 'com.over',
    active: false,
  });
  const above = (...below: UiNode[]) => {
    const { windows } = shop(...below);
    return viewOf(node('FrameLayout', full), { windows: [over, ...windows] });
  };
  const asker = person('for this run');
  const device = new ScriptedDevice(above());
  const { call } = asked(device.view, asker, { device });
  const at = { x: 300, y: 1050 };
  await call('tap', at);
  device.view = above(pay);
  await call('tap', at);
  await call('tap', at);
  assert.deepEqual(
    asker.questions.map(({ app }) => app),
    ['com.over', 'com.example.app'],
  );
});

test('a step of run_steps is asked about like a call of its own', async () => {
  const asker = person('no');
  const { call, device } = asked(shop(pay), asker, { toolsets: ['device', 'model'] });
  const result = await call('run_steps', {
    steps: [{ tool: 'click_element', arguments: { element_id: 'text:Pay 49 €' } }],
  });
  assert.equal(result.isError, true, textOf(result));
  assert.match(textOf(result), /The user was asked, and said no/);
  assert.equal(asker.questions[0]?.tool, 'click_element');
  assert.deepEqual(acts(device), []);
});

test('while a person is asked about a read, nothing is written that it would show', async () => {
  const policy: Policy = {
    ...defaultPolicy,
    rules: [{ when: { tool: 'get_screen_state' }, then: 'ask', from: 'rule 1' }],
  };
  let writing: Promise<unknown> | undefined;
  const asker = person('once', async () => {
    writing = call('tap', { x: 300, y: 1050 });
    await new Promise(setImmediate);
    assert.deepEqual(acts(device), []);
  });
  const { call, text, device } = asked(shop(pay), asker, { policy, clock: still });
  assert.match(await text('get_screen_state', {}), /Pay 49 €/);
  await writing;
  assert.deepEqual(acts(device), ['touch']);
});
