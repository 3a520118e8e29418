import type { Framework } from '../../framework/system/framework.ts';
import type { RunningAndroid } from '../running-android.ts';
import { dumpActivities } from './activity-activities.ts';
import { dumpServices } from './activity-services.ts';
import { dumpTop } from './activity-top.ts';

/** `dumpsys activity [activities|top|processes|recents|services]`. */
export function dumpActivity(android: RunningAndroid, [part, ...args]: readonly string[]): string {
  const { framework } = android;
  switch (part) {
    case 'activities':
    case 'a':
      return dumpActivities(android);
    case 'top':
      return dumpTop(framework);
    case 'processes':
    case 'p':
      return dumpProcesses(framework);
    case 'recents':
    case 'r':
      return dumpRecents(framework);
    case 'services':
    case 's':
      return dumpServices(android, args);
    case undefined:
      return [
        dumpActivities(android),
        dumpRecents(framework),
        dumpServices(android, []),
        dumpProcesses(framework),
      ].join(`${'-'.repeat(79)}\n`);
    default:
      return `Bad activity command, or no activities match: ${part}\nUse -h for help.\n`;
  }
}

function dumpProcesses(framework: Framework): string {
  const apps = framework.processes.list().filter(({ uid }) => uid >= 10_000);
  const front = framework.resumedActivity()?.package;
  const all = apps.map(
    ({ pid, name, user }) =>
      `  *APP* UID ${framework.processes.uidOf(name)} ProcessRecord{${pid.toString(16)} ${pid}:${name}/${user.replace('_', '')}}\n    user #0 uid=${framework.processes.uidOf(name)}\n    packageList={${name}}\n`,
  );
  const list = apps.map(({ pid, name, user }, place) => {
    const state = name === front ? 'fore  T/A/TOP ' : 'cch   B/ /CAC ';
    return `    Proc #${place}: ${state} trm: 0 ${pid}:${name}/${user.replace('_', '')} (${name === front ? 'top-activity' : 'cch-act'})\n`;
  });
  return `ACTIVITY MANAGER RUNNING PROCESSES (dumpsys activity processes)
  All known processes:
${all.join('')}
  Process LRU list (sorted by oom_adj, ${apps.length} total, non-act at 0, non-svc at 0):
${list.join('')}
  mHomeProcess: ${framework.processes.pidOf(framework.homePackage) ?? 0}:${framework.homePackage}
  mSleeping=${!framework.awake}
`;
}

function dumpRecents(framework: Framework): string {
  const lines = framework
    .tasks()
    .toReversed()
    .map(
      (task, place) =>
        `  * Recent #${place}: TaskRecord{${task.id.toString(16)} #${task.id} A=${task.package} U=0 sz=${task.activities.length}}\n`,
    );
  return `ACTIVITY MANAGER RECENT TASKS (dumpsys activity recents)\n  Recent tasks:\n${lines.join('')}`;
}
