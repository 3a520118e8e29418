import type { Framework } from '../../framework/system/framework.ts';
import type { RunningAndroid } from '../running-android.ts';
import { dumpActivities } from './activity-activities.ts';
import { dumpTop } from './activity-top.ts';
import type { RunningService } from '../../framework/system/services.ts';
import { intentText } from '../intent.ts';
import { hashOf } from '../names.ts';

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

/** `dumpsys activity services [PACKAGE|COMPONENT]`. */
function dumpServices(android: RunningAndroid, [wanted]: readonly string[]): string {
  const { framework } = android;
  const shown = framework.services.list().filter((one) => wanted === undefined || isMeant(one, wanted));
  const head = 'ACTIVITY MANAGER SERVICES (dumpsys activity services)\n';
  if (shown.length === 0) return `${head}  (nothing)\n`;
  return `${head}  User 0 active services:\n${shown.map((one) => describe(android, one)).join('\n')}`;
}

/** Whether it matches a package, a component, or a part of its name (ComponentName.filterRecord). */
function isMeant(service: RunningService, wanted: string): boolean {
  const component = `${service.package}/${service.name}`;
  return [component, short(service)].some((name) => name.toLowerCase().includes(wanted.toLowerCase()));
}

function describe({ framework, packages }: RunningAndroid, service: RunningService): string {
  const { package: name, pid, foreground, intent, starts, startedAt } = service;
  const path = packages.get(name)?.path ?? '';
  const user = `u0a${framework.processes.uidOf(name) - 10_000}`;
  const age = Math.round((framework.clock.now() - startedAt) / 1000);
  const shownIntent = intentText(
    {
      action: intent.action,
      data: intent.data,
      type: undefined,
      categories: [],
      flags: 0,
      package: undefined,
      component: short(service),
      extras: {},
    },
    framework.shape.release,
  ).replace(/^Intent \{ (.*) \}$/, '{$1}');
  return `  * ServiceRecord{${hashOf(`service ${short(service)}`)} u0 ${short(service)}}
    intent=${shownIntent}
    packageName=${name}
    processName=${name}
    baseDir=${path}
    dataDir=/data/user/0/${name}
    app=ProcessRecord{${hashOf(`process ${pid}`)} ${pid}:${name}/${user}}
${foreground ? '    isForeground=true foregroundId=1\n' : ''}    createTime=-${age}s lastActivity=-${age}s
    startRequested=true delayedStop=false stopIfKilled=false callStart=true lastStartId=${starts}
`;
}

function short({ package: name, name: full }: RunningService): string {
  return `${name}/${full.startsWith(`${name}.`) ? full.slice(name.length) : full}`;
}
