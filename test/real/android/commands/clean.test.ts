import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, test, type TestContext } from 'node:test';
import { AndroidSource } from '@handeye/android/source';
import { loadDex } from '../../../../packages/android/src/companion/dex.ts';
import { RunningCompanion } from '../../../../packages/android/src/companion/running.ts';
import { withinLimit } from '@handeye/core/call/call';
import { realClock } from '@handeye/core/call/clock';
import { eventually, hostKey, NO_ADB } from '@handeye/testing/attached';
import { cli, onPhone, type OnPhone } from './on-phone.ts';

const FILES = 'ls /data/local/tmp';

/** A companion that has changed the rotation and a setting, which it would put back at a regular end. */
async function changingCompanion(t: TestContext, { device }: OnPhone): Promise<RunningCompanion> {
  const source = new AndroidSource({ keyFolder: '', key: hostKey, addresses: [device], env: NO_ADB });
  t.after(() => source.close());
  return withinLimit({ clock: realClock, limit: 20_000 }, async (call) => {
    const dex = await loadDex();
    const companion = await RunningCompanion.start(source.phone(device), { dex, services: 'save' }, call);
    const timeout = { table: 'system', name: 'screen_off_timeout', value: '1234', restore: true };
    await companion.ask({ do: 'setting.put', ...timeout }, call);
    await companion.ask({ do: 'rotate', to: 1, restore: true }, call);
    return companion;
  });
}

async function killed(on: OnPhone, companion: RunningCompanion): Promise<void> {
  const saved = await on.shell('cat /data/local/tmp/handeye-restore.json');
  const pid = /"pid":(\d+)/.exec(saved)?.[1];
  assert.ok(pid !== undefined, saved);
  await on.shell(`kill -9 ${pid}`);
  await companion.ended;
}

const CHANGED =
  'settings get system screen_off_timeout; settings get system accelerometer_rotation; settings get system user_rotation';

// At once: nearly all of the time is spent waiting for the phone.
describe('handeye clean', { concurrency: 4 }, () => {
  test('handeye clean removes every file of Handeye, says which, and leaves other files alone', async (t) => {
    const on = await onPhone(t, { release: 14, idleWaitMs: 50 });
    await on.shell('echo mine > /data/local/tmp/mine.txt');
    await on.shell('mkdir /data/local/tmp/handeye-empty; echo x > "/data/local/tmp/handeye-a b.xml"');
    assert.equal((await on.handeye('call', 'get_screen_state')).code, 0);
    const { code, out } = await on.handeye('clean');
    assert.equal(code, 0);
    const said = out.trim().split('\n').toSorted();
    assert.deepEqual(
      said,
      [
        `${on.device}: removed /data/local/tmp/handeye-a b.xml`,
        `${on.device}: removed /data/local/tmp/handeye-companion`,
        `${on.device}: removed /data/local/tmp/handeye-empty`,
      ].toSorted(),
    );
    assert.equal(await on.shell(FILES), 'mine.txt');
    const again = await on.handeye('clean');
    assert.match(again.out, /nothing of Handeye is on the phone/);
    assert.equal(again.code, 0);
  });

  for (const release of [5, 14] as const) {
    test(`after a companion was killed on Android ${release}, handeye clean puts back what it had changed`, async (t) => {
      const on = await onPhone(t, { release });
      const before = await on.shell(CHANGED);
      const companion = await changingCompanion(t, on);
      await killed(on, companion);
      assert.notEqual(await on.shell(CHANGED), before);
      assert.match(await on.shell(FILES), /handeye-restore\.json/);
      const { code, out } = await on.handeye('clean');
      assert.equal(code, 0, out);
      assert.match(out, /put back what a companion that was killed had changed/);
      assert.match(out, /removed \/data\/local\/tmp\/handeye-restore\.json/);
      assert.equal(await on.shell(CHANGED), before);
      assert.equal(await on.shell(FILES), '');
    });
  }

  test('what a running companion has changed is not touched, and clean says so', async (t) => {
    const on = await onPhone(t, { release: 14 });
    const companion = await changingCompanion(t, on);
    const changed = await on.shell(CHANGED);
    const { code, out } = await on.handeye('clean');
    assert.equal(code, 1);
    assert.match(out, /handeye-restore\.json stays: .*a Handeye that uses the phone now/);
    assert.equal(await on.shell(CHANGED), changed);
    assert.equal(await on.shell(FILES), 'handeye-restore.json');
    companion.hangUp();
    await eventually(async () => (await on.shell(FILES)) === '', 'it puts back its own changes');
    assert.notEqual(await on.shell(CHANGED), changed);
  });

  test('where no companion starts, the record of what is to be put back stays', async (t) => {
    const on = await onPhone(t, { release: 14 });
    const companion = await changingCompanion(t, on);
    await killed(on, companion);
    on.phone.faults.apply({ kind: 'companion-refuses' });
    const { code, out } = await on.handeye('clean');
    assert.equal(code, 1);
    assert.match(out, /handeye-restore\.json stays: what a companion changed could not be put back/);
    on.phone.faults.clear();
    assert.equal((await on.handeye('clean')).code, 0);
    assert.equal(await on.shell(FILES), '');
  });

  test('a server that is killed leaves nothing that clean does not find', async (t) => {
    const on = await onPhone(t, { release: 14, idleWaitMs: 50 });
    const server = spawn(process.execPath, [...cli, 'stdio', '--device', on.device], {
      ...on.spawnOptions,
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    t.after(() => server.kill('SIGKILL'));
    const call = { name: 'get_screen_state', arguments: {} };
    server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: call })}\n`);
    await once(server.stdout, 'data');
    server.kill('SIGKILL');
    await once(server, 'exit');
    assert.match(await on.shell(FILES), /handeye-companion/);
    assert.equal((await on.handeye('clean')).code, 0);
    assert.equal(await on.shell(FILES), '');
  });

  test('the built-in phone needs no cleaning', async (t) => {
    const on = await onPhone(t, { release: 14 });
    const { code, err } = await on.handeye('clean', '--device', 'virtual');
    assert.equal(code, 2);
    assert.match(err, /built-in phone is new at each start/);
  });

  test('a desktop is not called a phone that is not attached', async (t) => {
    const on = await onPhone(t, { release: 14 });
    for (const name of ['linux', 'linux:0', 'macos']) {
      const { code, err } = await on.handeye('clean', '--device', name);
      assert.deepEqual([code, err], [2, `This is for Android phones: ${name} is a desktop.\n`]);
    }
  });
});
