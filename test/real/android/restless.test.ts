import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { phoneTools } from './phone-tools.ts';

const DOWNLOADS = 'com.example.downloads/.DownloadsActivity';
/** Milliseconds that are enough on a busy machine, too. */
const LONG_WAIT = 20_000;
/** The fault's events come every 100 ms, and a dump gives up sooner than on a real phone. */
const quick = { idleWaitMs: 600, idlePatienceMs: 1500 };

// They spend their time waiting.
describe('a screen that never rests', { concurrency: true }, () => {
  for (const release of [5, 14] as const) {
    test(`Android ${release}: of a screen that never rests, everything but the texts is shown, and why`, async (t) => {
      const { phone, open, text, fails, json } = await phoneTools(t, { release, ...quick });
      await open(DOWNLOADS);
      const calm = await text('get_screen_state');
      assert.match(calm, /survey-map\.pdf/);
      phone.faults.apply({ kind: 'never-idle' });

      const restless = await text('get_screen_state');
      assert.match(restless, /^app:com\.example\.downloads activity:\.DownloadsActivity$/m);
      assert.match(restless, /^note:no texts, .*never comes to rest.*/m);
      assert.doesNotMatch(restless, /survey-map/);
      assert.deepEqual(boundsOf(restless, 'start'), boundsOf(calm, 'start'));

      const { found, elapsedMs } = await json('wait_for_element', {
        by: 'resource_id',
        value: 'download_list',
        timeout: LONG_WAIT,
      });
      assert.equal(found, true);
      assert.ok(Number(elapsedMs) < LONG_WAIT, 'it did not wait for texts that cannot be read');
      const missed = await json('wait_for_element', { by: 'text', value: 'survey', timeout: 2000 });
      assert.match(String(missed.message), /not found within 2000ms\. The screen never comes to rest/);
      const idle = await json('wait_for_idle', { timeout: 2000 });
      assert.match(String(idle.message), /did not become idle/);
      assert.match(
        await fails('find_elements', { by: 'text', value: 'x' }, 'action_failed'),
        /never comes to/,
      );

      phone.faults.clear();
      assert.match(await text('get_screen_state'), /survey-map\.pdf/);
    });
  }

  test('a screen that rests on a phone that is slow to say so is not called restless', async (t) => {
    const { open, json, text } = await phoneTools(t, { idleWaitMs: 5000 });
    await open('com.android.calculator2/.Calculator');
    const missed = await json('wait_for_element', { by: 'text', value: 'nothing', timeout: 4000 });
    assert.match(
      String(missed.message),
      /within 4000ms\. (.*the phone is slow now|.*could not be read in that time)/,
    );
    assert.doesNotMatch(String(missed.message), /never comes to rest/);
    assert.doesNotMatch(await text('get_screen_state'), /note:no texts/);
  });

  test('a button is clicked on a screen that never rests, and its download starts', async (t) => {
    const { phone, open, text, idOf } = await phoneTools(t, quick);
    await open(DOWNLOADS);
    phone.faults.apply({ kind: 'never-idle' });
    await text('click_element', { element_id: await idOf('start') });
    phone.faults.clear();
    await open('com.android.calculator2/.Calculator');
    await open(DOWNLOADS);
    phone.faults.apply({ kind: 'never-idle' });
    const running = await text('get_screen_state');
    assert.ok(boundsOf(running, 'pause').length > 0 || boundsOf(running, 'stop').length > 0, running);
  });

  test('an id of the texts is never taken for an element without', async (t) => {
    const { phone, open, idOf, fails } = await phoneTools(t, { release: 5, ...quick });
    await open(DOWNLOADS);
    const start = await idOf('start');
    phone.faults.apply({ kind: 'never-idle' });
    await fails('click_element', { element_id: start }, 'element_not_found');
  });
});

/** The places of all elements with this id. */
function boundsOf(screen: string, id: string): string[] {
  const rows = screen.split('\n').map((line) => line.split('\t'));
  return rows.filter((cells) => cells[4]?.endsWith(`:id/${id}`)).map((cells) => cells[5] ?? '');
}
