import assert from 'node:assert/strict';
import test from 'node:test';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { screenOf, tokenCases } from './token-cases.ts';
import { LONG_RUN } from '@handeye/testing/long';
import { PrivateDesktop, until } from './desktop-session.ts';

/** The programs that start quickly; a long run measures the others, too. */
const QUICK = ['Qt 6 form', 'gedit, a document', 'Firefox, form of ten fields'];

test('a look costs no more tokens than its goal, and what is hidden costs none until it is shown', async (t) => {
  const desktop = await PrivateDesktop.start(t, {}, {}, 'lean');
  const screens = new Map<string, string>();
  for (const name of QUICK) {
    const one = tokenCases.find((candidate) => candidate.name === name);
    assert.ok(one, name);
    const text = await screenOf(desktop, one);
    const tokens = encode(text).length;
    assert.ok(tokens <= one.goal, `${name}: ${tokens} tokens, not ${one.goal}:\n${text}`);
    screens.set(name, text);
    if (name === 'Qt 6 form') await useQtForm(desktop);
  }
  const form = screens.get('Firefox, form of ten fields') ?? '';
  for (const field of ['First name', 'Last name', 'Email', 'Phone', 'Street', 'City'])
    assert.match(form, new RegExp(`^ *\\d+ \\[edit\\] ${field}$`, 'm'));
  for (const line of [
    '[choose] Size | Medium',
    '[on] Letter',
    '[off] Parcel',
    '[off] Gift wrap',
    '[on] Newsletter',
  ])
    assert.ok(form.includes(` ${line}\n`), `${line} is missing:\n${form}`);
  assert.equal(form.match(/First name/g)?.length, 1);
});

for (const one of LONG_RUN ? tokenCases.filter(({ name }) => !QUICK.includes(name)) : [])
  test(`${one.name} costs few tokens`, async (t) => {
    const tokens = encode(await screenOf(await PrivateDesktop.start(t, {}, {}, 'lean'), one)).length;
    t.diagnostic(`${tokens} tokens, goal ${one.goal}`);
    assert.ok(tokens <= 1.1 * one.goal, `${tokens} tokens, not ${one.goal}`);
  });

/** Menus, pages and lists that are closed are one line each; each opens by its text. */
async function useQtForm({ tools }: PrivateDesktop): Promise<void> {
  const screen = () => tools.text('get_screen_state', { max_tokens: 5000 });
  const closed = await screen();
  assert.match(closed, /\d+ \[menu\] File\n\d+ \[menu\] Edit\n/);
  for (const hidden of ['Select all', 'Row 0', 'Medium']) assert.ok(!closed.includes(hidden), closed);
  await tools.text('click_element', { element_id: 'text:Edit' });
  await until('the menu', async () => (await screen()).includes('Select all'));
  await tools.text('press_key', { key: 'ESCAPE' });
  await until('no menu', async () => !(await screen()).includes('Select all'));
  await tools.text('click_element', { element_id: 'text:Rows' });
  await until('the other page', async () => (await screen()).includes('Row 0 | Value 0'));
  assert.ok(!(await screen()).includes('Gift'));
}
