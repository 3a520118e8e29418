import assert from 'node:assert/strict';
import { describe, test, type TestContext } from 'node:test';
import { phoneTools, type PhoneTools, type PhoneToolsOptions } from './phone-tools.ts';
import { pairs } from '@handeye/testing/long';
import { onATier, onEachTier } from './house.ts';

const CONTACTS = 'com.android.contacts/.activities.PeopleActivity';
const READER = 'com.example.reader/.LibraryActivity';

interface Scroller extends PhoneTools {
  /** Scrolls: the answer, and the first line of the observation. */
  readonly scroll: (args: object, signal?: AbortSignal) => Promise<readonly [string, string]>;
}

/** An application on a phone that is served to a model. */
async function opened(
  t: TestContext,
  app: { readonly component: string; readonly shows: string },
  options: PhoneToolsOptions,
): Promise<Scroller> {
  const tools = await phoneTools(t, { ...options, frame: { screenFormat: 'lean', observe: 'changes' } });
  await tools.open(app.component);
  await tools.text('wait_for_element', { by: 'text', value: app.shows, timeout: 15_000 });
  await tools.text('get_screen_state');
  const scroll: Scroller['scroll'] = async (args, signal) => {
    const { content, isError } = await tools.call('scroll', args, signal);
    const [text = '', seen = ''] = content.map((item) => (item.type === 'text' ? item.text : ''));
    if (isError) throw new Error(text);
    return [text, seen.split('\n')[0] ?? ''];
  };
  return { ...tools, scroll };
}

const contacts = (t: TestContext, options: PhoneToolsOptions) =>
  opened(t, { component: CONTACTS, shows: 'Ada' }, options);

// At once: nearly all of the time is spent waiting for fingers to move and lists to come to rest.
describe('scroll goes on until it is where it was told to go', { concurrency: 4 }, () => {
  onATier(
    'companion',
    'the last of 500 contacts is found in one call, and the way back in another',
    async (t, tier) => {
      const { scroll, text } = await contacts(t, { tier });
      assert.deepEqual(await scroll({ to: 'start' }), [
        'Scroll up (medium) executed',
        'at the start already',
      ]);
      const [answer, found] = await scroll({ until: 'yukihiro wirth' });
      assert.equal(answer, 'Scroll down (medium) executed');
      const [, id] = /^found: (\d+) (?:\[hold\] )?Yukihiro Wirth after \d\d scrolls$/.exec(found) ?? [];
      assert.ok(id, found);
      assert.match((await scroll({ to: 'end' }))[1], /^at the end (after \d scrolls?|already)$/);
      assert.equal((await scroll({ direction: 'down' }))[1], 'did not move: this is the end');
      assert.match(
        (await scroll({ until: 'Ada' }))[1],
        /^not found: "Ada" is not in \d+ #list \(.*this is the end\); only what comes after where it was/,
      );
      assert.deepEqual(await scroll({ direction: 'up', amount: 'small' }), [
        'Scroll up (small) executed',
        'moved',
      ]);
      assert.match((await scroll({ to: 'start' }))[1], /^at the start after \d\d scrolls$/);
      assert.match(await text('get_screen_state'), /Ada /);
    },
  );

  onATier(
    'plain',
    'an article is read to its end, and the pager around it to its last page',
    async (t, tier) => {
      // A page takes a while to settle: a dump that waits for less rest would show it in motion.
      const reader = { component: READER, shows: 'Maps Without North' };
      const { scroll, text } = await opened(t, reader, { tier, idleWaitMs: 500 });
      await text('click_element', { element_id: 'text:Maps Without North' });
      await text('wait_for_element', { by: 'text', value: '7 of 12', timeout: 15_000 });
      assert.match((await scroll({ to: 'end' }))[1], /^at the end after \d+ scrolls?$/);
      assert.equal((await scroll({ direction: 'down' }))[1], 'did not move: this is the end');
      assert.deepEqual(await scroll({ direction: 'right' }), ['Scroll right (medium) executed', 'moved']);
      const [answer, effect] = await scroll({ direction: 'right', to: 'end' });
      assert.equal(answer, 'Scroll right (medium) executed');
      assert.equal(effect, 'at the end after 4 scrolls');
      assert.match(await text('get_screen_state'), /12 of 12/);
    },
  );

  onEachTier('a cancelled scroll leaves no finger on the glass and stops', async (t, tier) => {
    const controller = new AbortController();
    let gestures = 0;
    const onGesture = () => {
      gestures += 1;
      if (gestures === 2) controller.abort(new Error('cancelled'));
    };
    const { scroll, text } = await contacts(t, {
      tier,
      onCommand: ([program, what]) => {
        if (program === 'input' && what === 'swipe') onGesture();
      },
      onCompanionRequest: (method) => {
        if (method === 'act') onGesture();
      },
    });
    await assert.rejects(scroll({ to: 'end' }, controller.signal), /cancelled/);
    // A finger that is still down would keep the next one from scrolling.
    assert.equal((await scroll({ direction: 'down', amount: 'small' }))[1], 'moved');
    const before = await text('get_screen_state');
    await text('wait_for_idle', { timeout: 3000 });
    assert.equal(
      (await text('get_screen_state')).replace(/ s\w+ /, ''),
      before.replace(/ s\w+ /, ''),
      'nothing goes on moving',
    );
  });

  for (const [release, tier] of pairs([5, 9, 12, 14] as const, ['plain', 'companion'] as const)) {
    test(`Android ${release}, ${tier}: scroll finds a text and knows both ends`, async (t) => {
      const { scroll } = await contacts(t, { tier, release });
      assert.equal((await scroll({ direction: 'up' }))[1], 'did not move: this is the start');
      assert.match((await scroll({ until: 'Barbara' }))[1], /^found: \d+ .*Barbara \w+ after \d+ scrolls?$/);
    });
  }
});
