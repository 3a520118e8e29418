import assert from 'node:assert/strict';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { test } from 'node:test';
import { startPhone } from '@handeye/virtual-phone';
import { createLog } from '../../src/cli/log.ts';
import { createServices, services } from '../../src/cli/wiring.ts';
import { emptyHome, load } from '../config/given.ts';
import { freePort } from './ports.ts';

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

test('a phone too slow for handeye helper is told so in words about the phone', async (t) => {
  const phone = await startPhone({ release: 9 });
  t.after(() => phone.close());
  const { config } = load(t, { flags: ['--device', `tcp:${phone.serial}`] });
  const options = { log, folder: emptyHome(t) };
  const isInstalled = /: The helper [\d.]+ is installed\.$/;
  assert.match(await services.helper('status', config, options), isInstalled);
  phone.faults.apply({ kind: 'slow-java', startMs: 600_000 });
  await assert.rejects(createServices({ installLimit: 3000 }).helper('status', config, options), {
    message: 'The device did not answer within 3000 ms.',
  });
});
