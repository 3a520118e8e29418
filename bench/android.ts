/**
 * Handeye on a virtual phone, in one run: a shell command, a look, and a whole task, each against what others need.
 * What is compared is measured in turns, so that a busy machine slows all of it; what counts are the ratios.
 */
import { join } from 'node:path';
import { Phones } from '../src/android/adb/index.ts';
import { AndroidSource } from '../src/android/index.ts';
import { Registry } from '../src/device/registry.ts';
import { createToolbox } from '../src/tools/frame.ts';
import { table } from './android/goals.ts';
import { looks } from './android/looks.ts';
import { shellCommand } from './android/shell-command.ts';
import { task } from './android/task.ts';
import { atWorkplace } from './android/workplace.ts';

await atWorkplace(async (place) => {
  const { env, serial, home, cleanUps } = place;
  const options = { keyFolder: join(home, 'key'), env };
  const phones = new Phones(options);
  const registry = new Registry({ sources: [new AndroidSource(options)], configured: [serial] });
  cleanUps.push(
    () => phones.close(),
    () => registry.close(),
  );
  const both = { server: phones.phone(serial), straight: phones.phone(`tcp:${serial}`) };
  const figures = [
    ...(await shellCommand(place, both)),
    ...(await looks(both.server, createToolbox({ registry }))),
    ...(await task(place)),
  ];
  console.log(table(figures));
});
