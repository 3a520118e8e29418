import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { chmod, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { type AccessibilityNode, startPhone, type VirtualPhone } from '@handeye/virtual-phone';
import { Concealment } from '@handeye/core/guard/secrets/concealment';
import { parseSecretLines } from '@handeye/core/guard/secrets/secret-lines';
import { eventually, NO_ADB, scratchFolder } from '@handeye/testing/attached';
import { freePort } from '@handeye/testing/ports';
import { assertNoSecrets } from '@handeye/testing/secret-scan';
import { house } from './house.ts';
import { CANARY } from '@handeye/testing/canary';

const PASSWORD = `pa$$ "w0rd" \\ 'x' ${CANARY} &;*1`;
const UNICODE = `Grüße ‹7€› 漢${CANARY}`;
const BOUND = `only for the bank ${CANARY}`;
const PIN = '7391';
const lines = [
  '# of the tests',
  `PASSWORD=${PASSWORD}`,
  `PIN=${PIN}`,
  `UNICODE=${UNICODE}`,
  `BOUND@com.bank.*=${BOUND}`,
  '',
];
const LOGIN = { component: 'com.example.login/.LoginActivity' };
const CLI = fileURLToPath(new URL('../../../packages/handeye/dist/cli.js', import.meta.url));

/** The contents of the fields, as the phone itself knows them. */
function contents({ framework }: VirtualPhone): string[] {
  const texts: string[] = [];
  const waiting: AccessibilityNode[] = framework.windows().flatMap((window) => window.root() ?? []);
  for (let node = waiting.shift(); node !== undefined; node = waiting.shift()) {
    if (node.field !== undefined) texts.push(node.showingHint ? '' : node.text);
    waiting.unshift(...node.children);
  }
  return texts;
}

// At once: nearly all of the time is spent waiting for the phone.
describe('secrets', { concurrency: 4 }, () => {
  for (const tier of ['plain', 'companion'] as const) {
    test(`a secret arrives exactly, and the agent sees its name alone (${tier})`, async (t) => {
      const concealment = new Concealment({ secrets: parseSecretLines(lines.join('\n')) });
      const { phone, agent, log } = await house(t, { tier, concealment });
      phone.framework.start(LOGIN);
      await agent.sees('Sign in');
      const { id } = await agent.row('username');
      assert.equal(
        await agent.does('set_text', { element_id: id, text: 'u {{PASSWORD}}' }),
        `Text set on element '${id}'`,
      );
      assert.equal(contents(phone)[0], `u ${PASSWORD}`);
      assert.match(await agent.state(), /u \{\{PASSWORD\}\}/);
      const before = await agent.picture();
      assert.ok(before.share('#606060', (await agent.row('username')).bounds) > 0.9, 'it is painted over');
      await agent.does('set_text', { element_id: id, text: 'pin {{PIN}}' });
      assert.equal(contents(phone)[0], `pin ${PIN}`);
      assert.match(await agent.state(), /pin \{\{PIN\}\}/);
      await agent.does('set_text', { element_id: (await agent.row('password')).id, text: '{{PASSWORD}}' });
      assert.equal(contents(phone)[1], '•'.repeat(PASSWORD.length));
      const why = await agent.fails('set_text', { element_id: id, text: '{{BOUND}}' }, 'permission_denied');
      assert.match(why, /only into 'com\.bank\.\*', and this would go to 'com\.example\.login'/);
      const unicode = { element_id: id, text: '{{UNICODE}}' };
      if (tier === 'plain') {
        const refusal = await agent.fails('set_text', unicode, 'permission_denied');
        assert.match(refusal, /^A character of \{\{UNICODE\}\} cannot be typed over ADB alone/);
      } else {
        await agent.does('set_text', unicode);
        assert.equal(contents(phone)[0], UNICODE);
      }
      await agent.does('set_text', { element_id: id, text: 'Ada' });
      assert.match(await agent.state(), /\tAda\t/);
      assertNoSecrets([...agent.heard, ...log], [PASSWORD, UNICODE, PIN, BOUND]);
    });

    test(`a whole run of the served command has no secret in any output (${tier})`, async (t) => {
      const phone = await startPhone({ release: 14, idleWaitMs: 50 });
      t.after(() => phone.close());
      const served = await serving(t, phone, tier);
      const outputs: string[] = [];
      const call = async (name: string, args: Record<string, unknown> = {}) => {
        const result = await served.client.callTool({ name, arguments: args });
        outputs.push(JSON.stringify(result));
        return JSON.stringify(result);
      };
      phone.framework.start(LOGIN);
      await call('wait_for_element', { by: 'text', value: 'Sign in', timeout: 15_000 });
      const [, id] = /(\d+) \[edit\] /.exec(await call('get_screen_state')) ?? [];
      assert.ok(id, outputs.at(-1));
      await call('set_text', { element_id: id, text: 'me {{PASSWORD}}' });
      assert.equal(contents(phone)[0], `me ${PASSWORD}`);
      await call('input_text', { text: ' {{PIN}}' });
      await call('get_screen_state', { marks: true, windows: 'all' });
      await call('get_screen_state', { crop: id, format: 'compact' });
      await call('get_element_details', { ids: [id] });
      await call('run_steps', {
        steps: [{ tool: 'set_text', arguments: { element_id: id, text: '{{PASSWORD}}' } }],
      });
      await call('find_elements', { value: PASSWORD });
      await call('click_element', { element_id: PASSWORD });
      await call('set_clipboard', { text: PASSWORD });
      await call('get_clipboard');
      await call('get_device_logs', { last_lines: 200 });
      await call('notification_list');
      assert.match(await call('start_recording', { max_seconds: 5 }), /secret of the user is on the screen/);
      // The app crashes over the value, and writes it into its trace, as apps do.
      phone.framework.crash('com.example.login', new Error(`cannot sign in with ${PASSWORD}`));
      const crashes = await call('get_crashes');
      assert.match(
        crashes,
        /cannot sign in with \{\{PASSWORD\}\}/,
        'the crash is told, and the secret is not',
      );
      await call('get_crashes', { id: crashIdIn(crashes) });
      assert.match(outputs.at(-1) ?? '', /RuntimeException: cannot sign in with \{\{PASSWORD\}\}/);
      await call('get_device_logs', { last_lines: 200 });
      assert.match(outputs.at(-1) ?? '', /cannot sign in with \{\{PASSWORD\}\}/);
      await call('press_home');
      await call('start_recording', { max_seconds: 5 });
      await call('stop_recording');
      await served.stop();
      outputs.push(...served.printed());
      const folder = await readdir(served.files, { recursive: true, withFileTypes: true });
      for (const file of folder.filter((one) => one.isFile()))
        outputs.push(await readFile(join(file.parentPath, file.name), 'latin1'));
      assert.ok(served.printed().join('').includes('set_text'), 'the log is there');
      const record = await readFile(join(served.files, 'record', 'audit.jsonl'), 'utf8');
      for (const tool of ['set_text', 'get_crashes', 'find_elements'])
        assert.ok(record.includes(`"${tool}"`), `the record has ${tool}`);
      assert.match(record, /\{\{PASSWORD\}\}/, 'screens are in the record, with names for secrets');
      // The agent's own text is not repeated either, but the short one is masked in its field alone.
      assertNoSecrets(outputs, [PASSWORD, BOUND]);
      const screens = outputs.filter((output) => output.includes('{{PIN'));
      assert.ok(screens.length > 0, 'the short one was typed, and shown as its name');
      assertNoSecrets(screens, [` ${PIN}`]);
    });
  }
});

function crashIdIn(answer: string): string {
  const [, id] = /\b([0-9a-z]{4,}) [^"]*com\.example\.login/.exec(answer) ?? [];
  assert.ok(id, answer);
  return id;
}

/** The built command over HTTP, with secrets, all toolsets and all that it logs. */
async function serving(t: TestContext, phone: VirtualPhone, tier: 'plain' | 'companion') {
  const home = await scratchFolder(t);
  const files = await scratchFolder(t);
  await mkdir(join(files, 'record'));
  const secrets = join(home, 'secrets.env');
  await writeFile(secrets, lines.join('\n'));
  await chmod(secrets, 0o600);
  const port = await freePort();
  const flags = ['--device', `tcp:${phone.serial}`, '--tier', tier, '--secrets', secrets, '--files', files];
  const audit = ['--audit', join(files, 'record', 'audit.jsonl'), '--audit-screens'];
  const more = [...audit, '--no-auth', '--port', String(port), '--toolset', 'all', '--log-level', 'debug'];
  const server = spawn(process.execPath, [CLI, 'serve', ...flags, ...more], {
    env: { ...NO_ADB, HOME: home, XDG_CONFIG_HOME: home },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const printed: string[] = [];
  for (const stream of [server.stdout, server.stderr])
    stream.on('data', (chunk: Buffer) => printed.push(chunk.toString('utf8')));
  const ended = new Promise((resolve) => server.once('exit', resolve));
  const stop = async () => {
    server.kill('SIGTERM');
    await ended;
  };
  t.after(stop);
  await eventually(() => Promise.resolve(printed.join('').includes('is ready')), 'the server is ready');
  const client = new Client({ name: 'tests', version: '1' });
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${port}/mcp?screen=lean`)),
  );
  return {
    client,
    files,
    printed: () => printed,
    stop: async () => {
      await client.close();
      await stop();
    },
  };
}
