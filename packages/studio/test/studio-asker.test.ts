import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PageConnection } from '../src/page-connection.ts';
import { StudioAsker } from '../src/questions/studio-asker.ts';
import type { EventName } from '../src/wire/messages.ts';
import { SkippingClock } from '@handeye/testing/clock';
import { question } from '@handeye/testing/question';

/** Asks pages that the test opens and closes. */
function askerOfPages() {
  const clock = new SkippingClock();
  const open = new Set<PageConnection>();
  const told: EventName[] = [];
  const pages = { open, areWatched: true, tell: (event: EventName) => void told.push(event) };
  const asker = new StudioAsker({ clock, pages: () => pages });
  const signal = new AbortController().signal;
  return {
    clock,
    told,
    comes: () => {
      // Only the presence of a page counts here.
      open.add({} as PageConnection);
      asker.pagesChanged();
    },
    leaves: () => {
      open.clear();
      asker.pagesChanged();
    },
    ask: () => asker.ask(question, signal, 60_000),
    answer: async () => asker.handlers.answer?.({ question: 1, answer: 'once' }, undefined as never),
    pass: (milliseconds: number) => new Promise<void>((resolve) => clock.after(milliseconds, resolve)),
  };
}

test('a question that comes while the only page is loaded again waits for it', async () => {
  const { comes, leaves, ask, answer, told, pass } = askerOfPages();
  comes();
  leaves();
  await pass(1_000);
  const asked = ask();
  await pass(6_000);
  assert.deepEqual(told, []);
  comes();
  await pass(1);
  assert.deepEqual(told, ['question']);
  await answer();
  assert.equal(await asked, 'once');
});

test('a question waits for no page that does not come back, nor where none was', async () => {
  const { comes, leaves, ask, told, pass, clock } = askerOfPages();
  assert.equal(await ask(), undefined);
  assert.equal(clock.now(), 0);
  comes();
  leaves();
  await pass(2_000);
  assert.equal(await ask(), undefined);
  assert.equal(clock.now(), 8_000);
  assert.equal(await ask(), undefined);
  assert.equal(clock.now(), 8_000);
  assert.deepEqual(told, []);
});
