import type { Program, Source } from '../../kernel/process.ts';
import { command, type CommandCall } from '../command.ts';
import { isRecord, jsonObjects, numbersOf } from './json-stream.ts';
import { TouchPanel, type Axis } from './touch-panel.ts';
import { Schedule } from './schedule.ts';
import type { RunningAndroid } from '../running-android.ts';

/** Linux event codes of a touch panel (linux/input-event-codes.h). */
const ABS_MT_POSITION_X = 0x35;
const ABS_MT_POSITION_Y = 0x36;
const SYNC_SINCE = 14;

/** `uinput FILE|-` (Android 12+): a stream of JSON objects that creates an input device and sends its events. */
export function uinput(android: RunningAndroid): Program {
  return command(async (call) => {
    const [from] = call.args;
    if (from === undefined) {
      await call.complain('Usage: uinput [FILE]\n');
      return 1;
    }
    if (from !== '-') {
      await call.complain(`Error: open failed: ENOENT (No such file or directory) ${from}\n`);
      return 1;
    }
    return run(android, call, call.stdin);
  });
}

/** An input device of this process, and its pending events. */
interface Device {
  readonly panel: TouchPanel;
  readonly schedule: Schedule;
}

async function run(android: RunningAndroid, call: CommandCall, source: Source): Promise<number> {
  const devices = new Map<number, Device>();
  try {
    for await (const order of jsonObjects(source)) {
      if (order === undefined) {
        await call.complain('Error reading in events: malformed JSON\n');
        return 1;
      }
      obey(android, call, { order, devices });
    }
    for (const { schedule } of devices.values()) await schedule.done();
    return 0;
  } finally {
    // The device and its fingers are removed with its process.
    for (const { panel, schedule } of devices.values()) {
      schedule.stop();
      panel.remove();
    }
  }
}

function obey(
  android: RunningAndroid,
  call: CommandCall,
  { order, devices }: { order: Readonly<Record<string, unknown>>; devices: Map<number, Device> },
): void {
  const id = typeof order.id === 'number' ? order.id : 0;
  const device = devices.get(id);
  const { clock, shape } = android.framework;
  switch (order.command) {
    case 'register': {
      const axes = [axisOf(order, ABS_MT_POSITION_X), axisOf(order, ABS_MT_POSITION_Y)] as const;
      const panel = new TouchPanel(android.framework, ...axes);
      devices.set(id, { panel, schedule: new Schedule(clock.programs, call.signal) });
      return;
    }
    case 'inject':
      device?.schedule.add(() => {
        device.panel.inject(numbersOf(order.events));
      });
      return;
    case 'delay':
      if (typeof order.duration === 'number') device?.schedule.delay(order.duration);
      return;
    case 'sync':
      if (shape.release < SYNC_SINCE) return;
      device?.schedule.add(() =>
        call.print(`${JSON.stringify({ id, result: 'sync', syncToken: order.syncToken })}\n`),
      );
  }
}

/** The range of an axis in `abs_info`; by default the panel's own. */
function axisOf(order: Readonly<Record<string, unknown>>, code: number): Axis | undefined {
  const list = Array.isArray(order.abs_info) ? (order.abs_info as readonly unknown[]) : [];
  const entry = list.find((one) => isRecord(one) && one.code === code);
  const info = isRecord(entry) && isRecord(entry.info) ? entry.info : undefined;
  if (typeof info?.minimum !== 'number' || typeof info.maximum !== 'number') return undefined;
  return { minimum: info.minimum, maximum: info.maximum };
}
