import type { RunningService } from '../../framework/system/services.ts';
import { intentText } from '../intent.ts';
import { hashOf } from '../names.ts';
import type { RunningAndroid } from '../running-android.ts';

/** `dumpsys activity services [PACKAGE|COMPONENT]`. */
export function dumpServices(android: RunningAndroid, [wanted]: readonly string[]): string {
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
