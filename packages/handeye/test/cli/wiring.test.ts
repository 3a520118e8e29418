import assert from 'node:assert/strict';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { test } from 'node:test';
import { startPhone } from '@handeye/virtual-phone';
import { createLog } from '../../src/cli/log.ts';
import { services } from '../../src/cli/wiring.ts';
import { NO_ADB } from '@handeye/testing/attached';
import { emptyHome, load } from '../config/given.ts';
import { callers } from '@handeye/testing/tools';
import { freePort } from '@handeye/testing/ports';

// The real services look for phones: they must find only those that a test names, and start no adb server.
Object.assign(process.env, NO_ADB);

const log = createLog({ level: 'error', plain: true, write: () => undefined, now: () => new Date() });

test('--allow-host serves clients that know the server by that name, and no others', async (t) => {
  const port = await freePort();
  const { config } = load(t, { flags: ['--port', String(port), '--allow-host', 'phone.example'] });
  const folder = emptyHome(t);
  const { toolbox, close } = await services.openTools(config, { log, folder });
  t.after(close);
  const options = { version: '0', config, token: 'a-token-of-the-tests', folder, log };
  const listening = await services.startHttp(toolbox, options);
  t.after(() => listening.stop());
  const statusFor = async (host: string) => {
    const request = get({ host: '127.0.0.1', port, path: '/health', headers: { Host: host } });
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    response.resume();
    return response.statusCode;
  };
  assert.equal(await statusFor('phone.example'), 200);
  assert.equal(await statusFor('evil.example'), 403);
});

test('the start message says what is wrong with a device that is not there', async (t) => {
  const { config } = load(t, { flags: ['--device', 'nosuch'] });
  const { inUse, close } = await services.openTools(config, { log, folder: emptyHome(t), version: '1.2.3' });
  t.after(close);
  assert.match(await inUse(), /^nosuch: No adb server answers/);
});

test('--metrics counts the calls of a server on a virtual phone; without it there are none', async (t) => {
  const phone = await startPhone({ release: 14 });
  t.after(() => phone.close());
  for (const flags of [['--metrics'], []]) {
    const port = await freePort();
    const device = ['--device', `tcp:${phone.serial}`, '--port', String(port)];
    const { config } = load(t, { flags: [...device, ...flags] });
    const folder = emptyHome(t);
    const { toolbox, metrics, close } = await services.openTools(config, { log, folder, version: '1.2.3' });
    t.after(close);
    const options = { version: '1.2.3', config, token: 'a-token-of-the-tests', folder, log, metrics };
    const listening = await services.startHttp(toolbox, options);
    t.after(() => listening.stop());
    await callers(toolbox.servedAs?.({ screen: 'lean' }) ?? toolbox).text('get_screen_state');
    const headers = { Authorization: 'Bearer a-token-of-the-tests' };
    const answer = await fetch(`http://127.0.0.1:${port}/metrics`, { headers });
    const told = await answer.text();
    assert.equal(answer.status, flags.length > 0 ? 200 : 404, told);
    if (answer.ok) assert.match(told, /^handeye_calls_total\{tool="get_screen_state",outcome="ok"\} 1$/m);
  }
});

for (const [tier, ways] of [
  ['companion', ['action', 'touch']],
  ['plain', ['touch', 'touch']],
] as const) {
  test(`--log-level debug tells the way of a click and a tap (${tier}), and no screen text; info does not`, async (t) => {
    const phone = await startPhone({ release: 14 });
    t.after(() => phone.close());
    for (const level of ['debug', 'info'] as const) {
      const flags = ['--device', `tcp:${phone.serial}`, '--tier', tier, '--log-level', level];
      const { config } = load(t, { flags });
      const lines: string[] = [];
      const write = (line: string) => void lines.push(line);
      const heard = createLog({ level, plain: false, write, now: () => new Date() });
      const { toolbox, close } = await services.openTools(config, { log: heard, folder: emptyHome(t) });
      t.after(close);
      const { text, idOf } = callers(toolbox);
      await text('click_element', { element_id: await idOf('Settings') });
      await text('tap', { x: 500, y: 60 });
      await text('press_home');
      const calls = lines
        .map((line) => JSON.parse(line) as { readonly tool?: string; readonly way?: string })
        .filter(({ tool = '' }) => ['click_element', 'tap', 'press_home'].includes(tool));
      assert.deepEqual(
        calls.map(({ way }) => way),
        level === 'debug' ? [...ways, undefined] : [undefined, undefined, undefined],
      );
      assert.doesNotMatch(lines.join(), /Settings/);
      await close();
    }
  });
}
