import assert from 'node:assert/strict';
import { once } from 'node:events';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, test } from 'node:test';
import { createLog } from '../../src/cli/log.ts';
import { main } from '../../src/cli/main.ts';
import { createServices } from '../../src/cli/wiring.ts';
import { loadConfig } from '../../src/config/load.ts';
import { readCommandLine } from '../../src/config/flags.ts';
import { settings } from '../../src/config/settings.ts';
import { emptyHome } from '../config/given.ts';
import { TestToolbox } from '@handeye/testing/toolbox';
import { fakeServices } from './fake-services.ts';
import { freePort } from '@handeye/testing/ports';
import { run } from './run.ts';

const quiet = createLog({ level: 'error', plain: true, write: () => undefined, now: () => new Date() });

describe('handeye studio', () => {
  test('prints a link and opens it', async (t) => {
    const services = fakeServices();
    const { code, out } = await run(t, ['studio'], { services });
    assert.equal(code, 0);
    assert.equal(out, 'http://127.0.0.1:7777/studio?code=once\n');
    assert.deepEqual(services.events, ['browser http://127.0.0.1:7777/studio?code=once']);
  });

  test('--no-open only prints it', async (t) => {
    const services = fakeServices();
    assert.equal((await run(t, ['studio', '--no-open'], { services })).code, 0);
    assert.deepEqual(services.events, []);
  });

  test('says what to do if no server runs, or if it serves no Studio', async (t) => {
    const real = createServices();
    const home = emptyHome(t);
    const services = { ...fakeServices(), studioLink: real.studioLink.bind(real) };
    const none = await run(t, ['studio'], { services, home });
    assert.equal(none.code, 1);
    assert.match(none.err, /No server of yours is running\. Start one with "handeye serve"/);
    const port = await freePort();
    const { given } = readCommandLine(['--port', String(port)], settings);
    const { config } = loadConfig(given, { env: {}, platform: 'linux', home });
    const folder = join(home, '.config', 'handeye');
    const options = { config, token: 'a-token-of-the-tests', version: '0', folder, log: quiet };
    const server = await real.startHttp(new TestToolbox(), options);
    t.after(() => server.stop());
    const without = await run(t, ['studio'], { services, home });
    assert.equal(without.code, 1);
    assert.match(without.err, /serves no Studio: it was started with --no-studio/);
    const other = await run(t, ['studio', '--port', String(port + 1)], { services, home });
    assert.match(other.err, /No server of yours is running at port/);
  });
});

describe('Studio beside a client on stdio', () => {
  test('has a link on standard error, is found by handeye studio, and speaks no MCP', async (t) => {
    const real = createServices();
    const home = emptyHome(t);
    const port = await freePort();
    const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
    const stop = new AbortController();
    const ended = main(
      ['stdio', '--studio', String(port), '--device', 'virtual', '--log-level', 'error'],
      {
        env: {},
        platform: 'linux',
        home,
        stdin,
        stdout,
        stderr,
        cwd: '/',
        version: '1.2.3',
        program: ['node', 'cli.js'],
        stopped: stop.signal,
      },
      real,
    );
    const [line] = (await once(stderr, 'data')) as [Buffer];
    const link = /Studio is at (http:\S+)/.exec(line.toString())?.[1] ?? '';
    assert.equal((await fetch(link, { redirect: 'manual' })).status, 303);
    const services = { ...fakeServices(), studioLink: real.studioLink.bind(real) };
    const { out } = await run(t, ['studio', '--no-open'], { services, home });
    assert.match(out, new RegExp(`^http://127\\.0\\.0\\.1:${port}/studio\\?code=`));
    const mcp = await fetch(`http://127.0.0.1:${port}/mcp`, { method: 'POST', body: '{}' });
    assert.equal(mcp.status, 401);
    stdin.end();
    assert.equal(await ended, 0);
    stdout.end();
    assert.equal(await text(stdout), '', 'standard output is the client’s');
  });
});
