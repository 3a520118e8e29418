import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Act } from '../../src/guard/act.ts';
import { globMatches } from '../../src/guard/globs.ts';
import { Rules } from '../../src/guard/rules.ts';
import { box, button, full, node, viewOf } from '@handeye/testing/screens';
import { bench } from '@handeye/testing/tools';
import { defaultPolicy } from '../../src/guard/policy.ts';

test('a glob has stars, question marks and escapes, in any case', () => {
  const fits: readonly (readonly [glob: string, name: string, fits: boolean])[] = [
    ['com.bank.*', 'com.bank.app', true],
    ['com.bank.*', 'com.bank', false],
    ['com.bank', 'com.bank.app', false],
    ['*bank*', 'Bank', true],
    ['*a*b', 'ab', true],
    ['*a*b', 'aab', true],
    ['a*a', 'a', false],
    ['ab*bc', 'abc', false],
    ['ab*bc', 'abxbc', true],
    ['*ab*ab*', 'abab', true],
    ['*ab*ab*', 'abaab', true],
    ['*ab*ab*', 'aba', false],
    ['P?y', 'pay', true],
    ['P?y', 'py', false],
    ['?', '💶', true],
    ['**', '', true],
    ['*', 'two\nlines', true],
    ['50\\*', '50*', true],
    ['50\\*', '500', false],
    ['a.c (x)', 'A.C (X)', true],
    ['a.c', 'abc', false],
    ['ÜBER*', 'überweisen', true],
  ];
  for (const [glob, name, wanted] of fits)
    assert.equal(globMatches(glob, name), wanted, `${glob} and ${name}`);
});

test('a long label does not make a rule wait', () => {
  // A pattern that tries again and again would not come to an end.
  assert.equal(globMatches('*pay*pay*pay*now*not there', 'pay now '.repeat(50_000)), false);
});

test('a rule about a label holds for one that only looks like it', async () => {
  const labels = ['Pay now', 'P\u0430y now', '\uff30\uff41\uff59 now'];
  const rules = [{ when: { label: 'pay*' }, then: 'deny', from: 'rule 1' }] as const;
  for (const label of labels) {
    const pay = button(label, box(100, 1000, 500, 1120));
    const view = viewOf(node('FrameLayout', full, { children: [pay] }));
    const { fails, device } = bench(view, { policy: { ...defaultPolicy, rules } });
    await fails('tap', { x: 300, y: 1050 }, 'permission_denied');
    assert.deepEqual(device.actions, []);
  }
  const act: Act = { tool: 'tap', toolClass: 'touch', reach: [{ name: 'a', button: 'Repay' }] };
  assert.equal(new Rules(rules).judge(act).then, 'allow');
});
