import assert from 'node:assert/strict';
import { describe, test, type TestContext } from 'node:test';
import { shapes, type AccessibilityNode, type VirtualPhone } from '@handeye/virtual-phone';
import { forms } from './forms.ts';
import { house } from './house.ts';
import { phoneTools, type PhoneTools } from './phone-tools.ts';
import { LONG_RUN } from '@handeye/testing/long';

const releases = [5, 9, 12, 14] as const;

/** A phone of that release with the application of the tests; the recorded Android 5 has no input method, this one has. */
async function formsOn(
  t: TestContext,
  release: (typeof releases)[number],
  at = '.Main',
): Promise<PhoneTools> {
  const shape = { ...shapes[release], keyboard: true };
  const tools = await phoneTools(t, { release, shape, apps: [forms] });
  await tools.open(`test.forms/${at}`);
  return tools;
}

/** The contents of the fields, as the phone itself knows them. */
function contents({ framework }: VirtualPhone): string[] {
  const texts: string[] = [];
  const waiting: AccessibilityNode[] = framework.windows().flatMap((window) => window.root() ?? []);
  for (let node = waiting.shift(); node !== undefined; node = waiting.shift()) {
    if (node.field !== undefined) texts.push(node.showingHint ? '' : node.text);
    waiting.unshift(...node.children);
  }
  return texts;
}

/** Each release has one of them, in a thorough run all. */
const alike = [
  ['.SideBySide', 'side by side'],
  ['.Addresses', 'in a page that scrolls'],
] as const;

const refused = /line break or a tab.*nothing was typed.*by its own id.*press_key with ENTER/;

/** The ids of all fields, from the top down. */
async function fieldIds(tools: PhoneTools): Promise<string[]> {
  const rows = (await tools.text('get_screen_state')).split('\n').map((line) => line.split('\t'));
  return rows.flatMap(([id = '', kind]) => (kind === 'EditText' ? [id] : []));
}

// At once: nearly all of the time is spent waiting for the phone.
describe('text in fields', { concurrency: 4 }, () => {
  for (const release of releases) {
    test(`Android ${release}: a line break for a field of one line is refused, and signs nobody in`, async (t) => {
      const tools = await phoneTools(t, { release });
      await tools.open('com.example.login/.LoginActivity');
      const id = await tools.idOf('username');
      for (const text of ['demo\nsecret123\n', 'demo\r\nsecret123', 'demo\n']) {
        assert.match(await tools.fails('set_text', { element_id: id, text }, 'action_failed'), refused);
        assert.match(await tools.fails('input_text', { element_id: id, text }, 'action_failed'), refused);
      }
      assert.match(
        await tools.fails('set_text', { element_id: id, text: 'demo\tsecret123' }, 'permission_denied'),
        /Tab key/,
      );
      assert.deepEqual(contents(tools.phone), ['', '']);
      assert.equal(tools.phone.framework.resumedActivity()?.short, '.LoginActivity');
      assert.equal(
        await tools.text('set_text', { element_id: id, text: 'demo' }),
        `Text set on element '${id}'`,
      );
      assert.deepEqual(contents(tools.phone), ['demo', '']);
    });

    test(`Android ${release}: a field of several lines takes them all, whichever tool writes`, async (t) => {
      const tools = await formsOn(t, release);
      const id = await tools.idOf('body');
      const set = await tools.text('set_text', { element_id: id, text: 'one\n\ntwo\r\n three' });
      assert.equal(set, `Text set on element '${id}'`);
      assert.equal(contents(tools.phone)[2], 'one\n\ntwo\n three');
      assert.equal(await tools.text('input_text', { text: '\nfour' }), 'Text input completed (5 characters)');
      assert.equal(contents(tools.phone)[2], 'one\n\ntwo\n three\nfour');
    });

    test(`Android ${release}: where a line break sends, nothing follows it`, async (t) => {
      const tools = await formsOn(t, release);
      const id = await tools.idOf('chat');
      const why = await tools.fails(
        'input_text',
        { element_id: id, text: 'see you\nat nine' },
        'action_failed',
      );
      assert.match(why, /^After 8 of 15 characters .* The rest was not typed\. Look at the screen/);
      assert.deepEqual(contents(tools.phone), ['', '', '', '']);
      assert.match(await tools.text('get_screen_state'), /Sent: see you\t/);
    });

    test(`Android ${release}: an empty password is shown as empty where the phone tells it`, async (t) => {
      const tools = await formsOn(t, release, '.Secret');
      const shown = async () => {
        const rows = (await tools.text('get_screen_state')).split('\n').map((line) => line.split('\t'));
        return rows.find(([, , , , resource]) => resource?.endsWith('/pin'))?.[2];
      };
      const toldNothing = release === 5;
      assert.equal(await shown(), toldNothing ? '•••' : '-');
      await tools.text('input_text', { element_id: await tools.idOf('pin'), text: 'abc' });
      assert.equal(await shown(), '•••');
    });

    test(`Android ${release}: input_text says what a field did not take`, async (t) => {
      const tools = await formsOn(t, release);
      const id = await tools.idOf('code');
      assert.equal(
        await tools.text('input_text', { element_id: id, text: '1234' }),
        'Text input completed (4 characters)',
      );
      assert.match(
        await tools.text('input_text', { element_id: id, text: '567' }),
        /^Text input completed \(3 characters\)\. But the field now holds 5 characters: "12345"/,
      );
    });

    for (const [at, where] of alike.filter((_, form) => LONG_RUN || form === releases.indexOf(release) % 2)) {
      test(`Android ${release}: fields alike ${where} keep their ids when they are filled and emptied`, async (t) => {
        const tools = await formsOn(t, release, at);
        const ids = await fieldIds(tools);
        assert.equal(ids.length, 4);
        const held = ['', '', '', ''];
        const does = async (tool: string, place: number, text?: string) => {
          const args = { element_id: ids[place], ...(text !== undefined && { text }) };
          assert.doesNotMatch(
            await tools.text(tool, args),
            /gone|now holds|read back/,
            `${tool} ${text ?? ''}`,
          );
          held[place] = tool === 'clear_text' ? '' : (text ?? '');
          assert.deepEqual(contents(tools.phone), held);
          assert.deepEqual(await fieldIds(tools), ids, `after ${tool}`);
        };
        for (const place of [1, 0, 3]) {
          await does('input_text', place, `some text ${place}`);
          await does('clear_text', place);
          await does('clear_text', place);
          await does('set_text', place, 'Harbour');
        }
        await does('clear_text', 2);
        await does('set_text', 2, 'x');
        await does('set_text', 1, '');
        await does('input_text', 1, 'y');
      });
    }
  }

  test('a phone without an input method tells nothing of its fields: lines go in one by one, with ENTER between them', async (t) => {
    const tools = await phoneTools(t, { release: 5, apps: [forms] });
    await tools.open('test.forms/.Main');
    const id = await tools.idOf('body');
    const why = await tools.fails('set_text', { element_id: id, text: 'one\ntwo' }, 'action_failed');
    assert.match(why, /the phone does not say whether this field takes one/);
    assert.deepEqual(contents(tools.phone), ['', '', '', '']);
    await tools.text('input_text', { element_id: id, text: 'one' });
    await tools.text('press_key', { key: 'ENTER' });
    await tools.text('input_text', { element_id: id, text: 'two' });
    assert.equal(contents(tools.phone)[2], 'one\ntwo');
  });

  test('what is left after keys got lost is content, not a hint', async (t) => {
    const tools = await phoneTools(t, { release: 5, apps: [forms] });
    await tools.open('test.forms/.Main');
    const id = await tools.idOf('subject');
    await tools.text('set_text', { element_id: id, text: 'abcdef' });
    const { framework } = tools.phone;
    const press = framework.key.bind(framework);
    let presses = 0;
    framework.key = (code, options) => {
      presses += 1;
      if (presses <= 4) press(code, options);
    };
    assert.match(
      await tools.text('clear_text', { element_id: id }),
      /^Text cleared successfully\. But the field now holds 3 characters: "abc"/,
    );
    assert.match(await tools.text('clear_text', { element_id: id }), /now holds 3 characters: "abc"/);
    framework.key = press;
    assert.equal(await tools.text('clear_text', { element_id: id }), 'Text cleared successfully');
    assert.match(await tools.text('get_screen_state'), /\thint: Subject\t/);
  });

  test('content that we did not write and that no key deletes is content, not a hint', async (t) => {
    const tools = await phoneTools(t, { release: 5, apps: [forms] });
    await tools.open('test.forms/.Main');
    const id = await tools.idOf('subject');
    await tools.text('input_text', { element_id: id, text: 'mine' });
    // The latest text is in another field: nothing shows any more that `mine` is content.
    await tools.text('input_text', { element_id: await tools.idOf('code'), text: 'y' });
    const { framework } = tools.phone;
    const press = framework.key.bind(framework);
    framework.key = () => undefined;
    assert.match(await tools.text('clear_text', { element_id: id }), /now holds 4 characters: "mine"/);
    framework.key = press;
    assert.match(await tools.text('get_screen_state'), /\tmine\t/);
  });

  test('with the companion, too, a line break goes only into a field of several lines', async (t) => {
    const { agent, phone } = await house(t, { tier: 'companion' });
    await agent.clicks('Login');
    await agent.sees('username', 'resource_id');
    const { id } = await agent.row('username');
    for (const text of ['demo\nsecret123\n', 'demo\tsecret123']) {
      assert.match(await agent.fails('set_text', { element_id: id, text }, 'action_failed'), refused);
      assert.match(await agent.fails('input_text', { element_id: id, text }, 'action_failed'), refused);
    }
    assert.deepEqual(contents(phone).slice(0, 2), ['', '']);
    await agent.does('press_home');
    await agent.clicks('Notes');
    await agent.clicks('New note');
    const body = await agent.row('edit_body');
    assert.equal(
      await agent.does('set_text', { element_id: body.id, text: 'one\n\ttwo' }),
      `Text set on element '${body.id}'`,
    );
    assert.equal(
      await agent.does('input_text', { element_id: body.id, text: '\n3' }),
      'Text input completed (2 characters)',
    );
    assert.equal(contents(phone)[1], 'one\n\ttwo\n3');
  });
});
