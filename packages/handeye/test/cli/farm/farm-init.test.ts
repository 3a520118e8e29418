import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { settings } from '../../../src/config/settings.ts';
import { run } from '../run.ts';

function emptyFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'handeye-farm-init-'));
  t.after(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}

const modeOf = (file: string) => statSync(file).mode & 0o777;
const SEED = /^SU[A-Z2-7]{56}$/m;

test('farm init writes a folder for NATS, secrets for their owner alone, and says the next commands', async (t) => {
  const cwd = emptyFolder(t);
  const { code, out, err } = await run(t, ['farm', 'init', '--nodes', '10.0.0.5', '--tenant', 'acme'], {
    cwd,
  });
  assert.deepEqual([code, err], [0, '']);
  const farm = join(cwd, 'handeye-farm');
  for (const role of ['host', 'server', 'observer']) {
    const file = join(farm, 'tenants', 'acme', `${role}.nk`);
    assert.equal(modeOf(file), 0o600);
    assert.match(readFileSync(file, 'utf8'), SEED);
  }
  assert.equal(modeOf(join(farm, 'ca-key.pem')), 0o600);
  assert.equal(modeOf(join(farm, 'nats-1', 'node-key.pem')), 0o600);
  const node = new X509Certificate(readFileSync(join(farm, 'nats-1', 'node.pem')));
  const authority = new X509Certificate(readFileSync(join(farm, 'ca.pem')));
  assert.ok(node.checkIssued(authority) && node.verify(authority.publicKey) && !node.ca && authority.ca);
  assert.equal(node.checkIP('10.0.0.5'), '10.0.0.5');
  assert.match(out, /cd handeye-farm\/nats-1 && nats-server -c nats\.conf/);
  const flags = (role: string) =>
    `--farm tls://10.0.0.5:4222 --farm-ca handeye-farm/ca.pem --farm-credentials handeye-farm/tenants/acme/${role}.nk`;
  assert.ok(out.includes(` host --name NAME ${flags('host')}`), out);
  assert.ok(out.includes(` serve ${flags('server')}`), out);
  assert.ok(out.includes(` farm status ${flags('observer')}`), out);
  for (const name of ['nats-1/tenants.conf', 'nats-1/nats.conf', 'farm.json'])
    assert.doesNotMatch(readFileSync(join(farm, name), 'utf8'), /\bSU[A-Z2-7]{56}/);
  assert.doesNotMatch(out, /\bSU[A-Z2-7]{56}/);
});

test('a person has as long to answer in a secured farm as --ask-timeout may say', async (t) => {
  const cwd = emptyFolder(t);
  await run(t, ['farm', 'init', 'f', '--nodes', 'nats.example'], { cwd });
  const conf = readFileSync(join(cwd, 'f/nats-1/tenants.conf'), 'utf8');
  const minutes = [...conf.matchAll(/allow_responses: .* expires: "(\d+)m"/g)].map(([, text]) =>
    Number(text),
  );
  assert.ok(minutes.length > 0);
  for (const limit of minutes) assert.ok('problems' in settings.askTimeout.schema.check(limit * 60));
});

test('farm init in a folder that has a farm keeps keys and nodes, and adds tenants and hosts', async (t) => {
  const cwd = emptyFolder(t);
  await run(t, ['farm', 'init', 'f', '--nodes', 'a.example:4300,b.example,c.example'], { cwd });
  const kept = ['ca.pem', 'ca-key.pem', 'tenants/main/host.nk', 'tenants/main/server.nk'].map((name) =>
    join(cwd, 'f', name),
  );
  const before = kept.map((file) => readFileSync(file, 'utf8'));
  const { code, out } = await run(t, ['farm', 'init', 'f', '--tenant', 'acme', '--only-host', 'rack-2'], {
    cwd,
  });
  assert.equal(code, 0);
  assert.match(out, /3 NATS node\(s\), tenants: main, acme/);
  assert.match(out, /New tenants: acme\.\n.*nats-server --signal reload/);
  assert.deepEqual(
    kept.map((file) => readFileSync(file, 'utf8')),
    before,
  );
  assert.ok(existsSync(join(cwd, 'f/tenants/acme/host-rack-2.nk')));
  assert.ok(!existsSync(join(cwd, 'f/tenants/main/host-rack-2.nk')));
  const conf = readFileSync(join(cwd, 'f/nats-2/nats.conf'), 'utf8');
  assert.match(conf, /"nats-route:\/\/a\.example:6300","nats-route:\/\/b\.example:6222"/);
});

test('farm init again without a tenant is for those of the folder, and makes none', async (t) => {
  const cwd = emptyFolder(t);
  await run(t, ['farm', 'init', 'f', '--tenant', 'qa', '--tenant', 'research'], { cwd });
  const { out } = await run(t, ['farm', 'init', 'f', '--only-host', 'rack-2'], { cwd });
  assert.match(out, /tenants: qa, research\n[^]*No tenant is new\./);
  assert.ok(!existsSync(join(cwd, 'f/tenants/main')));
  for (const tenant of ['qa', 'research']) {
    assert.ok(existsSync(join(cwd, 'f/tenants', tenant, 'host-rack-2.nk')));
    assert.ok(out.includes(`For the host rack-2 alone: f/tenants/${tenant}/host-rack-2.nk`), out);
  }
});

test('farm init writes nothing over what is no farm, and refuses names that no subject can hold', async (t) => {
  const cwd = emptyFolder(t);
  mkdirSync(join(cwd, 'mine'));
  writeFileSync(join(cwd, 'mine', 'thesis.txt'), 'mine');
  const other = await run(t, ['farm', 'init', 'mine'], { cwd });
  assert.equal(other.code, 1);
  assert.match(other.err, /is not empty, and no farm of handeye farm init\. Name another folder\./);
  const named = await run(t, ['farm', 'init', '--tenant', 'A B'], { cwd });
  assert.equal(named.code, 2);
  assert.match(named.err, /--tenant: must be lowercase letters, digits and dashes/);
  const nodes = async (given: string) => (await run(t, ['farm', 'init', '--nodes', given], { cwd })).err;
  assert.match(await nodes('a:99999'), /the port of a must be between 1 and 65535/);
  assert.match(await nodes('a:64000,b,c'), /the port of a must be between 1 and 63535/);
  assert.match(await nodes('a,b,a:4222'), /a:4222 is named twice/);
  assert.ok(!existsSync(join(cwd, 'handeye-farm')));
});

test('farm init tells who wants an even number of nodes that one of them is for nothing', async (t) => {
  const nodes = async (given: string) =>
    (await run(t, ['farm', 'init', '--nodes', given], { cwd: emptyFolder(t) })).out;
  assert.match(await nodes('a,b'), /so 2 survive no more losses than 1\. Use 1 or 3\./);
  assert.doesNotMatch(await nodes('a,b,c'), /losses/);
});

test('farm up and farm status say what they do not take', async (t) => {
  for (const action of ['up', 'status']) {
    const { code, err } = await run(t, ['farm', action, 'foo']);
    assert.equal(code, 2);
    assert.match(err, new RegExp(`handeye farm ${action} does not take 'foo'\\.`));
  }
});
