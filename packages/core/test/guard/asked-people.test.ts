import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Asking } from '../../src/guard/asking.ts';
import { defaultPolicy, type Policy } from '../../src/guard/policy.ts';
import { profiles } from '../../src/guard/profiles.ts';
import { questionText } from '../../src/guard/question-text.ts';
import type { Asker, Question } from '../../src/guard/questions.ts';
import { Concealment } from '../../src/guard/secrets/concealment.ts';
import type { Secret } from '../../src/guard/secrets/secret-lines.ts';
import type { UiNode } from '@handeye/screen/node';
import type { View } from '@handeye/screen/snapshot';
import { SkippingClock } from '@handeye/testing/clock';
import { box, button, field, full, node, viewOf } from '@handeye/testing/screens';
import { assertNoSecrets } from '@handeye/testing/secret-scan';
import { ScriptedDevice } from '@handeye/testing/scripted-device';
import { ScriptedFiles } from '@handeye/testing/scripted-files';
import { bench } from '@handeye/testing/tools';

const careful: Policy = { ...defaultPolicy, ...profiles.careful };

/** The question that a person answers with no, on a phone with this screen. */
function asked(view: View, secrets: readonly Secret[] = [], options: Parameters<typeof bench>[1] = {}) {
  const questions: Question[] = [];
  const asker: Asker = {
    way: 'a person',
    ask(question) {
      questions.push(question);
      return Promise.resolve('no');
    },
  };
  const clock = new SkippingClock();
  const asking = new Asking({ clock, askers: [asker] });
  const concealment = secrets.length > 0 ? new Concealment({ secrets }) : undefined;
  const tools = bench(view, {
    policy: careful,
    clock,
    asking,
    ...(concealment && { concealment }),
    ...options,
  });
  return { ...tools, questions, lines: () => questions.map(questionText).join('\n---\n').split('\n') };
}

function screenOf(...children: UiNode[]): View {
  return viewOf(node('FrameLayout', full, { children }));
}

const text = (words: string, top: number, parts = {}) =>
  node('TextView', box(0, top, 800, top + 60), { text: words, ...parts });
const send = button('Send', box(900, 2200, 1060, 2320));
const message = (content: string) =>
  field('message', box(0, 2200, 880, 2320), { text: content, hint: 'Text message', focused: true });

describe('a person who is asked is told enough to decide', () => {
  test('what would be sent, and on which page', async () => {
    const chat = screenOf(text('Dentist', 100, { heading: true }), message('Tuesday at 3'), send);
    const { fails, idOf, lines } = asked(chat);
    await fails('click_element', { element_id: await idOf('Send') }, 'permission_denied');
    assert.ok(lines().includes('The screen shows: "Dentist"'), lines().join('\n'));
    assert.ok(lines().includes('Written there: "Tuesday at 3"'), lines().join('\n'));
  });

  test('what a dialog asks', async () => {
    const dialog = screenOf(
      text('Delete note?', 900),
      text('"Library card" will be deleted.', 1000),
      button('Delete', box(600, 1200, 900, 1300)),
    );
    const { fails, idOf, lines } = asked(dialog);
    await fails('click_element', { element_id: await idOf('Delete') }, 'permission_denied');
    assert.ok(
      lines().includes(String.raw`The screen shows: "Delete note?", "\"Library card\" will be deleted."`),
      lines().join('\n'),
    );
  });

  test('of a long page its title and its amounts, and nothing that cannot be seen', async () => {
    const rows = Array.from({ length: 20 }, (_, at) => text(`Row ${at}`, 300 + at * 70));
    const page = screenOf(
      text('Your basket', 100, { heading: true }),
      ...rows,
      text('Total 49 €', 1900),
      node('TextView', box(0, 0, 0, 0), { text: 'Total 1 €' }),
      button('Pay now', box(600, 2000, 900, 2100)),
    );
    const { fails, idOf, lines } = asked(page);
    await fails('click_element', { element_id: await idOf('Pay now') }, 'permission_denied');
    assert.ok(lines().includes('The screen shows: "Your basket", "Total 49 €"'), lines().join('\n'));
  });

  test('which file would be deleted', async () => {
    const device = new ScriptedDevice(screenOf());
    device.services = { files: new ScriptedFiles({ 'download/tax.pdf': 'x' }) };
    const { fails, lines } = asked(device.view, [], { device, toolsets: ['files'] });
    await fails('delete_file', { location_id: 'download', path: 'tax.pdf' }, 'permission_denied');
    assert.ok(lines().includes('Text: "download: tax.pdf"'), lines().join('\n'));
  });

  test('which key would be pressed, in which field', async () => {
    const { fails, lines } = asked(screenOf(message('Tuesday at 3'), send));
    await fails('press_key', { key: 'ENTER' }, 'permission_denied');
    assert.ok(lines().includes('On: "Text message"'), lines().join('\n'));
    assert.ok(lines().includes('Key: "ENTER"'), lines().join('\n'));
  });
});

const VALUE = 'correct-horse 42';
const secrets: readonly Secret[] = [
  { name: 'BANK', app: undefined, value: VALUE },
  { name: 'BOUND', app: 'com.bank', value: 'for the bank' },
  { name: 'HERE', app: 'com.example.app', value: 'for this app' },
];
const signIn = () =>
  screenOf(
    field('user', box(0, 300, 900, 400), { text: 'ada', focused: true }),
    field('secret', box(0, 500, 900, 600), { text: '•••••••••••••••', password: true }),
    button('Sign in', box(0, 700, 900, 800)),
  );

describe('a person who is asked about secrets', () => {
  test('is told which one would be typed, and sees neither it nor what a password field holds', async () => {
    const { fails, idOf, lines } = asked(signIn(), secrets);
    const id = await idOf('secret');
    await fails('set_text', { element_id: id, text: '{{BANK}}' }, 'permission_denied');
    assert.ok(lines().includes('Text: "{{BANK}}"'), lines().join('\n'));
    assert.ok(lines().includes('On: "secret"'), lines().join('\n'));
    assert.ok(lines().includes('Written there: "ada"'), lines().join('\n'));
    await fails('set_text', { element_id: id, text: 'hunter2{{BANK}}' }, 'permission_denied');
    assert.doesNotMatch(lines().join('\n'), /hunter2|•••••••••/);
    assertNoSecrets(lines(), [VALUE]);
  });

  test('is asked before one goes into a field that anybody can read', async () => {
    const { fails, idOf, questions, device } = asked(signIn(), secrets);
    const id = await idOf('user');
    await fails('set_text', { element_id: id, text: '{{BANK}}' }, 'permission_denied');
    await fails('input_text', { text: 'my {{BANK}}' }, 'permission_denied');
    await fails('input_text', { element_id: id, text: 'my {{BANK}}' }, 'permission_denied');
    assert.equal(questions.length, 3);
    assert.deepEqual(
      device.deeds.filter(({ did }) => did !== 'look'),
      [],
    );
  });

  test('is not asked about one that is bound to this application, nor about one that it may not get', async () => {
    const { fails, text: answer, idOf, questions } = asked(signIn(), secrets);
    const id = await idOf('user');
    await answer('set_text', { element_id: id, text: '{{HERE}}' });
    const pin = await idOf('secret');
    for (const [tool, args] of [
      ['set_text', { element_id: pin, text: '{{BOUND}}' }],
      ['input_text', { element_id: pin, text: '{{BOUND}}' }],
    ] as const) {
      const why = await fails(tool, args, 'permission_denied');
      assert.match(why, /may be typed only into 'com\.bank'/);
    }
    assert.deepEqual(questions, []);
  });
});

describe('a refusal tells a model', () => {
  test('what of an application is forbidden, not that the application is', async () => {
    const settings = viewOf(
      node('FrameLayout', full, { children: [button('Factory reset', box(0, 500, 900, 600))] }),
      { app: 'com.android.settings' },
    );
    const [window] = settings.windows;
    assert.ok(window);
    const view = { ...settings, windows: [{ ...window, app: 'com.android.settings' }] };
    const { fails, idOf } = asked(view);
    const why = await fails(
      'click_element',
      { element_id: await idOf('Factory reset') },
      'permission_denied',
    );
    assert.equal(
      why,
      "The policy of this server forbids click_element on 'Factory reset' in 'com.android.settings' (system-risk). " +
        'It could give others power over the device. Only the user may do it, by hand. Do not try another way: tell the user.',
    );
  });

  test('a rule for the tool that was asked about, where a rule is about a class of tools', async () => {
    const types = { when: { tool: 'type' }, then: 'ask', from: 'rule 1' } as const;
    const { fails } = bench(screenOf(message('')), {
      policy: { ...defaultPolicy, rules: [types] },
      asking: new Asking({ clock: new SkippingClock() }),
    });
    assert.match(
      await fails('input_text', { text: 'Hi' }, 'permission_denied'),
      /before the one that asked \(rule 1\): \{"when":\{"app":"com\.example\.app","tool":"input_text"\},"then":"allow"\}/,
    );
  });

  test('a rule that allows what was asked about and no more', async () => {
    const { fails, idOf } = bench(screenOf(send), {
      policy: careful,
      asking: new Asking({ clock: new SkippingClock() }),
    });
    const why = await fails('click_element', { element_id: await idOf('Send') }, 'permission_denied');
    assert.ok(
      why.endsWith(
        'The user can allow it by a rule in the policy file (--policy FILE, with "profile": "careful"): ' +
          '{"when":{"app":"com.example.app","kind":"send"},"then":"allow"}. Do not try another way: tell the user.',
      ),
      why,
    );
  });
});
