import type { Executable } from '../shell/task.ts';
import { am } from './am/am.ts';
import { appProcess } from './app-process.ts';
import { appops } from './permissions/appops.ts';
import { cmd } from './cmd.ts';
import { content } from './content.ts';
import { dumpsys } from './dumpsys/dumpsys.ts';
import { getprop, setprop } from './settings/getprop.ts';
import { ime } from './ime.ts';
import { input } from './input/input.ts';
import { getevent, sendevent } from './input/input-events.ts';
import { logcat } from './logcat/logcat.ts';
import { monkey } from './monkey.ts';
import { pm } from './pm/pm.ts';
import { screencap } from './screencap.ts';
import { screenrecord } from './screenrecord/screenrecord.ts';
import { service } from './binder/service.ts';
import { settings } from './settings/settings.ts';
import { log, reboot, runAs, start, stop } from './small-programs.ts';
import { svc } from './radios.ts';
import { uiautomator } from './uiautomator/uiautomator.ts';
import { uinput } from './input/uinput.ts';
import { sleep } from './waiting.ts';
import { wm } from './wm.ts';
import type { RunningAndroid } from './running-android.ts';

/** Android's own programs that all releases have, by name. */
const programs: Readonly<Record<string, (android: RunningAndroid) => Executable>> = {
  am,
  app_process: appProcess,
  appops,
  content,
  dumpsys,
  getevent,
  getprop,
  ime,
  input,
  log,
  logcat,
  monkey,
  pm,
  reboot,
  'run-as': runAs,
  screencap,
  screenrecord,
  sendevent,
  service,
  setprop,
  settings,
  start,
  stop,
  svc,
  uiautomator,
  wm,
};

/** Later programs, with the first release that has them. */
const newer: Readonly<Record<string, { since: number; program: (android: RunningAndroid) => Executable }>> = {
  cmd: { since: 9, program: cmd },
  uinput: { since: 12, program: uinput },
};

/** The names of Android's programs on a release, without those that a build lacks. */
export function androidProgramNames(release: number, lacking: readonly string[] = []): readonly string[] {
  const later = Object.entries(newer).filter(([, { since }]) => since <= release);
  return [...Object.keys(programs), ...later.map(([name]) => name)].filter((name) => !lacking.includes(name));
}

/** Android's programs for one phone. */
export function androidPrograms(android: RunningAndroid): ReadonlyMap<string, Executable> {
  return new Map(
    androidProgramNames(android.framework.shape.release).flatMap((name) => {
      const make = programs[name] ?? newer[name]?.program;
      if (make === undefined) return [];
      return [[name, inJava.has(name) ? startedSlowly(make(android), android) : make(android)] as const];
    }),
  );
}

/** Programs that are scripts around app_process. */
const inJava = new Set([
  'am',
  'app_process',
  'content',
  'ime',
  'input',
  'monkey',
  'pm',
  'settings',
  'svc',
  'uiautomator',
  'wm',
]);

/** A slow phone is slow above all at starting a Java VM: a second for `wm size` where `dumpsys` takes 80 ms (5.1). */
function startedSlowly(program: Executable, { framework }: RunningAndroid): Executable {
  return async (context) => {
    const { javaStartMs } = framework.faults;
    if (javaStartMs > 0) await sleep(framework.clock.programs, javaStartMs, context.signal);
    return program(context);
  };
}
