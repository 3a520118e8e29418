import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { AndroidRelease } from '@handeye/virtual-phone';
import { house, onATier, tiers, type Agent, type Row } from './house.ts';
import { pairs } from '@handeye/testing/long';

const releases: readonly AndroidRelease[] = [9, 14];

/** The rows of the dialog's pickers, as their texts, from the top left: less, chosen and more of the hours first. */
async function pickers(agent: Agent): Promise<readonly Row[]> {
  const numbers = (await agent.rows()).filter(({ text }) => /^\d\d$/.test(text));
  assert.equal(numbers.length, 6, await agent.state());
  return numbers;
}

function textsOf(rows: readonly Row[]): string {
  return rows.map(({ text }) => text).join(' ');
}

// At once: nearly all of the time is spent waiting for the phone.
describe('ids in place', { concurrency: 4 }, () => {
  for (const [release, tier] of pairs(releases, tiers)) {
    test(`Android ${release}, ${tier}: the arrows of a time picker stay the same while its numbers change`, async (t) => {
      const { agent } = await house(t, { tier, release });
      await agent.clicks('Clock');
      await agent.sees('Alarms');
      await agent.clicks('Alarms');
      await agent.sees('Add alarm', 'content_desc');
      await agent.clicks('Add alarm');
      await agent.sees('Select time');
      const first = await pickers(agent);
      assert.equal(textsOf(first), '07 08 09 59 00 01');
      const [earlier, , later, , , moreMinutes] = first;
      for (const id of [later!.id, later!.id, moreMinutes!.id, later!.id, earlier!.id, moreMinutes!.id]) {
        await agent.does('click_element', { element_id: id });
      }
      const last = await pickers(agent);
      assert.equal(textsOf(last), '09 10 11 01 02 03');
      assert.deepEqual(
        last.map(({ id }) => id),
        first.map(({ id }) => id),
      );
    });
  }

  onATier('companion', 'a switch and its row keep their ids when they are switched', async (t, tier) => {
    const { agent } = await house(t, { tier });
    await agent.clicks('Settings');
    await agent.sees('Network & internet');
    await agent.clicks('Network & internet');
    await agent.sees('Airplane mode');
    const before = await agent.rows();
    const title = await agent.row('Airplane mode');
    for (let times = 0; times < 2; times += 1) {
      await agent.does('click_element', { element_id: title.id });
      const now = await agent.rows();
      assert.deepEqual(
        now
          .filter(({ text, resourceId }) => text !== '-' || resourceId.includes('switch'))
          .map(({ id }) => id),
        before
          .filter(({ text, resourceId }) => text !== '-' || resourceId.includes('switch'))
          .map(({ id }) => id),
      );
    }
  });

  onATier('plain', "a calculator's display and keys keep their ids while it counts", async (t, tier) => {
    const { agent } = await house(t, { tier });
    await agent.clicks('Calculator');
    await agent.sees('digit_7', 'resource_id');
    const before = await agent.rows();
    const key = (id: string) => before.find(({ resourceId }) => resourceId.endsWith(id))!.id;
    for (const id of ['digit_7', 'op_mul', 'digit_6', 'eq']) {
      await agent.does('click_element', { element_id: key(id) });
    }
    const after = await agent.rows();
    assert.equal(after.find(({ text }) => text === '42')?.id, key('/formula'));
    for (const { id, resourceId } of before) {
      assert.equal(after.find((row) => row.id === id)?.resourceId, resourceId);
    }
  });

  onATier(
    'companion',
    'ids survive leaving the app and coming back, and a label stands for its row',
    async (t, tier) => {
      const { agent } = await house(t, { tier, screen: 'lean' });
      const lines = async () => (await agent.state()).split('\n').slice(1);
      await agent.does('press_home');
      const idOf = async (label: string) => {
        const line = (await lines()).find((one) => one.includes(label));
        const [, id] = /^ *(\d+) /.exec(line ?? '') ?? [];
        assert.ok(id, `${label}: ${await agent.state()}`);
        return id;
      };
      const settings = await idOf('Settings');
      await agent.does('click_element', { element_id: settings });
      await agent.does('wait_for_element', { by: 'text', value: 'Network & internet', timeout: 15_000 });
      const before = await lines();
      const network = await idOf('Network & internet');
      await agent.does('press_home');
      await agent.does('wait_for_element', { by: 'text', value: 'Calculator', timeout: 15_000 });
      await agent.does('click_element', { element_id: settings });
      await agent.does('wait_for_element', { by: 'text', value: 'Network & internet', timeout: 15_000 });
      assert.deepEqual(await lines(), before);
      await agent.does('click_element', { element_id: network });
      await agent.does('wait_for_element', { by: 'text', value: 'Airplane mode', timeout: 15_000 });
    },
  );
});
