import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { request } from 'node:https';
import { hostname, networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { connect } from 'node:tls';
import { promisify } from 'node:util';
import { ownHosts } from '../../src/server/address.ts';
import { certificate, ownCertificate } from '../../src/server/tls.ts';
import { serving, TOKEN, toolCall } from '@handeye/testing/serving';

const run = promisify(execFile);
const DAY = 86_400_000;
const hosts = ['workbench', 'localhost', '127.0.0.1', '::1', '192.168.1.7'];

async function emptyFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'handeye-tls-'));
  t.after(() => rm(folder, { recursive: true }));
  return folder;
}

test('the certificate names the host, loopback and every address of the machine', async (t) => {
  const { cert } = await certificate({ folder: await emptyFolder(t) });
  const parsed = new X509Certificate(cert);
  assert.ok(parsed.checkHost(hostname().toLowerCase()));
  assert.ok(parsed.checkHost('localhost'));
  const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  for (const { address } of addresses.filter(({ address }) => !address.startsWith('fe80:'))) {
    assert.ok(parsed.checkIP(address), address);
  }
  assert.ok(parsed.checkIP('::1'));
  assert.equal(parsed.ca, false);
});

test('it is kept, with its key readable only by its owner, until it expires soon or an address is new', async (t) => {
  const folder = await emptyFolder(t);
  const now = Date.now();
  const first = await certificate({ folder, hosts, now });
  assert.equal(first.made, true);
  assert.equal((await stat(join(folder, 'certificate-key.pem'))).mode & 0o777, 0o600);
  const again = await certificate({ folder, hosts: hosts.slice(1), now: now + 300 * DAY });
  assert.deepEqual([again.made, again.cert], [false, first.cert]);
  const late = await certificate({ folder, hosts, now: now + 340 * DAY });
  assert.equal(late.made, true);
  const moved = await certificate({ folder, hosts: [...hosts, '192.168.1.8'], now });
  assert.equal(moved.made, true);
  await writeFile(join(folder, 'certificate-key.pem'), 'broken');
  assert.equal((await certificate({ folder, hosts, now })).made, true);
});

test('clients that trust the file are served, others are not', async (t) => {
  const tls = await certificate({ folder: await emptyFolder(t), hosts: ownHosts() });
  const { server } = await serving(t, { tls });
  assert.match(server.url, /^https:/);
  const ask = (ca?: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      const headers = { Authorization: `Bearer ${TOKEN}`, 'Content-Type': 'application/json' };
      const options = { port: server.port, path: '/mcp', method: 'POST', headers, ...(ca && { ca }) };
      const outgoing = request({ host: '127.0.0.1', ...options }, (incoming) => {
        incoming.resume();
        resolve(incoming.statusCode);
      });
      outgoing.once('error', reject).end(JSON.stringify(toolCall('echo')));
    });
  assert.equal(await ask(tls.cert), 200);
  await assert.rejects(ask(), { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
});

test('the printed ways to trust it are written for the shell of the platform', async (t) => {
  const folder = await emptyFolder(t);
  const ways = async (platform: NodeJS.Platform) =>
    (await certificate({ folder, platform })).trust.slice(0, 2);
  const file = join(folder, 'certificate.pem');
  assert.deepEqual(await ways('win32'), [
    `Clients on Node: set "NODE_EXTRA_CA_CERTS=${file}"`,
    `curl: curl --cacert "${file}"`,
  ]);
  for (const platform of ['darwin', 'linux'] as const)
    assert.deepEqual(await ways(platform), [
      `Clients on Node: NODE_EXTRA_CA_CERTS='${file}'`,
      `curl: curl --cacert '${file}'`,
    ]);
});

test('the printed ways to trust it work: curl and a client on Node', async (t) => {
  const tls = await certificate({ folder: await emptyFolder(t) });
  const { server } = await serving(t, { tls });
  const [node = '', curl = ''] = tls.trust;
  assert.match(curl, /--cacert '(.+)'/);
  assert.match(node, /NODE_EXTRA_CA_CERTS='(.+)'/);
  const healthy = await run('curl', ['-s', '--cacert', tls.file, `https://localhost:${server.port}/health`]);
  assert.equal(healthy.stdout, '{"status":"healthy"}');
  const script = `fetch('https://127.0.0.1:${server.port}/health').then(async (r) => console.log(await r.text()))`;
  const env = { ...process.env, NODE_EXTRA_CA_CERTS: tls.file };
  assert.equal((await run(process.execPath, ['-e', script], { env })).stdout.trim(), '{"status":"healthy"}');
});

test('nothing older than TLS 1.2 is spoken', async (t) => {
  const tls = await certificate({ folder: await emptyFolder(t), hosts });
  const { server } = await serving(t, { tls });
  const socket = connect({
    port: server.port,
    host: '127.0.0.1',
    ca: tls.cert,
    maxVersion: 'TLSv1.1',
    minVersion: 'TLSv1',
  });
  await assert.rejects(once(socket, 'secureConnect'));
});

test("the user's own certificate is read, and the error says what is wrong with it", async (t) => {
  const folder = await emptyFolder(t);
  const kept = await certificate({ folder, hosts });
  const key = join(folder, 'certificate-key.pem');
  const own = ownCertificate({ cert: kept.file, key });
  assert.deepEqual(own, { cert: kept.cert, key: kept.key });
  const other = await emptyFolder(t);
  await certificate({ folder: other, hosts });
  assert.throws(
    () => ownCertificate({ cert: join(folder, 'none.pem'), key }),
    /certificate .*none\.pem cannot be read/,
  );
  assert.throws(() => ownCertificate({ cert: key, key }), /does not contain a PEM certificate/);
  assert.throws(() => ownCertificate({ cert: kept.file, key: kept.file }), /does not contain a PEM key/);
  assert.throws(
    () => ownCertificate({ cert: kept.file, key: join(other, 'certificate-key.pem') }),
    /does not belong to/,
  );
  assert.throws(() => ownCertificate({ cert: kept.file, key, now: Date.now() + 400 * DAY }), /expired on/);
});
