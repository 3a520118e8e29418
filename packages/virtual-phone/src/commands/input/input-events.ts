import type { Program } from '../../kernel/process.ts';
import { command, type CommandCall } from '../command.ts';
import { TouchPanel } from './touch-panel.ts';
import type { RunningAndroid } from '../running-android.ts';

const keyboard = { path: '/dev/input/event0', name: 'virtual_keyboard' };
const panel = { path: '/dev/input/event1', name: 'virtual_touchscreen' };

/** The recorded Android 5 has no touch panel. */
function devicesOf(release: number) {
  return release === 5 ? [keyboard] : [keyboard, panel];
}

/** Since Android 10 the shell may read input devices, but not write to them (AOSP's shell.te). */
const MAY_WRITE_UP_TO = 9;

/** `sendevent DEVICE TYPE CODE VALUE`: one event of the touch panel; events take effect with a report. */
export function sendevent({ framework }: RunningAndroid): Program {
  const { release } = framework.shape;
  const { width, height } = framework.shape;
  const touch = new TouchPanel(
    framework,
    { minimum: 0, maximum: width - 1 },
    { minimum: 0, maximum: height - 1 },
  );
  return command(async (call) => {
    const [device = '', ...numbers] = call.args;
    if (numbers.length !== 3) {
      await call.complain('use: sendevent device type code value\n');
      return 1;
    }
    if (!devicesOf(release).some(({ path }) => path === device))
      return cannotOpen(call, device, 'No such file or directory');
    if (release > MAY_WRITE_UP_TO) return cannotOpen(call, device, 'Permission denied');
    // Values are 32 bits: 4294967295 is -1, which lifts a finger.
    const [type = 0, code = 0, value = 0] = numbers.map((text) => Number(text) | 0);
    if (device === panel.path) touch.event(type, code, value);
    return undefined;
  });
}

async function cannotOpen(call: CommandCall, device: string, reason: string): Promise<number> {
  await call.complain(`could not open ${device}, ${reason}\n`);
  return 1;
}

/** `getevent -p`: lists the input devices. Without -p it prints nothing, as there are no real key presses. */
export function getevent({ framework }: RunningAndroid): Program {
  const { width, height, release } = framework.shape;
  return command(async (call) => {
    const describes = call.args.some((arg) => /^-\w*[pi]/.test(arg));
    for (const [place, { path, name }] of devicesOf(release).entries()) {
      await call.print(`add device ${place + 1}: ${path}\n  name:     "${name}"\n`);
      if (!describes || path !== panel.path) continue;
      await call.print(
        '  events:\n    KEY (0001): 014a\n' +
          `    ABS (0003): 002f  : value 0, min 0, max 9, fuzz 0, flat 0, resolution 0\n` +
          `                0035  : value 0, min 0, max ${width - 1}, fuzz 0, flat 0, resolution 0\n` +
          `                0036  : value 0, min 0, max ${height - 1}, fuzz 0, flat 0, resolution 0\n` +
          `                0039  : value 0, min 0, max 65535, fuzz 0, flat 0, resolution 0\n`,
      );
    }
    if (describes) return undefined;
    await new Promise((resolve) => {
      call.signal.addEventListener('abort', resolve, { once: true });
    });
    call.signal.throwIfAborted();
    return undefined;
  });
}
