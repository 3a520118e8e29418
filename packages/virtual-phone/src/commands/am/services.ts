import type { Framework } from '../../framework/system/framework.ts';
import type { CommandCall } from '../command.ts';
import { intentText, parseIntent, systemIntent, type ShellIntent } from '../intent.ts';
import { platformPermission } from '../permissions/permissions.ts';
import type { RunningAndroid } from '../running-android.ts';
import { complainOfException } from './exceptions.ts';

const AIRPLANE_MODE = 'android.intent.action.AIRPLANE_MODE';
const RECEIVER_FOREGROUND_FLAG = 0x400000;

/** `am broadcast`: waits for the last receiver and prints its result. */
export async function broadcast(
  framework: Framework,
  call: CommandCall,
  intent: ShellIntent,
): Promise<number | undefined> {
  const { release } = framework.shape;
  await call.print(
    `Broadcasting: ${intentText(intent, release, release === 5 ? 0 : RECEIVER_FOREGROUND_FLAG)}\n`,
  );
  const { action = '' } = intent;
  // Up to Android 6 the shell may send every broadcast, and the radios follow that of airplane mode.
  if (release === 5 && action === AIRPLANE_MODE) framework.radios.followAirplane();
  if (release !== 5 && protectedBroadcasts.has(action))
    return complainOfException(framework, call, {
      command: 'broadcast',
      exception: `java.lang.SecurityException: Permission Denial: not allowed to send broadcast ${action} from pid=${call.pid}, uid=2000`,
    });
  const { component, package: _own, ...rest } = systemIntent(intent);
  const { code, data } = framework.broadcasts.send(
    intent.component === undefined ? rest : { ...rest, ...(component !== undefined && { component }) },
    intent.package,
  );
  await call.print(`Broadcast completed: result=${code}${data === undefined ? '' : `, data="${data}"`}\n`);
  return undefined;
}

/** `am start-foreground-service`, which Android 5 does not have. */
export function startForegroundService(
  android: RunningAndroid,
  call: CommandCall,
  args: readonly string[],
): Promise<number> {
  return startAs('foreground', android, call, args);
}

/** `am start-service`. */
export function startService(
  android: RunningAndroid,
  call: CommandCall,
  args: readonly string[],
): Promise<number> {
  return startAs('background', android, call, args);
}

async function startAs(
  way: 'foreground' | 'background',
  { framework }: RunningAndroid,
  call: CommandCall,
  args: readonly string[],
): Promise<number> {
  const { intent } = parseIntent(args);
  const { release, sdk } = framework.shape;
  await call.print(`Starting service: ${intentText(intent, release)}\n`);
  // The shell holds most permissions that Android declares, but not those for binding services, which only the system
  // holds.
  const holds = (permission: string) =>
    platformPermission(permission, sdk) !== undefined && !permission.includes('.BIND_');
  const wanted = systemIntent(intent);
  if (way === 'background' && release !== 5 && framework.services.isIdle(wanted)) {
    await call.complain('Error: app is in background uid null\n');
    return 255;
  }
  const outcome = framework.services.start(wanted, holds);
  if (outcome === 'started') return 0;
  await call.complain(
    outcome === 'notFound'
      ? 'Error: Not found; no service started.\n'
      : `Error: Requires permission ${outcome.needsPermission}\n`,
  );
  return release === 5 ? 0 : 255;
}

/** Broadcasts that only the system may send, of those that the manifest of the framework protects. */
const protectedBroadcasts: ReadonlySet<string> = new Set(
  [
    'AIRPLANE_MODE',
    'ACTION_POWER_CONNECTED',
    'ACTION_POWER_DISCONNECTED',
    'ACTION_SHUTDOWN',
    'BATTERY_CHANGED',
    'BATTERY_LOW',
    'BATTERY_OKAY',
    'BOOT_COMPLETED',
    'CONFIGURATION_CHANGED',
    'DREAMING_STARTED',
    'DREAMING_STOPPED',
    'LOCALE_CHANGED',
    'LOCKED_BOOT_COMPLETED',
    'MY_PACKAGE_REPLACED',
    'PACKAGE_ADDED',
    'PACKAGE_CHANGED',
    'PACKAGE_REMOVED',
    'PACKAGE_REPLACED',
    'PHONE_STATE',
    'REBOOT',
    'SCREEN_OFF',
    'SCREEN_ON',
    'TIMEZONE_CHANGED',
    'TIME_SET',
    'TIME_TICK',
    'USER_PRESENT',
  ].map((name) => `android.intent.action.${name}`),
);
