import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { macHouse } from './house.ts';
import { desk } from './worlds.ts';

describe('get_screen_state on a Mac', () => {
  test('x', async (t) => {
    const { text, json } = macHouse(t, desk());
    console.log(await text('get_screen_state'));
    console.log(await text('get_screen_state', { format: 'lean' }));
    console.log(JSON.stringify(await json('list_windows')));
    console.log(JSON.stringify(await json('get_focused_element')));
    assert.ok(true);
  });
});
