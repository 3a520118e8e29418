import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { describe, test, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { NO_ADB } from '@handeye/testing/attached';
import { emptyHome } from '../config/given.ts';
import { serving } from '@handeye/testing/serving';
import { fakeServices, KEPT_TOKEN } from './fake-services.ts';
import { freePort, takenPort } from '@handeye/testing/ports';
import { run } from './run.ts';

const PROGRAM = fileURLToPath(new URL('handeye-with-fakes.ts', import.meta.url));

/** Starts the server as a process and waits until it reports that it is ready. */
async function started(t: TestContext) {
  const port = await freePort();
  const child = spawn(process.execPath, ['--import', 'tsx', PROGRAM, '--log-level', 'error'], {
    env: { ...NO_ADB, HOME: emptyHome(t), HANDEYE_PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  t.after(() => child.kill('SIGKILL'));
  await outputHas(child, 'Press Ctrl-C to stop the server.');
  const ended = once(child, 'exit') as Promise<[code: number | null, signal: string | null]>;
  return { port, child, ended };
}

async function outputHas(child: ChildProcess, words: string): Promise<void> {
  let seen = '';
  child.stdout!.setEncoding('utf8');
  while (!seen.includes(words)) {
    const [chunk] = (await once(child.stdout!, 'data')) as [string];
    seen += chunk;
  }
}

describe('a running server', () => {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    test(`stops on ${signal}, frees the port and ends with code 0`, async (t) => {
      const { port, child, ended } = await started(t);
      assert.equal(await (await fetch(`http://127.0.0.1:${port}/health`)).text(), 'healthy\n');
      const rest = text(child.stdout);
      child.kill(signal);
      assert.deepEqual(await ended, [0, null]);
      assert.equal((await rest).trim(), 'open  listening stopped close');
      await assert.rejects(fetch(`http://127.0.0.1:${port}/health`));
    });
  }
});

describe('serve', () => {
  const stopped = AbortSignal.abort();

  test('prints all that it takes to connect', async (t) => {
    const port = await freePort();
    const argv = ['--port', String(port), '--device', 'virtual', '--tool-prefix', 'my_'];
    const { code, out } = await run(t, argv, { stopped });
    assert.equal(code, 0);
    const url = `http://127.0.0.1:${port}/mcp?screen=lean`;
    assert.match(out, /^Handeye 1\.2\.3 is ready\.$/m);
    assert.match(out, new RegExp(`^  Address +${url.replace('?', String.raw`\?`)}$`, 'm'));
    assert.match(out, new RegExp(`^  Token +${KEPT_TOKEN}$`, 'm'));
    assert.match(out, /^ {2}Device +virtual$/m);
    assert.match(out, /^ {2}node dist\/cli\.js client-config --port \d+$/m);
    assert.match(out, /"name":"my_get_screen_state"/);
    // zsh expands a bare question mark as a file pattern.
    assert.ok(out.includes(`curl '${url}'`));
    const pasted: unknown = JSON.parse(/^ {2}\{$.*?^ {2}\}$/ms.exec(out)![0]);
    const headers = { Authorization: `Bearer ${KEPT_TOKEN}` };
    assert.deepEqual(pasted, { mcpServers: { handeye: { type: 'http', url, headers } } });
  });

  test('says which policy is in force, who is asked and where the record is', async (t) => {
    const start = async (...argv: string[]) =>
      (await run(t, ['--port', String(await freePort()), ...argv], { stopped })).out;
    const careful = await start('--policy', 'careful', '--audit', 'calls.jsonl');
    assert.match(careful, /^ {2}Policy +careful \(questions go to the MCP client, then to Studio\)$/m);
    assert.match(
      await start('--policy', 'careful', '--no-studio'),
      /^ {2}Policy +careful \(questions go to the MCP client alone: there is no terminal\)$/m,
    );
    assert.match(careful, /^ {2}Record +calls\.jsonl$/m);
    assert.match(await start('--policy', 'read-only'), /^ {2}Policy +read-only$/m);
    assert.doesNotMatch(await start(), /Policy|Record/);
  });

  test('says how to trust a certificate that it made', async (t) => {
    const { out } = await run(t, ['--port', String(await freePort()), '--https'], { stopped });
    assert.match(out, /told to trust it: .*cert\.pem\n {2}Trust it like this\.$/m);
    assert.match(out, /curl --cacert ".*cert\.pem" 'https:/);
  });

  test('never logs the token', async (t) => {
    const env = { HANDEYE_TOKEN: 'HANDEYE_X', HANDEYE_X: 'an unknown variable named like the token' };
    const argv = ['--port', String(await freePort()), '--log-level', 'debug'];
    const { err } = await run(t, argv, { stopped, env });
    assert.match(err, /\[token\]: unknown variable/);
    assert.doesNotMatch(err, /HANDEYE_X/);
  });

  test('that finds its port taken names it and --port, and closes the devices', async (t) => {
    const port = await takenPort(t);
    const services = fakeServices();
    const { code, out, err } = await run(t, ['--port', String(port)], { services });
    assert.deepEqual({ code, out }, { code: 1, out: '' });
    assert.equal(
      err,
      `handeye: Port ${port} is used by another program. Choose another port with --port N.\n`,
    );
    const fromNpm = await run(t, ['--port', String(port)], { env: { npm_lifecycle_event: 'start' } });
    assert.match(fromNpm.err, /another port with npm start -- --port N\.$/m);
    assert.deepEqual(services.events, ['open ', 'close']);
  });

  test('says so if it is Handeye that has the port', async (t) => {
    const { server } = await serving(t);
    const { code, err } = await run(t, ['--port', String(server.port)]);
    assert.equal(code, 1);
    assert.ok(err.includes(`Handeye is already serving at port ${server.port}. Use that server`), err);
  });
});
