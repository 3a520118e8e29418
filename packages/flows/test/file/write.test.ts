import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Command, Flow } from '../../src/file/flow.ts';
import { toMaestro } from '../../src/file/maestro.ts';
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
- travel:
    points:
      - 0,0.1
    speed: 7.5
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
