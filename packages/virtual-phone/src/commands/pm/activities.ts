import { isInstalledFor } from '../../framework/profiles/work-profile.ts';
import type { CommandCall } from '../command.ts';
import { parseIntent, systemIntent, type ShellIntent } from '../intent.ts';
import type { RunningAndroid } from '../running-android.ts';

interface Found {
  readonly package: string;
  readonly short: string;
  readonly full: string;
}

const MAIN = 'android.intent.action.MAIN';
const LAUNCHER = 'android.intent.category.LAUNCHER';
const MATCH = 'priority=0 preferredOrder=0 match=0x108000 specificIndex=-1 isDefault=true';

/** `cmd package query-activities`: the activities that match an intent. */
export async function queryActivities(
  android: RunningAndroid,
  call: CommandCall,
  args: readonly string[],
): Promise<number> {
  const { intent, flags } = parseIntent(args);
  const found = answering(android, intent);
  if (found.length === 0) {
    await call.print('No activities found\n');
    return 0;
  }
  if (flags.has('--components')) {
    await call.print(found.map((one) => `${one.package}/${one.short}\n`).join(''));
    return 0;
  }
  const brief = flags.has('--brief');
  const body = found.map((one, place) =>
    brief
      ? `  ${MATCH}\n  ${one.package}/${one.short}\n`
      : `  Activity #${place}:\n${details(android, one, '    ')}`,
  );
  await call.print(`${found.length} activities found:\n${body.join('')}`);
  return 0;
}

/** `cmd package resolve-activity [--brief] INTENT`: the activity that would be started. */
export async function resolveActivity(
  android: RunningAndroid,
  call: CommandCall,
  args: readonly string[],
): Promise<number> {
  const { intent, flags } = parseIntent(args);
  const answers = answering(android, intent);
  // If several match and none is preferred, the chooser dialog is started.
  const found = answers.length > 1 ? android.framework.resolveActivity(systemIntent(intent)) : answers[0];
  if (found === undefined) await call.print('No activity found\n');
  else if (flags.has('--components')) await call.print(`${found.package}/${found.short}\n`);
  else if (flags.has('--brief')) await call.print(`${MATCH}\n${found.package}/${found.short}\n`);
  else await call.print(details(android, found, ''));
  return 0;
}

function answering({ framework }: RunningAndroid, intent: ShellIntent): readonly Found[] {
  if (intent.categories.includes('android.intent.category.HOME')) {
    const home = framework.resolveActivity({ component: `${framework.homePackage}/` });
    return home === undefined ? [] : [home];
  }
  const isLaunch = intent.action === MAIN && intent.categories.includes(LAUNCHER);
  if (isLaunch && intent.component === undefined) {
    return framework.apps
      .filter((app) => app.hidden !== true && !framework.disabledApps.has(app.package))
      .filter((app) => (intent.package ?? app.package) === app.package)
      .filter((app) => isInstalledFor(framework.workProfile, app.package, intent.user))
      .flatMap((app) => framework.resolveActivity({ component: `${app.package}/${app.main}` }) ?? []);
  }
  const wanted = systemIntent(intent);
  if (wanted.component === undefined) return framework.intentFilters.answering(wanted);
  const found = framework.resolveActivity(wanted);
  return found === undefined ? [] : [found];
}

function details({ packages }: RunningAndroid, { package: name, full }: Found, indent: string): string {
  const known = packages.get(name);
  return [
    MATCH,
    'ActivityInfo:',
    `  name=${full}`,
    `  packageName=${name}`,
    '  enabled=true exported=true directBootAware=false',
    `  taskAffinity=${name} targetActivity=null persistableMode=PERSIST_ROOT_ONLY`,
    '  launchMode=0 flags=0x200 privateFlags=0x0 theme=0x0',
    '  ApplicationInfo:',
    `    packageName=${name}`,
    `    processName=${name}`,
    `    taskAffinity=${name}`,
    `    uid=${known?.uid ?? 0} flags=0x38 privateFlags=0x0 theme=0x0`,
    `    sourceDir=${known?.path ?? ''}`,
    `    enabled=true minSdkVersion=${known?.minSdk ?? 0} targetSdkVersion=${known?.targetSdk ?? 0} versionCode=${known?.versionCode ?? 0}`,
  ]
    .map((line) => `${indent}${line}\n`)
    .join('');
}
