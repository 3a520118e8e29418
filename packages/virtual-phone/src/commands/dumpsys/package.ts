import type { Framework } from '../../framework/system/framework.ts';
import { hashOf } from '../names.ts';
import type { Package } from '../pm/packages.ts';
import type { RunningAndroid } from '../running-android.ts';

/** A word that names a part of the dump, not a package; its first letter is enough. */
const sections: ReadonlyMap<string, 'resolvers' | 'packages' | 'installs'> = new Map([
  ['installs', 'installs'],
  ['r', 'resolvers'],
  ['resolvers', 'resolvers'],
  ['p', 'packages'],
  ['packages', 'packages'],
]);

/** `dumpsys package [-f] [r|p|NAME]`: resolvers of MAIN, versions, paths and permissions. */
export function dumpPackage(android: RunningAndroid, args: readonly string[]): string {
  const word = args.find((arg) => !arg.startsWith('-'));
  const section = sections.get(word ?? '');
  if (section === 'installs') return installs(android);
  const name = section === undefined ? word : undefined;
  const all = android.packages.list();
  if (name !== undefined && android.packages.keptNames.includes(name)) return keptPackage(name);
  const chosen = name === undefined ? all : all.filter((one) => one.name === name);
  if (chosen.length === 0) return `Unable to find package: ${name ?? ''}\n`;
  // The filters of all packages are printed in full only on demand, those of one package always.
  const filters = args.includes('-f') || name !== undefined;
  const resolvers = section === 'packages' ? '' : resolverTable(chosen, { filters });
  const packages = chosen.map((one) => describe(android, one)).join('');
  return section === 'resolvers' ? resolvers : `${resolvers}Packages:\n${packages}`;
}

/** Installations that are neither committed nor abandoned. */
function installs({ sessions }: RunningAndroid): string {
  const active = sessions.ids.map(
    (id) => `  Session ${id}:
    userId=0 installerPackageName=com.android.shell installerUid=2000
    mode=1 installFlags=0x2 stageDir=/data/app/vmdl${id}.tmp
    mPrepared=true mSealed=false mPermissionsAccepted=true mDestroyed=false

`,
  );
  return `Active install sessions:\n${active.join('')}\nHistorical install sessions:\n\n`;
}

/** A package that was uninstalled with -k: its settings are kept. */
function keptPackage(name: string): string {
  return `Packages:
  Package [${name}] (${hashOf(name)}):
    pkg=null
    codePath=/data/app/${name}
    versionName=null
`;
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

/** The lines of one package in the order of Settings.dumpPackageLPr, each from the release on that prints it. */
function describe({ framework }: RunningAndroid, one: Package): string {
  const { release } = framework.shape;
  const folder = one.path.slice(0, one.path.lastIndexOf('/'));
  const splits = ['base', ...one.splitPaths.map((path) => /split_(.*)\.apk$/.exec(path)?.[1] ?? '')];
  const lines = [
    // It was called userId until 13.
    release === 14 ? `appId=${one.uid}` : `userId=${one.uid}${release === 5 ? ' gids=[]' : ''}`,
    `pkg=Package{${hashOf(`package ${one.name}`)} ${one.name}}`,
    `codePath=${folder}`,
    `resourcePath=${folder}`,
    `legacyNativeLibraryDir=${folder}/lib`,
    ...(release === 14 ? ['extractNativeLibs=true'] : []),
    'primaryCpuAbi=null',
    'secondaryCpuAbi=null',
    `versionCode=${one.versionCode}${release === 5 ? '' : ` minSdk=${one.minSdk}`} targetSdk=${one.targetSdk}`,
    `versionName=${one.versionName}`,
    `splits=[${splits.join(', ')}]`,
    ...(release === 5 ? [] : ['apkSigningVersion=2']),
    `applicationInfo=${release >= 12 ? 'PackageImpl' : 'ApplicationInfo'}{${hashOf(`info ${one.name}`)} ${one.name}}`,
    `flags=[ ${flagsOf(one)} ]`,
    ...(release === 5 ? [] : ['privateFlags=[ PRIVATE_FLAG_ACTIVITIES_RESIZE_MODE_RESIZEABLE ]']),
    `dataDir=/data/${release === 5 ? 'data' : 'user/0'}/${one.name}`,
    'supportsScreens=[small, medium, large, xlarge, resizeable, anyDensity]',
    `timeStamp=${timeOf(one.updatedAt)}`,
    // Since 13 each user has its own time.
    ...(release === 14 ? [] : [`firstInstallTime=${timeOf(one.installedAt)}`]),
    `lastUpdateTime=${timeOf(one.updatedAt)}`,
    ...(one.installer === undefined ? [] : [`installerPackageName=${one.installer}`]),
    `signatures=PackageSignatures{${hashOf(`signed ${one.name}`)} ${signaturesOf(one, release)}}`,
    release === 5
      ? 'permissionsFixed=true haveGids=true installStatus=1'
      : `installPermissionsFixed=true${release < 12 ? ' installStatus=1' : ''}`,
    `pkgFlags=[ ${flagsOf(one)} ]`,
  ];
  return `  Package [${one.name}] (${hashOf(one.name)}):
${lines.map((line) => `    ${line}\n`).join('')}${permissions(release, one)}${profileLines(framework, one)}
`;
}

function timeOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace('T', ' ').slice(0, 19);
}

function flagsOf({ isSystem, isDebuggable }: Package): string {
  const flags = [
    ...(isSystem ? ['SYSTEM'] : []),
    ...(isDebuggable ? ['DEBUGGABLE'] : []),
    ...['HAS_CODE', 'ALLOW_CLEAR_USER_DATA', 'ALLOW_BACKUP'],
  ];
  return flags.join(' ');
}

function signaturesOf({ name }: Package, release: number): string {
  const hash = hashOf(`key ${name}`);
  return release < 9 ? `[${hash}]` : `version:2, signatures:[${hash}], past signatures:[]`;
}

/** COMPONENT_ENABLED_STATE_DEFAULT is 0, DISABLED_USER is 3. */
function userLines({ isEnabled, installedAt }: Package, release: number, user = 0): string {
  const enabled = `enabled=${isEnabled ? 0 : 3}`;
  const common = 'installed=true hidden=false';
  if (release === 5) return `    User ${user}:  ${common} stopped=false notLaunched=false ${enabled}\n`;
  const distraction = release >= 12 ? ' distractionFlags=0' : '';
  const head = `    User ${user}: ceDataInode=${CE_DATA_INODE} ${common} suspended=false${distraction} stopped=false notLaunched=false ${enabled} instant=false virtual=false\n`;
  return release === 14
    ? `${head}      installReason=0\n      firstInstallTime=${timeOf(installedAt)}\n      uninstallReason=0\n`
    : head;
}

/** Every user of the phone has a state of the package, even if the package is not installed for that user. */
function profileLines({ workProfile, shape }: Framework, one: Package): string {
  if (workProfile === undefined) return '';
  const lines = userLines(one, shape.release, workProfile.user);
  return workProfile.packages.includes(one.name) ? lines : lines.replace('installed=true', 'installed=false');
}

const CE_DATA_INODE = 1_458_182;

/** Up to Android 5 there is one list of granted permissions; since 6 runtime permissions are listed per user. */
function permissions(release: number, one: Package): string {
  const { permissions: all } = one;
  const list = (head: string, lines: readonly string[], indent = '    ') =>
    lines.length === 0 ? '' : `${indent}${head}:\n${lines.map((line) => `${indent}  ${line}\n`).join('')}`;
  if (release === 5) {
    const granted = all.filter((permission) => permission.granted);
    return (
      userLines(one, release) +
      list(
        'grantedPermissions',
        granted.map(({ name }) => name),
      )
    );
  }
  const install = all.filter(({ kind, granted }) => kind === 'install' && granted);
  const runtime = all.filter(({ kind }) => kind === 'runtime');
  return (
    list(
      'requested permissions',
      all.map(({ name }) => name),
    ) +
    list(
      'install permissions',
      install.map(({ name }) => `${name}: granted=true`),
    ) +
    userLines(one, release) +
    list(
      'runtime permissions',
      runtime.map(({ name, granted, flags }) => `${name}: granted=${granted}${flagText(flags, release)}`),
      '      ',
    )
  );
}

/** Since 10 flags are joined by a bar and always include those that rate the sensitivity of a permission. */
function flagText(flags: readonly string[], release: number): string {
  if (release < 12) return flags.length === 0 ? '' : `, flags=[ ${flags.join(' ')} ]`;
  const sensitive = ['USER_SENSITIVE_WHEN_GRANTED', 'USER_SENSITIVE_WHEN_DENIED'];
  return `, flags=[ ${[...flags, ...sensitive].join('|')}]`;
}
