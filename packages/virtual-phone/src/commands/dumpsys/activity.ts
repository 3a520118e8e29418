import type { PhoneSystem } from '../../framework/system/framework.ts';
import type { World } from '../command-context.ts';
import { dumpActivities } from './activity-activities.ts';
import { dumpServices } from './activity-services.ts';
import { dumpTop } from './activity-top.ts';

/** `dumpsys activity [activities|top|processes|recents|services]`. */
export function dumpActivity(world: World, [part, ...args]: readonly string[]): string {
  const { system } = world;
  switch (part) {
    case 'activities':
    case 'a':
      return dumpActivities(world);
    case 'top':
      return dumpTop(system);
    case 'processes':
    case 'p':
      return dumpProcesses(system);
    case 'recents':
    case 'r':
      return dumpRecents(system);
    case 'services':
    case 's':
      return dumpServices(world, args);
    case undefined:
      return [
        dumpActivities(world),
        dumpRecents(system),
        dumpServices(world, []),
        dumpProcesses(system),
      ].join(`${'-'.repeat(79)}\n`);
    default:
      return `Bad activity command, or no activities match: ${part}\nUse -h for help.\n`;
  }
}

function dumpProcesses(system: PhoneSystem): string {
  const apps = system.processes.list().filter(({ uid }) => uid >= 10_000);
  const front = system.resumedActivity()?.package;
  const all = apps.map(
    ({ pid, name, user }) =>
      `  *APP* UID ${system.processes.uidOf(name)} ProcessRecord{${pid.toString(16)} ${pid}:${name}/${user.replace('_', '')}}\n    user #0 uid=${system.processes.uidOf(name)}\n    packageList={${name}}\n`,
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
  mHomeProcess: ${system.processes.pidOf(system.homePackage) ?? 0}:${system.homePackage}
  mSleeping=${!system.awake}
`;
}

function dumpRecents(system: PhoneSystem): string {
  const lines = system
    .tasks()
    .toReversed()
    .map(
      (task, place) =>
        `  * Recent #${place}: TaskRecord{${task.id.toString(16)} #${task.id} A=${task.package} U=0 sz=${task.activities.length}}\n`,
    );
  return `ACTIVITY MANAGER RECENT TASKS (dumpsys activity recents)\n  Recent tasks:\n${lines.join('')}`;
}
