import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { servedPhone, type ServedPhone } from '../served-phone.ts';
import { watchRequests } from './watch-requests.ts';

/** A field that was written to has the focus, so that the next text or key goes there: as over plain ADB. */

const phones = [
  { release: 14, tier: 'plain' },
  { release: 5, tier: 'companion' },
  { release: 9, tier: 'companion' },
  { release: 12, tier: 'companion' },
  { release: 14, tier: 'companion' },
] as const;

async function newNote(tools: ServedPhone): Promise<void> {
  await tools.opens('Notes', 'fab_new_note');
  await tools.text('click_element', { element_id: await tools.idOf('fab_new_note') });
  await tools.sees('edit_body', 'resource_id');
}

// At once: nearly all of the time is spent waiting for the phone.
describe('the focus after writing', { concurrency: true }, () => {
  for (const { release, tier } of phones) {
    test(`Android ${release}, ${tier}: what follows set_text and clear_text goes to the same field`, async (t) => {
      const tools = await servedPhone(t, { release, tier });
      const held = () => tools.phone.framework.textInput.target?.editing.text;

      await t.test('text and keys go to the field that was written to last', async () => {
        await newNote(tools);
        const [title, body] = [await tools.idOf('edit_title'), await tools.idOf('edit_body')];
        await tools.text('set_text', { element_id: title, text: 'Shopping' });
        await tools.text('set_text', { element_id: body, text: 'milk' });
        await tools.text('input_text', { text: ' and tea' });
        assert.equal(held(), 'milk and tea');
        await tools.text('clear_text', { element_id: title });
        await tools.text('input_text', { text: 'List' });
        assert.equal(held(), 'List');
        await tools.text('set_text', { element_id: body, text: 'milk' });
        await tools.text('press_key', { key: 'DEL' });
        assert.equal(held(), 'mil');
      });

      await t.test('Enter after the password signs in', async () => {
        await tools.opens('Login', 'username');
        await tools.text('set_text', { element_id: await tools.idOf('username'), text: 'demo' });
        await tools.text('set_text', { element_id: await tools.idOf('password'), text: 'secret123' });
        await tools.text('press_key', { key: 'ENTER' });
        await tools.sees('Welcome, demo!');
      });

      await t.test('Enter after a message sends it', async () => {
        await tools.opens('Messages', 'conversation_name');
        await tools.text('click_element', { element_id: await tools.idOf('conversation_name') });
        await tools.sees('compose_message_text', 'resource_id');
        await tools.text('set_text', {
          element_id: await tools.idOf('compose_message_text'),
          text: 'See you at nine',
        });
        await tools.text('press_key', { key: 'ENTER' });
        await tools.sees('message_text', 'resource_id');
        assert.match(await tools.text('get_screen_state'), /\tSee you at nine\t[^\n]*message_text\t/);
        assert.equal(held(), '');
      });
    });
  }
});

test('a field that has the focus already is not asked to take it', async (t) => {
  const tools = await servedPhone(t, { tier: 'companion' });
  await newNote(tools);
  const body = await tools.idOf('edit_body');
  const asked: string[] = [];
  watchRequests(t, (method) => {
    asked.push(method);
    return undefined;
  });
  const during = async (text: string) => {
    asked.length = 0;
    await tools.text('set_text', { element_id: body, text });
    return [...asked];
  };
  await tools.text('set_text', { element_id: await tools.idOf('edit_title'), text: 'a' });
  assert.deepEqual(await during('b'), ['look', 'act', 'act', 'settle', 'look']);
  assert.deepEqual(await during('c'), ['look', 'act', 'settle', 'look']);
});
