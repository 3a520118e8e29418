import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { StartPhoneOptions } from '@handeye/virtual-phone';
import { scratchFolder } from '@handeye/testing/attached';
import { freePort } from '@handeye/testing/ports';
import { servedPhone } from '../served-phone.ts';

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));
const cli = [join(ROOT, 'packages/handeye/dist/cli.js')];

/** A phone that has no server yet, and the commands `devices` and `doctor` for it. */
async function examined(t: TestContext, options: StartPhoneOptions = {}) {
  const { phone, shell } = await servedPhone(t, { ...options, tier: 'plain' });
  const folder = await scratchFolder(t);
  const env = { PATH: '', HOME: folder, XDG_CONFIG_HOME: folder, ANDROID_ADB_SERVER_PORT: '1' };
  const handeye = async (command: string, ...more: string[]) => {
    const args = [...cli, command, '--json', '--device', `tcp:${phone.serial}`, ...more];
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: ROOT, env });
    return stdout;
  };
  const doctor = async (...more: string[]) => {
    const findings = JSON.parse(await handeye('doctor', '--port', String(await freePort()), ...more)) as {
      readonly check: string;
      readonly state: string;
      readonly found: string;
    }[];
    return findings.find(({ check }) => check === 'Devices');
  };
  return { shell, doctor, devices: () => handeye('devices') };
}

test('doctor starts the companion for a moment and leaves nothing running; devices starts nothing', async (t) => {
  const { shell, doctor, devices } = await examined(t);
  const jars = () => shell('ls /data/local/tmp');
  assert.match(await devices(), /the companion on the phone/);
  assert.doesNotMatch(await jars(), /handeye-companion/);
  const finding = await doctor();
  assert.equal(finding?.state, 'fine');
  assert.match(finding.found, /ready, by the companion on the phone/);
  assert.match(await jars(), /handeye-companion/);
  assert.match(await shell('uiautomator dump /data/local/tmp/x.xml'), /dumped to/);
});

test('doctor says why the companion cannot start, and what serves instead', async (t) => {
  const { doctor, devices } = await examined(t, { faults: [{ kind: 'companion-refuses' }] });
  const finding = await doctor();
  assert.equal(finding?.state, 'note');
  assert.match(finding.found, /by plain ADB \(the companion is out of use: /);
  assert.match((await doctor('--tier', 'companion'))?.found ?? '', /by nothing \(--tier companion, but /);
  assert.match(await devices(), /the companion on the phone/);
});

test('doctor names the program that holds the accessibility of the phone', async (t) => {
  const faults = [{ kind: 'companion-registered', package: 'io.appium.uiautomator2.server.test' }] as const;
  const { doctor } = await examined(t, { faults });
  const finding = await doctor();
  assert.equal(finding?.state, 'note');
  assert.match(finding.found, /Another program holds .*io\.appium\.uiautomator2\.server\.test/);
});
