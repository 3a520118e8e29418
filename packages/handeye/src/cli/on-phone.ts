import type { Config } from '../config/settings.ts';
import { SELF } from '../config/values.ts';
import type { ProcessEnvironment } from './command.ts';
import type { Log } from './log.ts';
import type { ServiceOptions } from './services.ts';

/** For the start message of a server on a phone. */
export const STAYING_ALIVE =
  'Android may stop programs in the background: allow Termux unrestricted use of the battery, and run "handeye doctor", ' +
  "which says whether Android 12's limit on child processes is in force.";

/** Holds Termux' wake lock, so that the phone does not sleep while it serves; the returned function releases it. */
export async function holdWakeLock({ platform, env }: ProcessEnvironment, log: Log): Promise<() => void> {
  if (platform !== 'android') return () => undefined;
  const { spawn } = await import('node:child_process');
  const run = (program: string) => {
    const child = spawn(program, { stdio: 'ignore', detached: true, env });
    child.once('error', () => {
      log.warn("no wake lock: Termux' programs were not found, so the phone may sleep while it serves");
    });
    child.unref();
  };
  run('termux-wake-lock');
  return () => {
    run('termux-wake-unlock');
  };
}

/** Milliseconds for two commands on the phone. */
const LOOK_LIMIT = 10_000;

/** The first release that counts the child processes of apps, and the first with a setting against that. */
const [ANDROID_12, ANDROID_12L] = [31, 32];

/** Whether Android ends programs of Termux in the background: from 12 on, more than 32 of all apps, or busy ones. */
export async function phantomLimit(
  config: Config,
  options: ServiceOptions,
): Promise<{ readonly state: 'fine' | 'note'; readonly found: string; readonly fix?: string }> {
  const { withChosenPhone } = await import('./devices/chosen-phone.ts');
  const { androidOptions } = await import('./devices/device-sources.ts');
  const { sh } = await import('@handeye/adb/shell/quote');
  const chosen = { device: [SELF], android: androidOptions(config, options), limit: LOOK_LIMIT };
  return withChosenPhone(chosen, async ({ source, call }) => {
    const commands = [
      sh`getprop ro.build.version.sdk`,
      sh`settings get global settings_enable_monitor_phantom_procs`,
      sh`device_config get activity_manager max_phantom_processes`,
    ];
    const [sdk, monitored, most] = (await source.phone(SELF).script(commands, call)).map((result) =>
      Buffer.from(result.stdout).toString().trim(),
    );
    if (Number(sdk) < ANDROID_12) return { state: 'fine', found: 'not limited before Android 12' };
    const isFree = Number(sdk) >= ANDROID_12L ? monitored === 'false' : Number(most) > 1000;
    if (isFree) return { state: 'fine', found: 'not limited' };
    const found =
      'Android ends child processes of apps beyond 32, and busy ones in the background: Handeye may be one of them';
    const lift =
      Number(sdk) >= ANDROID_12L
        ? 'adb shell settings put global settings_enable_monitor_phantom_procs false'
        : 'adb shell "device_config set_sync_disabled_for_tests persistent; device_config put activity_manager max_phantom_processes 2147483647"';
    return {
      state: 'note',
      found,
      fix: `Developer options > Disable child process restrictions, where it is there; else ${lift}`,
    };
  });
}
