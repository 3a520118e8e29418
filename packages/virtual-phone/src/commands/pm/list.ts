import { isInstalledFor } from '../../framework/profiles/work-profile.ts';
import { type CommandCall, profileIn, withoutUser } from '../command.ts';
import { userLines } from '../users.ts';
import type { Package } from './packages.ts';
import type { RunningAndroid } from '../running-android.ts';

/** `pm list packages|features|users`. */
export async function list(
  android: RunningAndroid,
  call: CommandCall,
  args: readonly string[],
): Promise<number> {
  const [what = '', ...rest] = withoutUser(args);
  const { workProfile } = android.framework;
  switch (what) {
    case 'packages':
    case 'package':
      await call.print(packages(android, rest, profileIn(args)));
      return 0;
    case 'features':
      await call.print(features.map((name) => `feature:${name}\n`).join(''));
      return 0;
    case 'users':
      await call.print(`Users:\n${userLines(workProfile, android.framework.shape.sdk)}`);
      return 0;
    case 'permission-groups':
    case 'libraries':
      return 0;
    default:
      await call.complain(`Error: unknown list type '${what}'\n`);
      return android.framework.shape.release === 5 ? 1 : 255;
  }
}

function packages(android: RunningAndroid, args: readonly string[], profile: number | undefined): string {
  const options = new Set(args.filter((arg) => arg.startsWith('-')));
  const filter = args.find((arg) => !arg.startsWith('-')) ?? '';
  const chosen = android.packages.list().filter((one) => {
    if (!isInstalledFor(android.framework.workProfile, one.name, profile)) return false;
    if (options.has('-3') && one.isSystem) return false;
    if (options.has('-s') && !one.isSystem) return false;
    if (options.has(one.isEnabled ? '-d' : '-e')) return false;
    return one.name.includes(filter);
  });
  // An app that was uninstalled with -k has a name and no file.
  const kept = options.has('-u') ? android.packages.keptNames.filter((name) => name.includes(filter)) : [];
  return [
    ...chosen.map((one) => line(one, options)),
    ...kept.map((name) => `package:${options.has('-f') ? '=' : ''}${name}\n`),
  ].join('');
}

function line(one: Package, options: ReadonlySet<string>): string {
  const file = options.has('-f') ? `${one.path}=` : '';
  const version = options.has('--show-versioncode') ? ` versionCode:${one.versionCode}` : '';
  const installer = options.has('-i') ? `  installer=${one.installer ?? 'null'}` : '';
  const uid = options.has('-U') ? ` uid:${one.uid}` : '';
  return `package:${file}${one.name}${version}${installer}${uid}\n`;
}

const features = [
  'reqGlEsVersion=0x30002',
  'android.hardware.audio.output',
  'android.hardware.bluetooth',
  'android.hardware.faketouch',
  'android.hardware.location',
  'android.hardware.microphone',
  'android.hardware.screen.landscape',
  'android.hardware.screen.portrait',
  'android.hardware.sensor.accelerometer',
  'android.hardware.telephony',
  'android.hardware.touchscreen',
  'android.hardware.touchscreen.multitouch',
  'android.hardware.touchscreen.multitouch.distinct',
  'android.hardware.touchscreen.multitouch.jazzhand',
  'android.hardware.wifi',
  'android.software.app_widgets',
  'android.software.home_screen',
  'android.software.input_methods',
];
