import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Command, Flow } from '../../src/file/flow.ts';
import { toMaestro } from '../../src/file/maestro.ts';
import { compilePattern, literalPattern } from '../../src/file/pattern.ts';
import { readFlowText } from '../../src/file/read.ts';
import { writeFlow } from '../../src/file/write.ts';

/** Flows without places: those change by writing. */
function withoutPlaces(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (key, inner: unknown) => (key === 'source' ? undefined : inner)));
}

const EVERYTHING = `# yaml-language-server: $schema=flow.schema.json
name: Log in
description: As Anna
appId: org.example
tags:
  - smoke
locale: de-DE
env:
  USER: anna
  PIN: "0123"
onDialog:
  - match: Allow
    do:
      - tapOn: Allow
    times: 2
onFlowStart:
  - launchApp:
      clearState: true
jira: X-1
---
- launchApp
- tapOn: Save
- tapOn:
    text: Save
    id: ok
    desc: Save it
    role: button
    in:
      id: list
    index: 1
    below: Title
    point: 50%,90%
    timeout: 5000
    expect:
      - appears: Saved
      - changes:
          id: wifi
        to:
          checked: true
- inputText: \${USER}
- inputText:
    secret: PASSWORD
    expect:
      nothing: true
- inputText: "007"
- eraseText: 5
- pressKey: volume up
- swipe:
    direction: LEFT
- scrollUntilVisible:
    element: End
    timeout: 1000
- runFlow:
    commands:
      - back
    env:
      A: "1"
    when:
      platform: Android
      visible: Cookies
- repeat:
    times: 3
    commands:
      - tapOn:
          point: 100,200
          by: position
- setAirplaneMode: enabled
- back:
    label: leave
    optional: true
`;

test('a flow is written as it was read, and the text stays the same', () => {
  const flow = readFlowText(EVERYTHING, 'login.flow.yaml');
  const written = writeFlow(flow);
  assert.equal(written, EVERYTHING);
  assert.deepEqual(withoutPlaces(readFlowText(written, 'login.flow.yaml')), withoutPlaces(flow));
});

test('a flow that was never in a file is written', () => {
  const common = { optional: false, expect: [] };
  const commands: Command[] = [
    { name: 'launchApp', ...common },
    { name: 'tapOn', selector: { text: 'Yes: "no" # \\$' }, ...common },
    { name: 'inputText', text: 'two\nlines ', ...common, expect: [{ kind: 'app', app: 'org.other' }] },
  ];
  const header = {
    name: 'x',
    tags: [],
    env: {},
    onFlowStart: [],
    onFlowComplete: [],
    onDialog: [],
    other: {},
  };
  const flow: Flow = { file: 'flows/x.flow.yaml', header, commands };
  const read = readFlowText(writeFlow(flow), 'flows/x.flow.yaml');
  assert.deepEqual(withoutPlaces(read.commands), withoutPlaces(commands));
});

test('an export is strict Maestro, with effects as assertions, and says what is lost', () => {
  const { text, lost } = toMaestro(readFlowText(EVERYTHING, 'login.flow.yaml'));
  const [, commands = ''] = text.split('---\n');
  assert.ok(
    commands.startsWith(`- launchApp
- tapOn: Save
- tapOn:
    text: Save
    id: ok
    childOf:
      id: list
    index: 1
    below: Title
    point: 50%,90%
- assertVisible: Saved
- assertVisible:
    id: wifi
    checked: true
- inputText: \${USER}
- inputText:
    text: \${PASSWORD}
`),
    commands,
  );
  assert.match(commands, /when:\n\s+platform: Android\n\s+visible: Cookies/);
  assert.doesNotMatch(text, /onDialog|by: position|secret|role/);
  assert.deepEqual(lost, [
    'login.flow.yaml:1: onDialog: Maestro has no rules for dialogs',
    'login.flow.yaml:23: desc: Save it',
    'login.flow.yaml:23: role: button',
    'login.flow.yaml:23: timeout: 5000',
    'login.flow.yaml:41: secret PASSWORD becomes a variable: maestro test -e PASSWORD=…',
    'login.flow.yaml:41: expect: nothing',
  ]);
});

test("names and texts of the user's are no keys of ours", () => {
  const own =
    'appId: a\n---\n- launchApp:\n    arguments:\n      role: admin\n      in: x\n- runFlow: {env: {desc: d, by: b}, commands: [back]}';
  const { text, lost } = toMaestro(readFlowText(own, 'a.flow.yaml'));
  assert.match(text, /role: admin\n\s+in: x/);
  assert.match(text, /desc: d\n\s+by: b/);
  assert.deepEqual(lost, []);
});

const matches = (pattern: string, text: string) => compilePattern(pattern).test(text);

test('a pattern matches the whole text, whatever its case, as in Maestro', () => {
  const cases: readonly [string, string, boolean][] = [
    ['Save', 'save', true],
    ['Save', 'Save all', false],
    ['Save.*', 'Save\nall', true],
    ['a|b', 'b', true],
    ['a|b', 'ab', false],
    ['^a$', 'a', true],
    ['^a$', 'a\nb', false],
    ['(?i)abc', 'ABC', true],
    ['\\QC++ (x)\\E.*', 'C++ (x) y', true],
    ['a++b', 'aab', true],
    ['\\p{L}+', 'Größe', true],
  ];
  for (const [pattern, text, isMatch] of cases)
    assert.equal(matches(pattern, text), isMatch, `${pattern} on ${JSON.stringify(text)}`);
});

test('the literal pattern of a text matches that text alone', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (text, other) => {
      const pattern = literalPattern(text);
      assert.equal(matches(pattern, text), true);
      if (other.toLowerCase() !== text.toLowerCase()) assert.equal(matches(pattern, other), false);
    }),
  );
});

test('an invalid expression is told apart, also one that what is around it would complete', () => {
  for (const invalid of [':(', '[a', 'a)(b', '*a', 'a{2,1}'])
    assert.throws(() => compilePattern(invalid), SyntaxError, invalid);
});
