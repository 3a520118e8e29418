import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Asking } from '../../src/guard/asking.ts';
import type { Asker } from '../../src/guard/questions.ts';
import { defaultPolicy } from '../../src/guard/policy.ts';
import { parsePolicy } from '../../src/guard/policy-file.ts';
import type { Rule } from '../../src/guard/rules.ts';
import { SkippingClock } from '@handeye/testing/clock';
import { box, button, full, node, viewOf } from '@handeye/testing/screens';
import { bench } from '@handeye/testing/tools';

const pay = button('Pay 49 €', box(100, 1000, 500, 1120));
const shop = viewOf(node('FrameLayout', full, { children: [pay] }));

test('who allows for this run what cannot be read has not allowed what can be read', async () => {
  const rules: Rule[] = [{ when: { kind: 'payment' }, then: 'ask', from: 'rule 1' }];
  const whys: string[] = [];
  const asker: Asker = {
    way: 'a person',
    ask: ({ why }) => {
      whys.push(why);
      return Promise.resolve('for this run');
    },
  };
  const asking = new Asking({ clock: new SkippingClock(), askers: [asker] });
  const game = viewOf(
    node('FrameLayout', full, { children: [node('View', box(100, 1000, 500, 1120), { clickable: true })] }),
    {
      textless: 'Another program holds accessibility.',
    },
  );
  const { text, device } = bench(game, { asking, policy: { ...defaultPolicy, rules } });
  await text('tap', { x: 300, y: 1050 });
  assert.equal(whys.length, 1);
  device.view = shop;
  await text('tap', { x: 300, y: 1050 });
  assert.equal(whys.length, 2, 'nobody was asked about Pay 49 €');
});

test('a rule about a label holds whatever invisible characters the label has', async () => {
  const rules: Rule[] = [{ when: { label: 'pay*' }, then: 'deny', from: 'rule 1' }];
  for (const invisible of ['\u200d', '\u200c', '\ufe0f', '\u00ad', '\u200b']) {
    const pay = button(`P${invisible}ay now`, box(100, 1000, 500, 1120));
    const view = viewOf(node('FrameLayout', full, { children: [pay] }));
    const { fails, device } = bench(view, { policy: { ...defaultPolicy, rules } });
    await fails('tap', { x: 300, y: 1050 }, 'permission_denied');
    assert.deepEqual(device.actions, []);
  }
});

test('a key that stands twice in a policy file is a problem, and is named', () => {
  const files: readonly (readonly [file: string, problem: string | undefined])[] = [
    ['{"rules":[{"when":{"app":"a"},"then":"deny"}],"rules":[]}', 'rules: stands there twice'],
    [
      '{"rules":[{"when":{},"then":"deny"},{"when":{"app":"a","\\u0061pp":"b"},"then":"deny"}]}',
      'rules[1].when.app: stands there twice',
    ],
    ['{"rules":[{"when":{"app":"a"},"then":"deny","then":"allow"}]}', 'rules[0].then: stands there twice'],
    [
      '{"rules":[{"when":{"app":"app"},"then":"deny","why":"\\"then\\": {\\"app\\", [, ,"},{"when":{"app":"a"},"then":"deny"}]}',
      undefined,
    ],
    ['{"profile":"careful","rules":[]}', undefined],
  ];
  for (const [file, problem] of files) {
    if (problem === undefined) parsePolicy(file, []);
    else assert.throws(() => parsePolicy(file, []), { message: problem }, file);
  }
});

test('Back and scrolling are of no kind, also where the application is not known; a touch may be of any', async () => {
  const rules: Rule[] = [{ when: { kind: 'system-risk' }, then: 'deny', from: 'rule 1' }];
  const unknown = {
    ...shop,
    app: undefined,
    windows: shop.windows.map((one) => ({ ...one, app: undefined })),
  };
  const { text, fails } = bench(unknown, { policy: { ...defaultPolicy, rules } });
  await text('press_back', {});
  await fails('tap', { x: 300, y: 1050 }, 'permission_denied');
});
