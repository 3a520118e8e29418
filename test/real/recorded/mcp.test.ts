import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { toolsets } from '@handeye/core/tools/toolsets';
import { comparable } from './allowed.ts';
import { readAnswers } from './answers.ts';
import { type Answer, RecordingClient } from './client.ts';
import { everyTool } from './sequence.ts';
import { serve, type Tier } from './served.ts';

/*
 * `/mcp` answers as before lean was written anew: answers/ holds what commit f3c2600 said to a fixed sequence of calls on the
 * virtual phone. A difference is a change for clients that rely on the contract; allowed.ts lists the few that are meant.
 */

async function answersNow(tier: Tier): Promise<readonly Answer[]> {
  const served = await serve(tier);
  try {
    const client = new RecordingClient(served);
    await everyTool(client);
    return client.answers;
  } finally {
    await served.close();
  }
}

function textOf(answer: Answer | undefined): string {
  if (!answer) return 'nothing';
  const { call, lines } = comparable(answer);
  return [call, ...lines].join('\n');
}

// At once: most of the time is spent waiting for screens to rest.
describe('/mcp answers every call as it did before', { concurrency: true }, () => {
  for (const tier of ['plain', 'companion'] as const) {
    test(tier, async () => {
      const [recorded, now] = [await readAnswers(tier), await answersNow(tier)];
      for (let at = 0; at < Math.max(recorded.length, now.length); at += 1) {
        assert.equal(textOf(now[at]), textOf(recorded[at]), `call ${at + 1} of ${recorded.length}`);
      }
    });
  }
});

for (const tier of ['plain', 'companion'] as const) {
  test(`the recorded calls are of all tools of a device, each once answered and, where it takes anything, once refused (${tier})`, async () => {
    const recorded = await readAnswers(tier);
    for (const { name, input } of toolsets.device) {
      const answers = recorded.filter(({ call }) => call.startsWith(`${name} `));
      const refused = answers.filter(({ lines }) => lines[0]?.startsWith('error') === true);
      const isUnreachable = tier === 'plain' && name.endsWith('_clipboard');
      assert.ok(isUnreachable || answers.length > refused.length, `${name} was answered`);
      assert.ok(Object.keys(input.shape).length === 0 || refused.length > 0, `${name} was refused`);
    }
  });
}

test('what may differ is no more than what is documented', () => {
  const row = 'node_ID\tSwitch\t-\t-\tandroid:id/switch_widget\t0,0,1,1\tvn';
  const lines = (...all: string[]) => comparable({ call: '', lines: all }).lines;
  assert.deepEqual(lines(`${row}k`, `${row}xt`, `${row}t`, row), [row, row, row, row]);
  const others = ['node_ID\tSwitch\tk\t-\t-\t0,0,1,1\tvq', `${row}kx`, 'Text x', 'note:other'];
  assert.deepEqual(lines(...others), others);
});
