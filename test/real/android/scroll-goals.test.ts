import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { scrollInLean } from '../../../packages/handeye/src/tools/scroll.ts';
import { acted, type ActedOptions } from '../../../packages/handeye/test/support/acted.ts';
import { phoneTools, type PhoneTools, type PhoneToolsOptions } from './phone-tools.ts';

const CONTACTS = 'com.android.contacts/.activities.PeopleActivity';

type Tier = 'plain' | 'companion';

function onBothTiers(sentence: string, body: (t: TestContext, tier: Tier) => Promise<void>): void {
  test(`${sentence} (plain ADB)`, (t) => body(t, 'plain'));
  test(`${sentence} (with the companion)`, (t) => body(t, 'companion'));
}

interface Scroller extends PhoneTools {
  /** Scrolls in lean: the answer's text and what it found out. */
  readonly scroll: (args: object, options?: ActedOptions) => Promise<readonly string[]>;
}

async function contacts(t: TestContext, options: PhoneToolsOptions): Promise<Scroller> {
  const tools = await phoneTools(t, options);
  await tools.open(CONTACTS);
  await tools.json('wait_for_element', { by: 'resource_id', value: 'cliv_name_textview', timeout: 15_000 });
  const scroll = async (args: object, own?: ActedOptions) => {
    const { text, effects } = await acted(tools.session, scrollInLean, args, own);
    return [text, ...effects];
  };
  return { ...tools, scroll };
}

onBothTiers('a contact far down is found in one call, and its id can be used at once', async (t, tier) => {
  const { scroll, text, json } = await contacts(t, { tier });
  const [answer, effect] = await scroll({ until: 'yukihiro wirth' });
  assert.equal(answer, 'Scroll down (medium) executed');
  const [, id] = /^found: (\d+) (?:\[hold\] )?Yukihiro Wirth after \d\d scrolls$/.exec(effect ?? '') ?? [];
  assert.ok(id, effect);
  await text('click_element', { element_id: id });
  await json('wait_for_element', { by: 'text', value: 'Yukihiro Wirth', timeout: 5000 });
});

onBothTiers('to: end and to: start go all the way, and a scroll there says that nothing moved', async (t, tier) => {
  const { scroll, json } = await contacts(t, { tier });
  const sees = async (value: string) => {
    const { found } = await json('wait_for_element', { by: 'text', value, timeout: 5000 });
    assert.equal(found, true, value);
  };
  assert.deepEqual(await scroll({ to: 'start' }), ['Scroll up (medium) executed', 'at the start without scrolling']);
  const [, atEnd] = await scroll({ to: 'end' });
  assert.match(atEnd ?? '', /^at the end after \d+ scrolls$/);
  await sees('Yukihiro Wirth');
  assert.deepEqual(await scroll({ direction: 'down' }), [
    'Scroll down (medium) executed',
    'did not move: this is the end',
  ]);
  assert.match((await scroll({ until: 'Ada' }))[1] ?? '', /^not found: "Ada" is not in \d+ #list \(.*this is the end\); only what comes after/);
  assert.deepEqual(await scroll({ direction: 'up', amount: 'small' }), ['Scroll up (small) executed', 'moved']);
  const [, atStart] = await scroll({ to: 'start', until: 'ada lovelace' });
  assert.match(atStart ?? '', /^found: \d+ .*Ada Lovelace after \d+ scrolls$/);
  console.log(atEnd, atStart);
});
