import assert from 'node:assert/strict';
import { describe, type TestContext } from 'node:test';
import { type House, house, onATier, type Row, type Tier } from './house.ts';

const READER = 'am start -W -n com.example.reader/.LibraryActivity';

/** The Reader with an article open: a ScrollView of very long paragraphs, on a page of a ViewPager. */
async function article(t: TestContext, tier: Tier): Promise<House> {
  const home = await house(t, { tier });
  await home.phone.android.spawn(READER).exit;
  await home.agent.sees('Maps Without North');
  await home.agent.clicks('Maps Without North');
  await home.agent.sees('7 of 12');
  return home;
}

/** The texts on the page, by id. */
function onThePage(rows: readonly Row[]): ReadonlyMap<string, string> {
  const onPage = rows.filter(({ resourceId }) =>
    /:id\/(article_scroll|title|meta|paragraph)$/.test(resourceId),
  );
  return new Map(onPage.map(({ id, text }) => [id, text]));
}

// At once: nearly all of the time is spent waiting for the phone.
describe('paging', { concurrency: 4 }, () => {
  onATier('plain', 'an article on a page of a pager keeps its ids while it is scrolled', async (t, tier) => {
    const { agent } = await article(t, tier);
    const known = new Map(onThePage(await agent.rows()));
    const { id: scroller } = await agent.row('article_scroll');
    for (let scrolls = 0; scrolls < 3; scrolls += 1) {
      await agent.does('scroll', { direction: 'down', amount: 'small' });
      const now = onThePage(await agent.rows());
      assert.ok(now.has(scroller), 'the scroll view keeps its id');
      for (const [id, text] of now) assert.equal(known.get(id), text, `${text} keeps its id`);
    }
  });

  onATier(
    'companion',
    'scroll right and left turn the page of a pager, whatever the amount',
    async (t, tier) => {
      const { agent } = await article(t, tier);
      for (const amount of ['small', 'medium', 'large']) {
        await agent.does('scroll', { direction: 'right', amount });
        await agent.sees('8 of 12');
        await agent.does('scroll', { direction: 'left', amount });
        await agent.sees('7 of 12');
      }
    },
  );

  onATier('plain', 'scroll_to_element finds the title of an article that was scrolled', async (t, tier) => {
    const { agent } = await article(t, tier);
    const { id } = await agent.row('title');
    for (let scrolls = 0; scrolls < 2; scrolls += 1)
      await agent.does('scroll', { direction: 'down', amount: 'small' });
    assert.match(
      await agent.does('scroll_to_element', { element_id: id }),
      /^Scrolled to element '.*' \(1 scroll/,
    );
    const title = await agent.row('title');
    assert.equal(title.id, id);
    assert.match(title.flags, /v/);
  });
});
