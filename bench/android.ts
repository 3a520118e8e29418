/**
 * Handeye on a virtual phone, in one run: a shell command, a look, and a whole task, each against what others need;
 * and what the companion on the phone is worth against plain ADB.
 * Both sides are measured in turns, so that a busy machine slows both; the ratios count.
 */
import { join } from 'node:path';
import { AdbDevices } from '@handeye/adb/adb-devices';
import { newKey } from '@handeye/adb/daemon/key';
import { AndroidSource } from '@handeye/android/source';
import { Registry } from '@handeye/core/device/registry';
import { createToolbox } from '@handeye/core/tools/create-toolbox';
import { table } from './android/goals.ts';
import { looks } from './android/looks.ts';
import { shellCommand } from './android/shell-command.ts';
import { task } from './android/task.ts';
import { tiers } from './android/tiers.ts';
import { atWorkplace } from './android/workplace.ts';

await atWorkplace(async (place) => {
  const { env, serial, home, cleanUps } = place;
  const options = { keyFolder: join(home, 'key'), env };
  const phones = new AdbDevices({ key: newKey, env });
  const source = new AndroidSource({ ...options, tier: 'plain' });
  const registry = new Registry({ sources: [source], configured: [serial] });
  cleanUps.push(
    () => phones.close(),
    () => registry.close(),
  );
  const both = { server: phones.phone(serial), straight: phones.phone(`tcp:${serial}`) };
  const figures = [
    ...(await shellCommand(place, both)),
    ...(await looks(both.server, createToolbox({ registry }))),
    ...(await task(place)),
    ...(await tiers(place)),
  ];
  console.log(table(figures));
});
