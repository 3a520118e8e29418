import type { ShellCommand } from '@handeye/adb/shell/quote';
import type { AdbDevice } from '@handeye/adb/adb-device';
import { sh } from '@handeye/adb/shell/quote';
import { dumpCommand } from '../../packages/android/src/screen/ui-dumper.ts';
import { withinLimit } from '@handeye/core/call/call';
import { realClock } from '@handeye/core/call/clock';
import type { Toolbox } from '@handeye/core/tools/frame/toolbox';
import { type Figure, timed } from './goals.ts';

const ROUNDS = 9;
const bareDump = sh`${dumpCommand('/data/local/tmp/bench.xml', 'windows')}`;

/** get_screen_state against its parts: the dump, and with a picture the dump and then the picture. */
export async function looks(phone: AdbDevice, toolbox: Toolbox): Promise<Figure[]> {
  const run = (command: ShellCommand) =>
    withinLimit({ clock: realClock, limit: 20_000 }, (call) => phone.run(command, call));
  const look = async (args: object) => {
    const result = await toolbox.call('get_screen_state', args, { signal: new AbortController().signal });
    if (result.isError) throw new Error(JSON.stringify(result.content));
  };
  const bothApart = async () => {
    await run(bareDump);
    await run(sh`screencap`);
  };
  const times = {
    dump: [] as number[],
    look: [] as number[],
    apart: [] as number[],
    pictured: [] as number[],
  };
  await look({ include_screenshot: true });
  for (let round = 0; round < ROUNDS; round++) {
    times.dump.push(await timed(() => run(bareDump)));
    times.look.push(await timed(() => look({})));
    times.apart.push(await timed(bothApart));
    times.pictured.push(await timed(() => look({ include_screenshot: true })));
  }
  // The minimum of each: most of the time is a wait, and the rest of a slower run is the load of the machine.
  const least = (values: readonly number[]) => Math.min(...values);
  const [dump, seen] = [least(times.dump), least(times.look)];
  const [apart, pictured] = [least(times.apart), least(times.pictured)];
  const how = `${seen.toFixed(0)} ms against ${dump.toFixed(0)} ms, of which a second is the wait for rest`;
  return [
    {
      what: 'get_screen_state, against a bare uiautomator dump',
      measured: seen / dump,
      unit: 'x',
      goal: { atMost: 1.05 },
      how,
    },
    {
      what: 'get_screen_state, more than a bare uiautomator dump',
      measured: seen - dump,
      unit: ' ms',
      goal: { atMost: 10 },
      how,
    },
    {
      what: 'get_screen_state with picture, against dump, then screencap',
      measured: pictured / apart,
      unit: 'x',
      goal: { atMost: 1.05 },
      how: `${pictured.toFixed(0)} ms against ${apart.toFixed(0)} ms`,
    },
  ];
}
