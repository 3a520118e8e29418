import type { Program } from '../process.ts';
import { command } from './command.ts';
import { TouchPanel } from './touch-panel.ts';
import type { World } from './world.ts';

/** The phone's own touch panel. The recorded Android 5 has none. */
const panelPath = '/dev/input/event1';

/** AOSP's policy lets the shell write to input devices up to Android 9, and only read them later. */
const lastShellWritingPanels = 9;

/** `getevent -p`: the input devices and what they report. This phone has no events of others to wait for. */
export function getevent({ system }: World): Program {
  return command(async (call) => {
    if (system.shape.release === 5) return undefined;
    const { width, height } = system.display.naturalSize;
    const axis = (code: string, max: number) =>
      `${code}  : value 0, min 0, max ${max}, fuzz 0, flat 0, resolution 0\n`;
    const indent = ' '.repeat(16);
    await call.print(
      `add device 1: ${panelPath}\n  name:     "virtual_touchscreen"\n  events:\n    KEY (0001): 014a \n` +
        `    ABS (0003): ${axis('002f', 9)}${indent}${axis('0035', width - 1)}${indent}${axis('0036', height - 1)}${indent}${axis('0039', 65_535)}` +
        '  input props:\n    INPUT_PROP_DIRECT\n',
    );
    return undefined;
  });
}

/** `sendevent DEVICE TYPE CODE VALUE`: one event, as if the panel itself had reported it. */
export function sendevent({ system }: World): Program {
  const { width, height } = system.display.naturalSize;
  const panel = new TouchPanel(
    system,
    { minimum: 0, maximum: width - 1 },
    { minimum: 0, maximum: height - 1 },
  );
  return command(async (call) => {
    const [device = '', ...numbers] = call.args;
    if (numbers.length !== 3) {
      await call.complain('use: sendevent device type code value\n');
      return 1;
    }
    const trouble = troubleWith(device, system.shape.release);
    if (trouble !== undefined) {
      await call.complain(`could not open ${device}, ${trouble}\n`);
      return 1;
    }
    panel.inject(numbers.map(Number));
    return undefined;
  });
}

function troubleWith(device: string, release: number): string | undefined {
  if (device !== panelPath || release === 5) return 'No such file or directory';
  return release > lastShellWritingPanels ? 'Permission denied' : undefined;
}
