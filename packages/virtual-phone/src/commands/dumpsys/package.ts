import { hashOf } from '../names.ts';
import type { Package } from '../pm/packages.ts';
import type { World } from '../world.ts';

/** `dumpsys package [NAME]`: who answers to MAIN, versions and paths. */
export function dumpPackage(world: World, args: readonly string[]): string {
  const name = args.find((arg) => !arg.startsWith('-'));
  const all = world.packages.list();
  const chosen = name === undefined ? all : all.filter((one) => one.name === name);
  if (chosen.length === 0) return `Unable to find package: ${name ?? ''}\n`;
  return `${resolverTable(chosen)}Packages:\n${chosen.map((one) => describe(world, one)).join('')}`;
}

function resolverTable(packages: readonly Package[]): string {
  const launchable = packages.flatMap(({ app }) => (app === undefined || app.hidden === true ? [] : [app]));
  if (launchable.length === 0) return '';
  const lines = launchable.map((app) => {
    const component = `${app.package}/${app.main}`;
    return `        ${hashOf(component)} ${component} filter ${hashOf(`filter ${component}`)}
          Action: "android.intent.action.MAIN"
          Category: "android.intent.category.LAUNCHER"
`;
  });
  return `Activity Resolver Table:
  Non-Data Actions:
      android.intent.action.MAIN:
${lines.join('')}
`;
}

function describe({ system }: World, one: Package): string {
  const installed = new Date(system.bootedAt).toISOString().replace('T', ' ').slice(0, 19);
  const folder = one.path.slice(0, one.path.lastIndexOf('/'));
  const flags = one.isSystem ? 'SYSTEM HAS_CODE' : 'HAS_CODE ALLOW_CLEAR_USER_DATA';
  return `  Package [${one.name}] (${hashOf(one.name)}):
    userId=${one.uid}
    pkg=Package{${hashOf(`package ${one.name}`)} ${one.name}}
    codePath=${folder}
    resourcePath=${folder}
    versionCode=${one.versionCode} minSdk=${one.minSdk} targetSdk=${one.targetSdk}
    versionName=${one.versionName}
    flags=[ ${flags} ]
    dataDir=/data/user/0/${one.name}
    timeStamp=${installed}
    firstInstallTime=${installed}
    lastUpdateTime=${installed}
    User 0: ceDataInode=0 installed=true hidden=false suspended=false stopped=false notLaunched=false enabled=0

`;
}
