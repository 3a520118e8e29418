import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parsePolicy, PolicyProblems } from '../../src/guard/policy-file.ts';
import { Rules } from '../../src/guard/rules.ts';

const tools = [
  { name: 'tap', class: 'touch' },
  { name: 'click_element', class: 'touch' },
  { name: 'input_text', class: 'type' },
  { name: 'get_clipboard', class: 'read' },
  { name: 'get_screen_state', class: 'read' },
  { name: 'press_home', class: 'navigate' },
] as const;

function problems(file: unknown): readonly string[] {
  try {
    parsePolicy(typeof file === 'string' ? file : JSON.stringify(file), tools);
  } catch (error) {
    assert.ok(error instanceof PolicyProblems);
    return error.problems;
  }
  return [];
}

const rule = { when: { app: 'com.bank.*', tool: 'touch' }, then: 'ask', why: 'It is money.' };

test('a file of rules is read in its order, and its profile comes behind', () => {
  const { rules, changedScreen } = parsePolicy(JSON.stringify({ profile: 'careful', rules: [rule] }), tools);
  assert.deepEqual(rules[0], { ...rule, from: 'rule 1' });
  assert.equal(rules[1]?.from, 'profile careful: system-risk');
  assert.equal(changedScreen, 'refuse');
  assert.equal(parsePolicy(JSON.stringify({ rules: [] }), tools).changedScreen, 'note');
});

test('every problem is told, each with its key', () => {
  assert.deepEqual(
    problems({
      rule: [],
      rules: [
        { ...rule, then: 'maybe' },
        { when: { kind: 'money', aps: 'x' }, then: 'deny' },
        { when: { app: '' }, then: 'deny', why: 3 },
        { then: 'deny' },
        'deny',
      ],
    }),
    [
      'rules[0].then: must be one of: allow, ask, deny',
      'rules[1].when.kind: must be one of: payment, send, call, delete, install, permission, sign-in, system-risk, terminal',
      'rules[1].when.aps: unknown key; did you mean app?',
      'rules[2].when.app: must not be empty',
      'rules[2].why: must be a text',
      'rules[3].when: must be an object',
      'rules[4]: must be an object',
      'rule: unknown key; did you mean rules?',
    ],
  );
  assert.deepEqual(problems([]), ['the file: must be an object']);
  assert.deepEqual(problems({ profile: 'strict', rules: {} }), [
    'profile: must be one of: open, careful, read-only',
    'rules: must be a list of rules',
  ]);
  assert.match(problems('{"rules": [').join(), /^not valid JSON: /);
});

test('a rule that no tool fits would protect nothing, so it is a problem', () => {
  assert.deepEqual(problems({ rules: [{ when: { tool: 'clik_element' }, then: 'deny' }] }), [
    "rules[0].when.tool: no tool or class of tools is called 'clik_element'; did you mean click_element?",
  ]);
  assert.deepEqual(problems({ rules: [{ when: { tool: 'read', app: 'com.bank' }, then: 'deny' }] }), [
    'rules[0].when.tool: reading is judged by the tool alone: leave out app, label and kind',
  ]);
  for (const tool of ['get_*', 'get_screen_state']) {
    assert.match(
      problems({ rules: [{ when: { tool, app: 'com.bank' }, then: 'deny' }] }).join(),
      /by the tool alone/,
    );
  }
  for (const tool of ['navigate', 'press_*']) {
    assert.match(
      problems({ rules: [{ when: { tool, kind: 'send' }, then: 'deny' }] }).join(),
      /leave out kind$/,
    );
    assert.deepEqual(problems({ rules: [{ when: { tool, app: 'com.bank' }, then: 'deny' }] }), []);
  }
  for (const tool of ['touch', 'click_*', '*', 'read']) {
    assert.deepEqual(problems({ rules: [{ when: { tool }, then: 'deny' }] }), [], tool);
  }
});

const act = (app: string | undefined) => ({
  tool: 'tap',
  toolClass: 'touch' as const,
  reach: [{ name: app }],
});

test('the first rule that matches decides; patterns are globs in any case', () => {
  const rules = new Rules([
    { when: { app: 'com.bank.help' }, then: 'allow', from: '1' },
    { when: { app: 'COM.bank.*' }, then: 'deny', from: '2' },
    { when: { app: 'com.b?nk*', tool: 'touch' }, then: 'ask', from: '3' },
  ]);
  assert.equal(rules.judge(act('com.bank.help')).then, 'allow');
  assert.equal(rules.judge(act('com.bank.app')).rule?.from, '2');
  assert.equal(rules.judge(act('com.bonk')).rule?.from, '3');
  assert.equal(rules.judge(act('xcom.bank.app')).then, 'allow');
});

test('in doubt whom it reaches, a rule that could match and does not allow, applies', () => {
  const rules = new Rules([
    { when: { app: 'com.notes' }, then: 'allow', from: '1' },
    { when: { app: 'com.bank' }, then: 'ask', from: '2' },
    { when: { app: 'com.shop' }, then: 'deny', from: '3' },
  ]);
  assert.equal(rules.judge(act(undefined)).rule?.from, '2');
  assert.equal(rules.judge({ ...act(undefined), reach: [] }).rule?.from, '2');
  assert.equal(rules.judge({ ...act(undefined), reach: 'no application' }).then, 'allow');
});

test('of several applications that a write may reach, the strictest verdict counts', () => {
  const rules = new Rules([
    { when: { app: 'com.bank' }, then: 'ask', from: '1' },
    { when: { app: 'com.shop' }, then: 'deny', from: '2' },
  ]);
  const reach = [{ name: 'com.notes' }, { name: 'com.bank' }, { name: 'com.shop' }];
  assert.equal(rules.judge({ ...act(undefined), reach }).rule?.from, '2');
});

test('a pattern is a glob and nothing more', () => {
  const rules = (app: string) => new Rules([{ when: { app }, then: 'deny', from: '1' }]);
  assert.equal(rules('a.b(c)+[d]').judge(act('a.b(c)+[d]')).then, 'deny');
  assert.equal(rules('a.b').judge(act('axb')).then, 'allow');
  assert.equal(rules('a\\*b').judge(act('a*b')).then, 'deny');
  assert.equal(rules('a\\*b').judge(act('axb')).then, 'allow');
  assert.equal(rules('*\n*').judge(act('a\nb')).then, 'deny');
});
