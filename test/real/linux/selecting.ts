import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { type PrivateDesktop, until } from './desktop-session.ts';
import { ownTools } from './own-tools.ts';

/** Selects parts of a field by their words, copies, cuts and pastes them. `line` is the field's in lean. */
export async function selectsAndCopies(t: TestContext, desktop: PrivateDesktop, line: RegExp): Promise<void> {
  const lean = await ownTools(t, desktop, {}, 'lean');
  const screen = () => lean.text('get_screen_state', { max_tokens: 20_000 });
  const field = /\d+/.exec((await screen()).split('\n').find((one) => line.test(one)) ?? '')?.[0];
  assert.ok(field !== undefined, String(line));
  const press = (key: string) => lean.text('press_key', { key, observe: 'none' });
  const shows = (content: string) =>
    until(`= ${content}`, async () => {
      return (await screen()).split('\n').some((line) => line.endsWith(`= ${content}`));
    });
  const copied = (text: string) =>
    until(`a clipboard with ${text}`, async () => (await lean.text('get_clipboard')).includes(`"${text}"`));
  await lean.text('set_text', { element_id: field, text: 'Grüße 😀 for Sunday', observe: 'none' });
  assert.equal(
    await lean.text('select_text', { element_id: field, text: 'Sunday', observe: 'none' }),
    `Text selected on element '${field}'`,
  );
  await shows('Grüße 😀 for Sunday | selected 12-18: Sunday');
  await press('COPY');
  await copied('Sunday');
  await lean.text('select_text', { element_id: field, from: 0, to: 12, observe: 'none' });
  await press('CUT');
  await copied('Grüße 😀 for ');
  await press('SELECT_ALL');
  await press('PASTE');
  await shows('Grüße 😀 for');
}
