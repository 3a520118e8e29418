import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { describe, test, type TestContext } from 'node:test';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { freePort } from '@handeye/testing/ports';
import { cli, onPhone, type OnPhone } from './commands/on-phone.ts';
import { rowsOf } from './house.ts';

const me = { name: 'test', version: '1' };
const policy = { rules: [{ when: { label: '7' }, then: 'ask', why: 'Seven is not for everybody.' }] };

/** The flags of a server for this phone that asks before 7 is touched. */
async function flags({ folder, device }: OnPhone, ...more: string[]): Promise<string[]> {
  const file = join(folder, 'policy.json');
  await writeFile(file, JSON.stringify(policy));
  return ['--device', device, '--policy', file, '--log-level', 'error', ...more];
}

async function said(client: Client, name: string, args: Record<string, unknown> = {}): Promise<string> {
  const { content } = await client.callTool({ name, arguments: args }, { timeout: 120_000 });
  const [first] = content;
  return first?.type === 'text' ? first.text : '';
}

async function idOf(client: Client, text: string): Promise<string> {
  const state = await said(client, 'get_screen_state');
  const row = rowsOf(state).find((one) => one.text === text && one.flags.includes('c'));
  assert.ok(row, `${text} is not on the screen: ${state}`);
  return row.id;
}

async function openCalculator(client: Client): Promise<void> {
  await said(client, 'click_element', { element_id: await idOf(client, 'Calculator') });
  await said(client, 'wait_for_element', { by: 'text', value: '7', timeout: 15_000 });
}

const click = async (client: Client, key: string) =>
  said(client, 'click_element', { element_id: await idOf(client, key) });

/** The calculator's display; `-` if it is empty. */
async function display(client: Client): Promise<string | undefined> {
  const rows = rowsOf(await said(client, 'get_screen_state'));
  return rows.find(({ resourceId }) => resourceId.endsWith('/formula'))?.text;
}

type Answer = 'once' | 'no';

function stdioOptions({ spawnOptions }: OnPhone) {
  return { cwd: spawnOptions.cwd, env: { ...spawnOptions.env } };
}

/** A server takes its time to start on a busy machine; the runner's own limit ends a test that waits for ever. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await setTimeout(20);
}

/** handeye serve in a terminal of its own, and the terminal's output. */
async function inTerminal(t: TestContext, here: OnPhone) {
  const port = String(await freePort());
  const command = [process.execPath, ...cli, 'serve', '--port', port, ...(await flags(here, '--no-auth'))];
  const quoted = command.map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(' ');
  // Without a PATH: a server that finds adb would start one at a port without a server, and leave it there.
  const child = spawn('/usr/bin/script', ['-qfec', `exec ${quoted}`, '/dev/null'], here.spawnOptions);
  const ended = new Promise((resolve) => child.once('exit', resolve));
  let screen = '';
  child.stdout.on('data', (chunk: Buffer) => (screen += chunk.toString()));
  t.after(async () => {
    // script(1) ends only when its input ends.
    child.stdin.end('\x03');
    await ended;
  });
  await until(() => screen.includes('is ready.'));
  return {
    url: new URL(`http://127.0.0.1:${port}/mcp`),
    screen: () => screen,
    type: (text: string) => child.stdin.write(text),
  };
}

// At once: nearly all of the time is spent waiting for the phone.
describe('questions on a phone', { concurrency: 4 }, () => {
  for (const [era, mode] of [
    ['2026-07-28', { pin: '2026-07-28' }],
    ['initialize', 'legacy'],
  ] as const) {
    for (const tier of ['plain', 'companion']) {
      test(`handeye stdio asks the user of its client before a key is touched (${era}, ${tier})`, async (t) => {
        const here = await onPhone(t, { idleWaitMs: 50 });
        let answer: () => Promise<Answer> | Answer = () => 'no';
        const messages: string[] = [];
        const client = new Client(me, {
          versionNegotiation: { mode },
          capabilities: { elicitation: {} },
        });
        client.setRequestHandler('elicitation/create', async ({ params }) => {
          messages.push(params.message);
          return { action: 'accept', content: { allow: await answer() } };
        });
        const args = [...cli, 'stdio', ...(await flags(here, '--tier', tier))];
        await client.connect(
          new StdioClientTransport({ command: process.execPath, args, ...stdioOptions(here) }),
        );
        t.after(() => client.close());
        await openCalculator(client);
        assert.match(await click(client, '8'), /^Click performed/);
        assert.equal(messages.length, 0);

        assert.match(
          await click(client, '7'),
          /Seven is not for everybody\.\)\. The user was asked, and said no\./,
        );
        assert.match(messages[0] ?? '', /^On: "7"\nYou are asked because: Seven is not for everybody\.$/m);
        assert.equal(await display(client), '8');

        answer = () => 'once';
        assert.match(await click(client, '7'), /^Click performed/);
        assert.equal(await display(client), '87');

        answer = async (): Promise<Answer> => {
          await here.shell('input keyevent HOME');
          return 'once';
        };
        assert.match(await click(client, '7'), /^The screen changed while the user was asked: /);
        assert.equal(messages.length, 3);
      });
    }
  }

  test('handeye serve asks in its terminal where the client cannot', async (t) => {
    const here = await onPhone(t, { idleWaitMs: 50 });
    const { url, screen, type } = await inTerminal(t, here);
    const client = new Client(me, { versionNegotiation: { mode: { pin: '2026-07-28' } } });
    await client.connect(new StreamableHTTPClientTransport(url));
    t.after(() => client.close());
    await openCalculator(client);
    for (const [typed, told, shown] of [
      ['n\n', /said no/, '-'],
      ['y\n', /^Click performed/, '7'],
      ['a\n', /^Click performed/, '77'],
    ] as const) {
      const before = screen().split('Allow it?').length;
      const clicked = click(client, '7');
      await until(() => screen().split('Allow it?').length > before);
      // A person cannot read faster, so earlier keys do not count as an answer.
      await setTimeout(600);
      type(typed);
      assert.match(await clicked, told);
      assert.equal(await display(client), shown);
    }
    assert.match(await click(client, '7'), /^Click performed/);
    assert.match(screen(), /On: "7"\r?\nYou are asked because: Seven is not for everybody\./);
  });
});
