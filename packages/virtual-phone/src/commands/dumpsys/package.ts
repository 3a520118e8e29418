import { hashOf } from '../names.ts';
import type { Package } from '../pm/packages.ts';
import type { RunningAndroid } from '../running-android.ts';

/** A word that is a part of the dump, not a package: its first letter does, too. */
const sections: ReadonlyMap<string, 'resolvers' | 'packages'> = new Map([
  ['r', 'resolvers'],
  ['resolvers', 'resolvers'],
  ['p', 'packages'],
  ['packages', 'packages'],
]);

/** `dumpsys package [-f] [r|p|NAME]`: resolvers of MAIN, versions, paths and permissions. */
export function dumpPackage(android: RunningAndroid, args: readonly string[]): string {
  const word = args.find((arg) => !arg.startsWith('-'));
  const section = sections.get(word ?? '');
  const name = section === undefined ? word : undefined;
  const all = android.packages.list();
  const chosen = name === undefined ? all : all.filter((one) => one.name === name);
  if (chosen.length === 0) return `Unable to find package: ${name ?? ''}\n`;
  // What the filters of all packages contain is printed only on demand; of one package always.
  const filters = args.includes('-f') || name !== undefined;
  const resolvers = section === 'packages' ? '' : resolverTable(chosen, { filters });
  const packages = chosen.map((one) => describe(android, one)).join('');
  return section === 'resolvers' ? resolvers : `${resolvers}Packages:\n${packages}`;
}

function resolverTable(packages: readonly Package[], { filters }: { filters: boolean }): string {
  const launchable = packages.flatMap(({ app }) => (app === undefined || app.hidden === true ? [] : [app]));
  if (launchable.length === 0) return '';
  const lines = launchable.map((app) => {
    const component = `${app.package}/${app.main}`;
    const content = `          Action: "android.intent.action.MAIN"
          Category: "android.intent.category.LAUNCHER"
`;
    return `        ${hashOf(component)} ${component} filter ${hashOf(`filter ${component}`)}
${filters ? content : ''}`;
  });
  return `Activity Resolver Table:
  Non-Data Actions:
      android.intent.action.MAIN:
${lines.join('')}
`;
}

function describe({ framework }: RunningAndroid, one: Package): string {
  const installed = new Date(framework.bootedAt).toISOString().replace('T', ' ').slice(0, 19);
  const folder = one.path.slice(0, one.path.lastIndexOf('/'));
  const flags = [
    ...(one.isSystem ? ['SYSTEM', 'HAS_CODE'] : ['HAS_CODE', 'ALLOW_CLEAR_USER_DATA']),
    ...(one.isDebuggable ? ['DEBUGGABLE'] : []),
  ].join(' ');
  const splits = ['base', ...one.splitPaths.map((path) => /split_(.*)\.apk$/.exec(path)?.[1] ?? '')];
  return `  Package [${one.name}] (${hashOf(one.name)}):
    userId=${one.uid}
    pkg=Package{${hashOf(`package ${one.name}`)} ${one.name}}
    codePath=${folder}
    resourcePath=${folder}
    versionCode=${one.versionCode} minSdk=${one.minSdk} targetSdk=${one.targetSdk}
    versionName=${one.versionName}
    splits=[${splits.join(', ')}]
    flags=[ ${flags} ]
    dataDir=/data/user/0/${one.name}
    timeStamp=${installed}
    firstInstallTime=${installed}
    lastUpdateTime=${installed}
${permissions(framework.shape.release, one)}
`;
}

/** COMPONENT_ENABLED_STATE_DEFAULT is 0, DISABLED_USER is 3. */
const userLine = ({ isEnabled }: Package) =>
  `    User 0: ceDataInode=0 installed=true hidden=false suspended=false stopped=false notLaunched=false enabled=${isEnabled ? 0 : 3}\n`;

/** Up to Android 5 there is one list of granted permissions; since 6 runtime permissions are listed per user. */
function permissions(release: number, one: Package): string {
  const { permissions: all } = one;
  const list = (head: string, lines: readonly string[], indent = '    ') =>
    lines.length === 0 ? '' : `${indent}${head}:\n${lines.map((line) => `${indent}  ${line}\n`).join('')}`;
  const requested = list(
    'requested permissions',
    all.map(({ name }) => name),
  );
  if (release === 5)
    return (
      userLine(one) +
      requested +
      list(
        'grantedPermissions',
        all.filter(({ granted }) => granted).map(({ name }) => name),
      )
    );
  const install = all.filter(({ kind, granted }) => kind === 'install' && granted);
  const runtime = all.filter(({ kind }) => kind === 'runtime');
  const flags = release >= 12 ? ', flags=[ USER_SENSITIVE_WHEN_GRANTED|USER_SENSITIVE_WHEN_DENIED]' : '';
  return (
    requested +
    list(
      'install permissions',
      install.map(({ name }) => `${name}: granted=true`),
    ) +
    userLine(one) +
    list(
      'runtime permissions',
      runtime.map(({ name, granted }) => `${name}: granted=${granted}${flags}`),
      '      ',
    )
  );
}
