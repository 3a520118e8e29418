import type { CommandCall } from './command.ts';
import type { RunningAndroid } from './running-android.ts';

/** `cmd window user-rotation [free | lock [N]]` (12+; `set-user-rotation` before that). */
export async function userRotation(
  android: RunningAndroid,
  call: CommandCall,
  args: readonly string[],
): Promise<number | undefined> {
  const { settings, display } = android.framework;
  const [mode, rotation] = args;
  switch (mode) {
    case undefined:
      await call.print(
        settings.isOn('system', 'accelerometer_rotation') ? 'free\n' : `lock ${display.rotation}\n`,
      );
      return undefined;
    case 'free':
      settings.put('system', 'accelerometer_rotation', '1');
      return undefined;
    case 'lock': {
      const wanted = rotation ?? String(display.rotation);
      if (!/^[0-3]$/.test(wanted)) {
        await call.complain(`Error: rotation must be between 0 and 3.\n`);
        return 255;
      }
      settings.put('system', 'user_rotation', wanted);
      settings.put('system', 'accelerometer_rotation', '0');
      return undefined;
    }
    default:
      await call.complain(`Error: argument needs to be either -d, free or lock, but got ${mode}\n`);
      return 255;
  }
}
