import type { Framework } from '../../framework/system/framework.ts';
import type { PhoneWindow } from '../../framework/windows/windows.ts';
import type { Task } from '../../framework/system/activities.ts';
import { appToken, hashOf } from '../names.ts';

/** Facts that the dumps of the window manager share. */

type Activity = Task['activities'][number];

/** Every activity with its task, front first. */
export function activitiesFromTop(framework: Framework): readonly { activity: Activity; task: Task }[] {
  return framework
    .tasks()
    .toReversed()
    .flatMap((task) => task.activities.toReversed().map((activity) => ({ activity, task })));
}

/** The activity that a window belongs to. */
export function ownerOf(framework: Framework, { owner }: PhoneWindow) {
  return activitiesFromTop(framework).find(({ activity }) => activity.id === owner);
}

/** `mFocusedApp=…` of the activity in front. */
export function focusedApp(framework: Framework): string {
  const [front] = activitiesFromTop(framework);
  return front === undefined ? 'null' : appToken(front.activity, front.task.id, framework.shape.release);
}

/** WindowManager.LayoutParams' types. */
export const windowTypes: Readonly<
  Record<PhoneWindow['kind'], { number: number; name: string; layer: number }>
> = {
  application: { number: 1, name: 'BASE_APPLICATION', layer: 21_000 },
  dialog: { number: 2, name: 'APPLICATION', layer: 21_005 },
  popup: { number: 1002, name: 'APPLICATION_SUB_PANEL', layer: 21_010 },
  keyboard: { number: 2011, name: 'INPUT_METHOD', layer: 121_000 },
  statusBar: { number: 2000, name: 'STATUS_BAR', layer: 151_000 },
  navigationBar: { number: 2019, name: 'NAVIGATION_BAR', layer: 201_000 },
  shade: { number: 2040, name: 'NOTIFICATION_SHADE', layer: 161_000 },
  toast: { number: 2005, name: 'TOAST', layer: 71_000 },
  // Before Android 8 an app's window over others is a TYPE_SYSTEM_ALERT.
  overlay: { number: 2003, name: 'APPLICATION_OVERLAY', layer: 111_000 },
  // A heads-up notification is part of the shade's window; up to 10, of the status bar's.
  headsUp: { number: 2000, name: 'NOTIFICATION_SHADE', layer: 161_000 },
  systemAlert: { number: 2003, name: 'SYSTEM_ALERT', layer: 101_000 },
};

/** `Session{h PID:UID}`: the process that owns the window. */
export function sessionOf({ processes }: Framework, packageName: string): string {
  const process = processes.list().find(({ name }) => name === packageName);
  const user = process === undefined || process.uid < 10_000 ? '1000' : `u0a${process.uid}`;
  return `Session{${hashOf(`session ${packageName}`)} ${process?.pid ?? 0}:${user}}`;
}

/** `{1.0 ?mcc?mnc en_US …}`: the configuration of windows. */
export function configuration({ display, configuration: current, shape }: Framework): string {
  const { width, height } = display.size;
  const dp = (pixels: number) => Math.floor(pixels / display.scale);
  const safe = display.safeArea;
  const narrow = Math.min(dp(width), dp(height));
  const orientation = display.landscape ? 'land' : 'port';
  // The recorded Android 5 has a keyboard and no touch panel.
  const hardware = shape.release === 5 ? '-touch qwerty/v/v' : 'finger -keyb/v/h';
  const direction = current.rightToLeft ? 'ldrtl' : shape.release === 5 ? '?layoutDir' : 'ldltr';
  const night = current.night ? ' night' : '';
  return `{${decimal(current.fontScale)} ?mcc?mnc ${current.javaLocales} ${direction} sw${narrow}dp w${dp(width)}dp h${dp(safe.bottom - safe.top)}dp ${display.density}dpi lrg ${orientation}${night} ${hardware} -nav/h s.6}`;
}

/** A float as Java prints it: `1.0`, `1.15`. */
function decimal(value: number): string {
  return Number.isInteger(value) ? value.toFixed(1) : String(value);
}
