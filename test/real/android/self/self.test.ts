import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { eventually, scratchFolder } from '@handeye/testing/attached';
import { freePort } from '@handeye/testing/ports';
import {
  activity,
  apps,
  button,
  screen as widgets,
  defineApp,
  startPhone,
  type VirtualPhone,
} from '@handeye/virtual-phone';

/*
 * The built server as it runs in Termux on the phone that it controls: Node says that it is on Android, sharp has no binary,
 * PATH holds Termux' programs alone, and the folders of a Linux computer are reported if they are used. The phone at 127.0.0.1
 * is the virtual one.
 */

const CLI = fileURLToPath(new URL('../../../../packages/handeye/dist/cli.js', import.meta.url));
const AS_ON_ANDROID = new URL('as-on-android.mjs', import.meta.url).href;

/** An app under the name of Termux: what its button would do is the user's alone. */
const termux = defineApp({
  package: 'com.termux',
  label: 'Termux',
  icon: { glyph: 'T', color: '#000000' },
  main: '.TermuxActivity',
  data: () => undefined,
  activities: {
    '.TermuxActivity': activity({
      initial: () => ({}),
      render: () => widgets('Termux', [button('Allow', () => undefined)]),
    }),
  },
});

let phone: VirtualPhone;
after(() => phone.close());
before(async () => {
  phone = await startPhone({ release: 14, wireless: true, apps: [...apps, termux], idleWaitMs: 10 });
});

/** Termux' folders, with the programs that the server may call. */
class Termux {
  readonly root: string;
  readonly #t: TestContext;

  private constructor(t: TestContext, root: string) {
    this.#t = t;
    this.root = root;
  }

  static async installed(t: TestContext): Promise<Termux> {
    const termux = new Termux(t, await scratchFolder(t));
    for (const folder of ['usr/bin', 'usr/tmp', 'home'])
      mkdirSync(join(termux.root, folder), { recursive: true });
    termux.program('getprop', `echo ${phone.wireless?.port ?? ''}`);
    for (const name of ['termux-wake-lock', 'termux-wake-unlock'])
      termux.program(name, `echo ${name} >> ${termux.root}/ran`);
    return termux;
  }

  program(name: string, script: string): void {
    const file = join(this.root, 'usr/bin', name);
    writeFileSync(file, `#!/bin/sh\n${script}\n`);
    chmodSync(file, 0o755);
  }

  get ran(): string {
    return readFileSync(join(this.root, 'ran'), 'utf8');
  }

  start(...argv: string[]): { readonly child: ChildProcess; readonly said: () => string } {
    const env = {
      HANDEYE_TEST_ROOT: this.root,
      HOME: join(this.root, 'home'),
      PREFIX: join(this.root, 'usr'),
      PATH: join(this.root, 'usr/bin'),
      TMPDIR: join(this.root, 'usr/tmp'),
      ANDROID_ADB_SERVER_PORT: '1',
    };
    const child = spawn(process.execPath, ['--import', AS_ON_ANDROID, CLI, ...argv], { cwd: this.root, env });
    this.#t.after(() => child.kill('SIGKILL'));
    let said = '';
    for (const output of [child.stdout, child.stderr])
      output.setEncoding('utf8').on('data', (text: string) => (said += text));
    return { child, said: () => said };
  }

  async run(...argv: string[]): Promise<string> {
    const { child, said } = this.start(...argv);
    await once(child, 'close');
    return said();
  }

  async pair(): Promise<void> {
    const { code, address, port } =
      (await phone.wireless?.pairWithCode()) ?? assert.fail('no wireless debugging');
    const said = await this.run('pair', code, '--address', `${address}:${port}`);
    assert.match(
      said,
      /^\nPaired with Handeye-Virtual-Phone \(Handeye Virtual Phone\)\.\nFrom now on, .* uses this phone\.\n$/,
    );
  }

  /** A server, and a function that calls its tools over HTTP. */
  async serve(...argv: string[]) {
    const port = await freePort();
    const server = this.start('serve', '--port', String(port), ...argv);
    await eventually(() => server.said().includes('Press Ctrl-C'), 'the server is ready');
    const token = readFileSync(join(this.root, 'home/.config/handeye/token'), 'utf8').trim();
    const call = async (name: string, args: object = {}): Promise<Answer> => {
      const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } };
      const answer = await fetch(`http://127.0.0.1:${port}/mcp?screen=lean`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify(message),
      });
      const { result } = (await answer.json()) as { result: Answer };
      return result;
    };
    return { ...server, call };
  }
}

interface Answer {
  readonly isError?: boolean;
  readonly content: readonly { readonly type: string; readonly text?: string; readonly data?: string }[];
}

const textOf = ({ content }: Answer) => content.map(({ text = '' }) => text).join('\n');
const idOf = (screen: string, label: string) =>
  new RegExp(`^(\\w+) .*${label}`, 'm').exec(screen)?.[1] ?? assert.fail(screen);

test('in Termux the server uses the phone that it runs on: look, click, type, picture', async (t) => {
  const termux = await Termux.installed(t);
  await termux.pair();
  const { call, said, child } = await termux.serve();
  assert.match(said(), /Device +self \(Handeye Virtual Phone\), by the companion on the phone/);
  assert.match(said(), /Policy +careful/);
  assert.match(said(), /handeye doctor/);

  await call('open_app', { app: 'com.example.login' });
  const screen = textOf(await call('get_screen_state'));
  await call('click_element', { element_id: idOf(screen, 'Remember') });
  await call('set_text', { element_id: idOf(screen, 'User'), text: 'ada' });
  const filled = await call('get_screen_state', { include_screenshot: true });
  assert.match(textOf(filled), /#username = ada/);
  assert.match(textOf(filled), /\[on\] Remember/);
  const [picture] = filled.content.flatMap(({ data }) => data ?? []);
  const { format, width, height } = await sharp(Buffer.from(picture ?? '', 'base64')).metadata();
  assert.deepEqual({ format, width, height }, { format: 'jpeg', width: 315, height: 700 });

  const marked = await call('get_screen_state', { marks: true });
  assert.equal(marked.isError, true);
  assert.match(textOf(marked), /npm install -g @img\/sharp-wasm32@/);

  child.kill('SIGTERM');
  await once(child, 'close');
  await eventually(
    () => termux.ran === 'termux-wake-lock\ntermux-wake-unlock\n',
    'the wake lock is released',
  );
  assert.doesNotMatch(said(), /USED/);
});

test('Termux is out of the agent’s reach, whatever the policy', async (t) => {
  const termux = await Termux.installed(t);
  await termux.pair();
  const { call } = await termux.serve('--policy', 'open', '--allow-app', 'com.termux');
  const opened = await call('open_app', { app: 'com.termux' });
  assert.equal(opened.isError, true);
  assert.match(textOf(opened), /Handeye runs on this phone/);
  const { exit } = phone.android.spawn('am start -W -n com.termux/.TermuxActivity');
  await exit;
  let screen = '';
  await eventually(async () => {
    screen = textOf(await call('get_screen_state'));
    return screen.includes('com.termux/');
  }, 'Termux is in front');
  const clicked = await call('click_element', { element_id: idOf(screen, 'Allow$') });
  assert.equal(clicked.isError, true);
  assert.match(textOf(clicked), /Handeye runs on this phone/);
});

test('wireless debugging that was switched off and on is found again at its new port', async (t) => {
  const termux = await Termux.installed(t);
  await termux.pair();
  const { call } = await termux.serve();
  assert.equal((await call('press_home')).isError, undefined);
  await phone.wireless?.switchOff();
  await phone.wireless?.switchOn();
  termux.program('getprop', `echo ${phone.wireless?.port ?? ''}`);
  assert.equal((await call('press_home')).isError, undefined);
});

test('off loopback, a server on a phone demands HTTPS, and prints its addresses', async (t) => {
  const termux = await Termux.installed(t);
  assert.match(
    await termux.run('serve', '--host', '0.0.0.0'),
    /on a phone, 0\.0\.0\.0 needs --https as well/,
  );
});
