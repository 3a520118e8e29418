import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { type Clock, realClock } from '@handeye/core/call/clock';
import { Registry } from '@handeye/core/device/registry';
import { createToolbox } from '@handeye/core/tools/create-toolbox';
import type { CallOptions } from '@handeye/core/tools/frame/toolbox';
import { scriptedAppManager } from '@handeye/testing/scripted-apps';
import { ScriptedDevice, sourceOf } from '@handeye/testing/scripted-device';
import { form, type FormState, list, node, box } from '@handeye/testing/screens';
import { otherWindow } from '@handeye/testing/view-screens';
import { textOf } from '@handeye/testing/tools';
import { CANARY } from '@handeye/testing/canary';
import { schemaText } from '../src/file/schema.ts';
import { Flows } from '../src/flows.ts';

interface Options {
  readonly history?: boolean;
  readonly mask?: (text: string) => string;
}

/** A form in an app, the tools on it, and time that a test puts forward. */
function stage({ history = true, mask }: Options = {}) {
  const state: { -readonly [Key in keyof FormState]: FormState[Key] } = {};
  const device = new ScriptedDevice(form());
  device.services = { appManager: scriptedAppManager() };
  device.installs([{ id: 'com.example.app', name: 'App', launchable: true }]);
  device.react = (deed) => {
    if (deed.did !== 'act') return;
    const name = deed.on.endsWith('/secret') ? 'secret' : 'name';
    if (deed.action.kind === 'setText') state[name] = deed.action.text;
    if (deed.action.kind === 'click' && /(name|secret|send)$/.test(deed.on))
      state.focused = deed.on.endsWith('send') ? 'send' : name;
    device.view = form(state);
  };
  let ahead = 0;
  const clock: Clock = {
    now: () => realClock.now() + ahead,
    after: (milliseconds, then) => realClock.after(milliseconds, then),
  };
  const folder = mkdtempSync(join(tmpdir(), 'record-'));
  const registry = new Registry({ sources: [sourceOf([device])], configured: [device.id] });
  const flows = new Flows({ registry, clock, folder, history, mask });
  const toolbox = createToolbox({
    registry,
    flows,
    toolsets: ['device', 'model', 'flows'],
    screenFormat: 'lean',
  });
  const call = async (name: string, args: object = {}, options: Partial<CallOptions> = {}) =>
    textOf(
      await toolbox.call(name, args, { signal: new AbortController().signal, client: 'agent', ...options }),
    );
  return {
    call,
    flows,
    device,
    folder,
    later: (minutes: number) => (ahead += minutes * 60_000),
    saved: (name = 'it') => readFileSync(join(folder, `${name}.flow.yaml`), 'utf8'),
  };
}

test('what was done becomes commands; looks and failures do not', async () => {
  const { call, saved } = stage();
  await call('get_screen_state');
  await call('set_text', { element_id: 'res:name', text: 'Ada' });
  await call('click_element', { element_id: 'text:Not there' });
  await call('click_element', { element_id: 'text:Send' });
  await call('get_screen_state');
  assert.match(
    await call('save_flow', { name: 'it' }),
    /^Saved it\.flow\.yaml: 5 steps of 2 acts of this run/,
  );
  const text = saved();
  assert.match(text, /- launchApp: com\.example\.app\n/);
  assert.match(text, /- tapOn:\n {4}id: name\n {4}role: field\n- eraseText\n- inputText:\n {4}text: Ada\n/);
  assert.match(text, /- tapOn:\n {4}text: Send\n {4}id: send\n {4}role: button\n/);
  assert.doesNotMatch(text, /Not there/);
});

test('a password is never kept, and a secret by its name alone', async () => {
  const { call, saved, flows } = stage({
    mask: (text) => text.replaceAll(`${CANARY} token`, '{{API_TOKEN}}'),
  });
  await call('set_text', { element_id: 'res:secret', text: `${CANARY} password` });
  await call('set_text', { element_id: 'res:name', text: `${CANARY} token` });
  const answer = await call('save_flow', { name: 'it' });
  assert.match(answer, /set the variable SECRET/);
  const text = saved();
  assert.match(text, /SECRET: ""/);
  assert.match(text, /inputText: \$\{SECRET\}/);
  assert.match(text, /secret: API_TOKEN/);
  assert.doesNotMatch(text + answer + JSON.stringify(flows.runs), new RegExp(CANARY));
});

test('typed texts become variables where that is wished', async () => {
  const { call, saved } = stage();
  await call('set_text', { element_id: 'res:name', text: 'Ada' });
  await call('save_flow', { name: 'it', variables: true });
  assert.match(saved(), /env:\n {2}NAME: Ada\n/);
  assert.match(saved(), /inputText: \$\{NAME\}/);
});

test('each client has a run of its own; a person takes a hand in it; half an hour ends it', async () => {
  const { call, flows, later } = stage();
  await call('click_element', { element_id: 'text:Send' });
  await call('click_element', { element_id: 'text:Send' }, { client: 'other' });
  await call('click_element', { element_id: 'text:Send' }, { client: 'studio', byPerson: true });
  const runs = () => flows.runs.map(({ client, acts }) => `${client} ${acts.length}`);
  assert.deepEqual(runs(), ['other 2', 'agent 1']);
  assert.deepEqual(
    flows.runs[0]?.acts.map(({ byPerson }) => byPerson),
    [false, true],
  );
  assert.match(
    await call('save_flow', { name: 'it' }, { client: 'third' }),
    /not clear whose run.*other, agent/,
  );
  assert.match(
    await call('save_flow', { name: 'it', client: 'other' }, { client: 'third' }),
    /2 acts of the run of other/,
  );
  later(31);
  await call('click_element', { element_id: 'text:Send' });
  assert.deepEqual(runs(), ['agent 1', 'other 2', 'agent 1']);
});

test('a part of a run is saved by its numbers', async () => {
  const { call, saved } = stage();
  await call('set_text', { element_id: 'res:name', text: 'Ada' });
  for (let count = 0; count < 2; count += 1) await call('click_element', { element_id: 'text:Send' });
  assert.match(await call('list_flows'), /no flow is saved\nacts of this run on scripted:\n1 set_text name/);
  await call('save_flow', { name: 'it', first: -1 });
  assert.doesNotMatch(saved(), /inputText/);
  assert.match(await call('save_flow', { name: 'it', first: 9 }), /This run has the acts 1 to 3/);
});

test('without a history nothing is kept', async () => {
  const { call, flows } = stage({ history: false });
  await call('click_element', { element_id: 'text:Send' });
  assert.deepEqual(flows.runs, []);
  assert.match(await call('save_flow', { name: 'it' }), /--no-history/);
});

test('a name leads to no other folder', async () => {
  const { call } = stage();
  await call('click_element', { element_id: 'text:Send' });
  for (const name of ['../out', 'a/b', '.hidden', ''])
    assert.doesNotMatch(await call('save_flow', { name }), /^Saved/);
  assert.match(await call('run_flow', { name: '../out' }), /No flow is called/);
});

test('a toast is no effect: it is gone when a later run looks', async () => {
  const { call, saved, device } = stage();
  await call('get_screen_state');
  device.react = (deed) => {
    if (deed.did !== 'act') return;
    const toast = node('Toast', box(0, 0, 0, 0), { text: 'Sent in ten minutes' });
    const view = form({ focused: 'send' });
    device.view = {
      ...view,
      windows: [...view.windows, otherWindow(toast, { title: 'Toast', type: 'other' })],
    };
  };
  await call('click_element', { element_id: 'text:Send' });
  assert.match(await call('get_screen_state'), /Sent in ten minutes/);
  await call('save_flow', { name: 'it' });
  assert.match(saved(), /text: Send\n/);
  assert.doesNotMatch(saved(), /ten minutes/);
});

test('what was scrolled to is scrolled to again, the same way', async () => {
  const { call, saved, device } = stage();
  let at = 8;
  device.view = list(at);
  device.react = (deed) => {
    const strokes = deed.did === 'touch' ? deed.strokes[0] : undefined;
    const byFinger = strokes && (strokes[1]?.y ?? 0) < strokes[0].y ? 'down' : 'up';
    const byAction = deed.did === 'act' && deed.action.kind === 'scroll' ? deed.action.direction : undefined;
    if (!strokes && !byAction) return;
    at += (byAction ?? byFinger) === 'down' ? 4 : -4;
    device.view = list(at);
  };
  const id = /(\w+) Person 9\b/.exec(await call('get_screen_state'))?.[1] ?? '';
  await call('scroll', { direction: 'down' });
  await call('get_screen_state');
  assert.match(await call('scroll_to_element', { element_id: id }), /^Scrolled to element/);
  const answer = await call('save_flow', { name: 'it', first: -1 });
  assert.doesNotMatch(answer, /left out/);
  assert.match(saved(), /- scrollUntilVisible:\n {4}element:\n {6}text: Person 9\n/);
  assert.match(saved(), /direction: UP\n/);
});

test('the schema that the first line names is saved beside a flow; one of the user stays', async () => {
  const { call, saved, folder } = stage();
  await call('click_element', { element_id: 'text:Send' });
  await call('save_flow', { name: 'it' });
  const [, named = ''] = /schema=(\S+)/.exec(saved()) ?? [];
  const schema = join(folder, named);
  assert.equal(readFileSync(schema, 'utf8'), schemaText());
  writeFileSync(schema, '{}');
  await call('save_flow', { name: 'it' });
  assert.equal(readFileSync(schema, 'utf8'), '{}');
});

test(
  'a process that ends in the middle of a write leaves the old flow whole, and no half of the new one in its place',
  { skip: process.platform === 'win32' && 'no ulimit' },
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'torn-'));
    const file = join(folder, 'it.flow.yaml');
    writeFileSync(file, 'old');
    const writes = `import { HostFolder } from '@handeye/core/tools/files/host-folder';
console.log('writes');
await new HostFolder(process.argv[1]).write('it.flow.yaml', Buffer.alloc(1_000_000, 'x'));
console.log('written');`;
    // The system ends a write behind this size, as on a full disk, and usually the process with it.
    const limited =
      'ulimit -f 64 && exec "$0" --conditions=handeye-source --import tsx --input-type=module -e "$1" "$2"';
    const { stdout } = spawnSync('sh', ['-c', limited, process.execPath, writes, folder], {
      cwd: import.meta.dirname,
      env: { ...process.env, TSX_DISABLE_CACHE: '1' },
      encoding: 'utf8',
    });
    assert.equal(stdout.trim(), 'writes');
    assert.equal(readFileSync(file, 'utf8'), 'old');
  },
);
