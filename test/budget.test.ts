import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { optInToolsets, toolsets } from '@handeye/core/tools/toolsets';
import { toolTokens } from '../scripts/tokens.ts';

const IN_LEAN = toolsets.device.length + toolsets.model.length;

test('the list of the tools of a device costs a model at most 4,500 tokens', () => {
  const { total, each } = toolTokens();
  assert.equal(each.length, toolsets.device.length);
  assert.ok(total <= 4_500, `${total} tokens`);
});

test('the list of the desktop tools costs a model at most 1,800 tokens', () => {
  const { total, each } = toolTokens('desktop');
  assert.equal(each.length, toolsets.desktop.length);
  assert.ok(total <= 1_800, `${total} tokens`);
});

test('what a model is shown of the tools costs at most 3,200 tokens, in lean as in compact', () => {
  for (const format of ['compact', 'lean'] as const) {
    const { shown } = toolTokens('device', format);
    assert.ok(shown <= 3_200, `${format}: ${shown} tokens`);
  }
  assert.equal(toolTokens('device', 'lean').each.length, IN_LEAN);
});

test('what a model is shown of all tools of a phone costs at most 7,500 tokens', () => {
  const { shown, each } = toolTokens('all', 'lean');
  assert.equal(each.length, IN_LEAN + optInToolsets.flatMap((name) => toolsets[name]).length);
  assert.ok(
    shown <= 7_500,
    `${shown} tokens: ${each.map(([name, tokens]) => `${name} ${tokens}`).join(', ')}`,
  );
});

test('README counts the tools as they are served', () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  const [, plain, lean, all] =
    /serves (\d+) tools with compact.*?^(\d+) tools for looking.*?all` \((\d+) tools on a phone/ms.exec(
      readme,
    ) ?? [];
  const served = [toolTokens(), toolTokens('device', 'lean'), toolTokens('all', 'lean')];
  assert.deepEqual(
    [plain, lean, all].map(Number),
    served.map(({ each }) => each.length),
  );
});
