import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { FlowFileError } from '../../src/file/problem.ts';
import { readFlow, readFlowText, type ReadOptions } from '../../src/file/read.ts';
import { folderOf } from './folder-of.ts';

/** The commands of a flow, without their places. */
function commandsOf(lines: string, file = 'a.yaml'): unknown[] {
  return readFlowText(`appId: org.example\n---\n${lines}`, file).commands.map(
    ({ source: _, optional, expect, ...rest }) => ({
      ...rest,
      ...(optional ? { optional } : {}),
      ...(expect.length > 0 ? { expect } : {}),
    }),
  );
}

/** What reading says is wrong. */
function problemsOf(read: () => unknown): string[] {
  try {
    read();
  } catch (cause) {
    if (cause instanceof FlowFileError) return cause.message.split('\n');
    throw cause;
  }
  return [];
}

const wrong = (text: string, file = 'a.flow.yaml', options: ReadOptions = {}) =>
  problemsOf(() => readFlowText(text, file, options));
const wrongCommand = (lines: string) => wrong(`appId: org.example\n---\n${lines}`);

/** Problems of the first file, with the folder left out. */
function wrongFiles(
  t: TestContext,
  files: Readonly<Record<string, string>>,
  options: ReadOptions = {},
): string[] {
  const folder = folderOf(t, files);
  const [first = ''] = Object.keys(files);
  return problemsOf(() => readFlow(join(folder, first), options)).map((line) =>
    line.replaceAll(`${folder}/`, ''),
  );
}

test('each form of a selector that Maestro accepts becomes the same command', () => {
  assert.deepEqual(
    commandsOf('- tapOn: Save\n- tapOn: {text: Save}\n- tapOn:\n    text: "Save"\n    label: \n'),
    [
      { name: 'tapOn', selector: { text: 'Save' } },
      { name: 'tapOn', selector: { text: 'Save' } },
      { name: 'tapOn', selector: { text: 'Save' } },
    ],
  );
  assert.deepEqual(
    commandsOf(
      '- tapOn:\n    id: ok\n    index: 1\n    optional: true\n    retryTapIfNoChange: false\n    below: {id: title}\n    point: 50%,90%',
    ),
    [
      {
        name: 'tapOn',
        optional: true,
        retryTapIfNoChange: false,
        point: '50%,90%',
        selector: { id: 'ok', index: '1', below: { id: 'title' } },
      },
    ],
  );
  assert.deepEqual(commandsOf('- tapOn:\n    point: 100,200\n- tapOn: 42\n- tapOn: true'), [
    { name: 'tapOn', point: '100,200' },
    { name: 'tapOn', selector: { text: '42' } },
    { name: 'tapOn', selector: { text: 'true' } },
  ]);
});

test('commands without options, with one value and with a map are read', () => {
  assert.deepEqual(
    commandsOf(`- launchApp
- launchApp: org.other
- launchApp: {appId: org.other, clearState: true, permissions: {all: deny}, arguments: {n: 1, on: true, s: "1"}}
- stopApp
- hide keyboard
- action: back
- eraseText: 5
- eraseText
- inputText: 007
- inputText: {text: a, label: b}
- pressKey: Volume Up
- inputRandomNumber
- openLink: https://example.org
- swipe: {direction: left, duration: "300"}
- swipe: {start: "50%,80%", end: "50%,20%"}
- swipe: {from: List, direction: UP}
- scrollUntilVisible: {element: End, direction: down, timeout: 1000}
- extendedWaitUntil: {visible: Done, timeout: 5000}
- waitForAnimationToEnd
- setAirplaneMode: enabled
- setOrientation: landscapeLeft
- assertTrue: \${output.n == 1}
- evalScript: \${output.n = 1}
- repeat: {times: 3, while: {true: "\${output.n < 3}"}, commands: [back]}
- retry: {maxRetries: 2, commands: [{tapOn: Save}]}
- takeScreenshot: done`).map((command) => JSON.stringify(command)),
    [
      '{"name":"launchApp"}',
      '{"name":"launchApp","appId":"org.other"}',
      '{"name":"launchApp","appId":"org.other","clearState":true,"permissions":{"all":"deny"},"arguments":{"n":1,"on":true,"s":"1"}}',
      '{"name":"stopApp"}',
      '{"name":"hideKeyboard"}',
      '{"name":"back"}',
      '{"name":"eraseText","charactersToErase":5}',
      '{"name":"eraseText"}',
      '{"name":"inputText","text":"007"}',
      '{"name":"inputText","text":"a","label":"b"}',
      '{"name":"pressKey","key":"volume up"}',
      '{"name":"inputRandomNumber","length":8}',
      '{"name":"openLink","link":"https://example.org","browser":false,"autoVerify":false}',
      '{"name":"swipe","direction":"LEFT","duration":300}',
      '{"name":"swipe","start":"50%,80%","end":"50%,20%","duration":400}',
      '{"name":"swipe","from":{"text":"List"},"direction":"UP","duration":400}',
      '{"name":"scrollUntilVisible","element":{"text":"End"},"direction":"DOWN","timeout":"1000","speed":"40","visibilityPercentage":100,"centerElement":false}',
      '{"name":"extendedWaitUntil","visible":{"text":"Done"},"timeout":"5000"}',
      '{"name":"waitForAnimationToEnd"}',
      '{"name":"setAirplaneMode","enabled":true}',
      '{"name":"setOrientation","orientation":"LANDSCAPE_LEFT"}',
      '{"name":"assertTrue","condition":"${output.n == 1}"}',
      '{"name":"evalScript","script":"${output.n = 1}"}',
      '{"name":"repeat","times":"3","while":{"true":"${output.n < 3}"},"commands":[{"name":"back","optional":false,"expect":[],"source":{"file":"a.yaml","line":26,"column":67,"text":"back"}}]}',
      '{"name":"retry","maxRetries":"2","env":{},"commands":[{"name":"tapOn","optional":false,"expect":[],"selector":{"text":"Save"},"source":{"file":"a.yaml","line":27,"column":37,"text":"{tapOn: Save}"}}]}',
      '{"name":"takeScreenshot","path":"done"}',
    ],
  );
});

test('our own keys are read: identities, effects, secrets, places', () => {
  assert.deepEqual(
    commandsOf(
      `- tapOn:
    text: Save
    desc: Save it
    role: button
    window: Edit
    in: {id: list}
    timeout: 5000
    expect:
      - appears: Saved
      - changes: {id: wifi}
        to: {checked: true}
      - screen: .Main
- inputText: {secret: PASSWORD, expect: {nothing: true}}
- tapOn: {point: "50%,20%", by: position}`,
      'a.flow.yaml',
    ),
    [
      {
        name: 'tapOn',
        timeout: '5000',
        selector: { text: 'Save', desc: 'Save it', role: 'button', window: 'Edit', in: { id: 'list' } },
        expect: [
          { kind: 'appears', appears: { text: 'Saved' } },
          { kind: 'changes', changes: { id: 'wifi' }, to: { checked: true } },
          { kind: 'screen', screen: '.Main' },
        ],
      },
      { name: 'inputText', secret: 'PASSWORD', expect: [{ kind: 'nothing' }] },
      { name: 'tapOn', point: '50%,20%', by: 'position' },
    ],
  );
});

test('the header has a name from the file, variables, commands before and after, dialogs and what others put there', () => {
  const flow = readFlowText(
    `appId: org.example
tags: [smoke]
env: {USER: anna, N: 7}
onFlowStart: [launchApp]
onDialog:
  - match: Allow
    do: [{tapOn: Allow}]
locale: de-DE
jira: X-1
---
- back`,
    'flows/login.flow.yaml',
  );
  const { onFlowStart, onDialog, ...rest } = flow.header;
  assert.deepEqual(rest, {
    name: 'login',
    appId: 'org.example',
    tags: ['smoke'],
    env: { USER: 'anna', N: '7' },
    locale: 'de-DE',
    onFlowComplete: [],
    other: { jira: 'X-1' },
  });
  assert.deepEqual(
    [onFlowStart[0]?.name, onDialog[0]?.match, onDialog[0]?.times],
    ['launchApp', { text: 'Allow' }, 1],
  );
});

test('a command knows its line, its column and its text', () => {
  const flow = readFlowText(
    'appId: a\n---\n- back\n\n- tapOn:\n    id: ok\n    index: 0 # first\n- scroll\n',
    'a.yaml',
  );
  assert.deepEqual(
    flow.commands.map(({ source }) => source),
    [
      { file: 'a.yaml', line: 3, column: 3, text: 'back' },
      { file: 'a.yaml', line: 5, column: 3, text: 'tapOn:\n  id: ok\n  index: 0 # first' },
      { file: 'a.yaml', line: 8, column: 3, text: 'scroll' },
    ],
  );
});

test('what cannot be read is refused with its place and what is allowed', () => {
  const cases: readonly [string, string][] = [
    ['- tapOm: Save', 'a.flow.yaml:3:3: unknown command tapOm; did you mean tapOn?'],
    ['- tapOn: {idd: a}', 'a.flow.yaml:3:11: unknown key idd; did you mean id?; allowed: text, id, desc'],
    ['- tapOn', 'a.flow.yaml:3:3: tapOn needs a text or regular expression, or a map of text, id'],
    ['- tapOn: {label: x}', 'a.flow.yaml:3:10: says no element; allowed: text, id'],
    ['- tapOn: [a]', 'a.flow.yaml:3:10: needs a text or regular expression, or a map of text, id'],
    ['- tapOn: {text: [a]}', 'a.flow.yaml:3:17: needs a text or regular expression, not a list'],
    ['- tapOn: "[a"', 'a.flow.yaml:3:10: invalid regular expression "[a": '],
    ['- tapOn: {point: 1}', 'a.flow.yaml:3:18: needs a point: 50%,90% or 100,200, not "1"'],
    ['- tapOn: {text: a, enabled: maybe}', 'a.flow.yaml:3:29: needs true or false, not "maybe"'],
    ['- eraseText: many', 'a.flow.yaml:3:14: needs a whole number, at least 0, not "many"'],
    ['- pressKey: Anykey', 'a.flow.yaml:3:13: needs one of enter, backspace'],
    ['- swipe: {start: "1,1"}', 'a.flow.yaml:3:10: needs both start and end'],
    ['- inputText: {text: a, secret: B}', 'a.flow.yaml:3:14: needs either text or secret'],
    ['- runFlow: {env: {A: 1}}', 'a.flow.yaml:3:12: needs file or commands'],
    [
      '- runFlow: {commands: [back], env: {A: }}',
      'a.flow.yaml:3:37: A has no value; write A: "" for an empty one',
    ],
    ['- back\n  label: x', 'a.flow.yaml:3:3: is not YAML: '],
    ['- tapOn: a\n  label: x', 'a.flow.yaml:4:3: a second key beside tapOn'],
    ['- [back]', 'a.flow.yaml:3:3: needs a command, as - tapOn: Save'],
    ['- tapOn: {text: a, text: b}', 'a.flow.yaml:3:20: text is there already; each key may be given once'],
    ['- tapOn: &a Save\n- tapOn: *a', 'a.flow.yaml:4:10: aliases (*name) are not allowed'],
    ['- back\n\t- scroll', 'a.flow.yaml:4:1: '],
    ['- tapOn:\n\ttext: a', 'a.flow.yaml:4:1: a tab in the indentation; use spaces'],
    ['- assertWithAI: fine?', 'a.flow.yaml:3:3: assertWithAI is not supported: it asks a language model'],
    [
      '- setLocation: {latitude: 1, longitude: 2}',
      'a.flow.yaml:3:3: setLocation is not supported: no device',
    ],
    ['- travel: {points: ["0,1"]}', 'a.flow.yaml:3:3: travel is not supported: no device'],
    ['- clearKeychain', 'a.flow.yaml:3:3: clearKeychain is not supported: only iOS has a keychain'],
    ['- tapOn: {traits: square}', 'a.flow.yaml:3:11: traits is not supported'],
    ['- back: {expect: {changes: a}}', 'a.flow.yaml:3:18: changes needs to'],
    ['- back: {expect: {appears: a, gone: b}}', 'a.flow.yaml:3:18: needs exactly one of screen'],
    ['- back: {constructor: 1}', 'a.flow.yaml:3:10: unknown key constructor'],
    ['- toString', 'a.flow.yaml:3:3: unknown command toString'],
    ['back', 'a.flow.yaml:3:1: needs a list of commands'],
  ];
  for (const [lines, problem] of cases) {
    const [first = 'it was read'] = wrongCommand(lines);
    assert.ok(first.startsWith(problem), `${JSON.stringify(lines)}\n  gave  ${first}\n  not   ${problem}`);
  }
});

test('every problem of a file is told at once', () => {
  assert.deepEqual(
    wrongCommand('- tapOm: a\n- back\n- repeat: {commands: [bakc, {swipe: {}}]}').map((line) =>
      line.slice(0, 50),
    ),
    [
      'a.flow.yaml:3:3: unknown command tapOm; did you me',
      'a.flow.yaml:5:23: unknown command bakc; did you me',
      'a.flow.yaml:5:37: needs direction, or start and en',
    ],
  );
});

test('a file needs two documents', () => {
  assert.match(wrong('')[0] ?? '', /^a.flow.yaml:1:1: needs two documents/);
  assert.match(wrong('- back')[0] ?? '', /^a.flow.yaml:1:1: needs two documents/);
  assert.match(wrong('appId: a\n---\n- back\n---\n- back')[0] ?? '', /^a.flow.yaml:5:1: a third document/);
  assert.match(
    wrong('url: https://a\n---\n- back')[0] ?? '',
    /^a.flow.yaml:1:1: url makes it a flow for a web browser/,
  );
  assert.deepEqual(wrong('# comment\n---\nappId: a\n---\n- back\n---\n'), []);
});

test('huge, deep and endless files are refused', (t) => {
  const huge = Buffer.alloc(10 * 1024 * 1024, 'a');
  const folder = folderOf(t, { 'huge.yaml': huge, 'latin.yaml': Buffer.from([0x61, 0xff]) });
  const says = (file: string) => problemsOf(() => readFlow(file))[0]?.replace(`${folder}/`, '');
  assert.equal(
    says(join(folder, 'huge.yaml')),
    'huge.yaml:1:1: has 10485760 bytes; a file of a flow has at most 262144',
  );
  assert.equal(says(join(folder, 'latin.yaml')), 'latin.yaml:1:1: is not text in UTF-8');
  assert.equal(says('/dev/zero'), '/dev/zero:1:1: is not a file');
  assert.equal(says(join(folder, 'none.yaml')), 'none.yaml:1:1: does not exist');
  assert.match(wrongCommand('['.repeat(100_000))[0] ?? '', /^a.flow.yaml:\d+:\d+: is not YAML/);
  assert.equal(wrongCommand('- bakc\n'.repeat(30_000)).length, 21);
  const keys = Array.from({ length: 20_000 }, (_, at) => `k${at}: 1\n`).join('');
  assert.deepEqual(wrong(`appId: a\n${keys}---\n- back`), []);
  const deep = `- ${'repeat: {commands: [{'.repeat(100)}back: {}${'}]}'.repeat(100)}`;
  assert.match(wrongCommand(deep)[0] ?? '', /^a.flow.yaml:3:\d+: is nested too deep/);
  const bomb = `a: &a [x,x]\nb: &b [*a,*a]\nc: &c [*b,*b]\n---\n- back`;
  assert.match(wrong(bomb)[0] ?? '', /^a.flow.yaml:2:8: aliases/);
});

test('files that a flow names are read with it', (t) => {
  const folder = folderOf(t, {
    'main.yaml':
      'appId: a\n---\n- runFlow: sub/login.yaml\n- runScript: {file: s.js, env: {A: 1}}\n- addMedia: [p.png]',
    'sub/login.yaml': 'appId: a\nenv: {B: 2}\n---\n- runFlow: more.yaml\n- runFlow: ./more.yaml',
    'sub/more.yaml': 'appId: a\n---\n- back',
    's.js': 'output.x = A',
    'p.png': '',
  });
  const [login, script, media] = readFlow(join(folder, 'main.yaml')).commands;
  assert.ok(login?.name === 'runFlow' && script?.name === 'runScript' && media?.name === 'addMedia');
  assert.deepEqual(
    [login.file, login.flow?.header.env, login.flow?.commands.length],
    ['sub/login.yaml', { B: '2' }, 2],
  );
  assert.deepEqual([script.script, script.env], ['output.x = A', { A: '1' }]);
  assert.deepEqual(media.files, [join(folder, 'p.png')]);
});

test('missing files, circles and problems in other files are told with their place', (t) => {
  const flow = (lines: string) => `appId: a\n---\n${lines}`;
  assert.deepEqual(
    wrongFiles(t, {
      'a.yaml': flow(
        '- runFlow: gone.yaml\n- runScript: gone.js\n- addMedia: [gone.png]\n- runFlow: {file: .}',
      ),
    }),
    [
      'a.yaml:3:12: gone.yaml does not exist; paths are relative to the folder of this file',
      'a.yaml:4:14: gone.js does not exist; paths are relative to the folder of this file',
      'a.yaml:5:14: gone.png does not exist; paths are relative to the folder of this file',
      'a.yaml:6:19: . is not a file; paths are relative to the folder of this file',
    ],
  );
  assert.deepEqual(wrongFiles(t, { 'a.yaml': flow('- runFlow: a.yaml') }), [
    'a.yaml:3:12: runs itself: a.yaml → a.yaml',
  ]);
  assert.deepEqual(
    wrongFiles(t, {
      'a.yaml': flow('- runFlow: b.yaml'),
      'b.yaml': flow('- repeat: {times: 1, commands: [{runFlow: a.yaml}]}'),
    }),
    ['b.yaml:3:43: runs itself: a.yaml → b.yaml → a.yaml'],
  );
  assert.deepEqual(
    wrongFiles(t, { 'a.yaml': flow('- runFlow: b.yaml\n- runFlow: b.yaml'), 'b.yaml': flow('- bakc') })
      .length,
    1,
  );
});

test('only files of the one folder are read if it is given', (t) => {
  const folder = folderOf(t, {
    'flows/a.yaml': 'appId: a\n---\n- runScript: ../secret.js',
    'secret.js': 'x',
  });
  const within = join(folder, 'flows');
  assert.match(
    problemsOf(() => readFlow(join(within, 'a.yaml'), { within }))[0] ?? '',
    /:3:14: \.\.\/secret\.js lies outside of/,
  );
  assert.match(
    problemsOf(() => readFlow(join(folder, 'secret.js'), { within }))[0] ?? '',
    /:1:1: lies outside of/,
  );
});

test('a variable that is not set is named, and refused when the flow is to be performed', () => {
  const text = `appId: \${APP}
env: {USER: anna, SELF: "\${SELF}"}
---
- inputText: \${USER} \${NAME}
- inputText: \${SELF}
- inputText: \${MAYBE || 'x'} \\\${LITERAL} \${output} \${MAESTRO_FILENAME}
- runFlow: {env: {INNER: 1}, commands: [{inputText: "\${INNER}"}]}
- assertTrue: \${UNSET}`;
  assert.deepEqual(readFlowText(text, 'a.yaml').needs, [
    { name: 'APP', file: 'a.yaml', line: 1, column: 8 },
    { name: 'SELF', file: 'a.yaml', line: 2, column: 25 },
    { name: 'NAME', file: 'a.yaml', line: 4, column: 14 },
  ]);
  assert.deepEqual(wrong(text, 'a.yaml', { env: { APP: 'a', SELF: 'b' } }), [
    'a.yaml:4:14: variable NAME is not set; set it with --env NAME=VALUE or in env of the header',
  ]);
});

test('commands for another platform are not read', () => {
  assert.deepEqual(
    commandsOf(
      '- runFlow:\n    when: {platform: iOS}\n    commands: [clearKeychain]\n- runFlow: {file: ios.yaml, when: {platform: ios}}',
    ),
    [
      { name: 'runFlow', env: {}, when: { platform: 'ios' }, commands: [] },
      { name: 'runFlow', env: {}, when: { platform: 'ios' }, commands: [], file: 'ios.yaml' },
    ],
  );
});

test('what Maestro takes in its own way is noted in its files and refused in ours', () => {
  const text =
    'appId: a\n---\n- tapOn: ":("\n- inputText: {id: x, text: y}\n- assertVisible: {label: nothing}';
  const flow = readFlowText(text, 'a.yaml');
  assert.deepEqual(
    flow.notes.map(({ line, column, text: note }) => [line, column, note.replace(/.*As in/, 'As in')]),
    [
      [3, 10, 'As in Maestro: matched literally'],
      [4, 15, 'As in Maestro: ignored'],
      [5, 18, 'As in Maestro: any element will do'],
    ],
  );
  assert.equal(wrong(text, 'a.flow.yaml').length, 3);
});
