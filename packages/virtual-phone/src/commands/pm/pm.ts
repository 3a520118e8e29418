import type { Program } from '../../kernel/process.ts';
import { type Call, command, withoutUser, type Work } from '../command.ts';
import { dumpPackage } from '../dumpsys/package.ts';
import { defaultCommand, helpPage } from '../service-command.ts';
import { IntentError } from '../intent.ts';
import type { World } from '../command-context.ts';
import { queryActivities, resolveActivity } from './activities.ts';
import { throwing } from './exception.ts';
import { install } from './install.ts';
import { list } from './list.ts';
import { installAbandon, installCommit, installCreate, installRemove, installWrite } from './sessions.ts';

/** `pm`, since 8 the same as `cmd package`. */
export function pm(world: World): Program {
  return command(packageService(world));
}

export function packageService(world: World): Work {
  return async (call) => {
    const [verb, ...args] = call.args;
    const action = verbs.get(verb ?? '');
    if (verb === undefined || action === undefined) return unknown(world, call, verb);
    try {
      return await action(world, call, args);
    } catch (error) {
      if (!(error instanceof IntentError)) throw error;
      await call.complain(`Error: ${error.kind}: ${error.message}\n`);
      return 255;
    }
  };
}

type Verb = (world: World, call: Call, args: readonly string[]) => Promise<number>;

const verbs: ReadonlyMap<string, Verb> = new Map(
  Object.entries<Verb>({
    list,
    install,
    'query-activities': queryActivities,
    'resolve-activity': resolveActivity,
    async path({ packages }, call, args) {
      const found = packages.get(withoutUser(args)[0] ?? '');
      if (found === undefined) return 1;
      await call.print([found.path, ...found.splitPaths].map((path) => `package:${path}\n`).join(''));
      return 0;
    },
    async uninstall({ packages, system }, call, args) {
      const name = withoutUser(args).find((arg) => !arg.startsWith('-')) ?? '';
      if (packages.uninstall(name)) {
        await call.print('Success\n');
        return 0;
      }
      await call.print(system.shape.release === 5 ? 'Failure\n' : 'Failure [DELETE_FAILED_INTERNAL_ERROR]\n');
      return 1;
    },
    async clear({ system }, call, args) {
      const cleared = system.clearData(withoutUser(args)[0] ?? '');
      await (cleared ? call.print('Success\n') : call.complain('Failed\n'));
      return cleared ? 0 : 1;
    },
    grant: (world, call, args) => changePermission(world, call, { args, granted: true }),
    revoke: (world, call, args) => changePermission(world, call, { args, granted: false }),
    'install-create': installCreate,
    'install-write': installWrite,
    'install-remove': installRemove,
    'install-commit': installCommit,
    'install-abandon': installAbandon,
    'install-destroy': installAbandon,
    async dump(world, call, args) {
      await call.print(dumpPackage(world, args));
      return 0;
    },
    enable: (_world, call, args) => newState(call, args, 'enabled'),
    disable: (_world, call, args) => newState(call, args, 'disabled'),
    'disable-user': (_world, call, args) => newState(call, args, 'disabled-user'),
    'default-state': (_world, call, args) => newState(call, args, 'default'),
  }),
);

async function changePermission(
  world: World,
  call: Call,
  { args, granted }: { args: readonly string[]; granted: boolean },
): Promise<number> {
  const verb = granted ? 'grant' : 'revoke';
  const [name, permission] = withoutUser(args);
  if (name === undefined || permission === undefined) {
    await call.complain(`Error: no ${name === undefined ? 'package' : 'permission'} specified\n`);
    return 1;
  }
  const failure = world.packages.changePermission({ name, permission, granted });
  if (failure === undefined) return 0;
  return throwing(world, call, verb, `java.lang.${failure.exception}: ${failure.message}`);
}

async function newState(call: Call, args: readonly string[], state: string): Promise<number> {
  await call.print(`Package ${withoutUser(args)[0] ?? ''} new state: ${state}\n`);
  return 0;
}

/** Android 5 ends with 1 and its usage (recorded). */
async function unknown({ system }: World, call: Call, verb: string | undefined): Promise<number> {
  if (system.shape.release === 5) {
    if (verb !== undefined) await call.complain(`Error: unknown command '${verb}'\n`);
    await call.complain(USAGE);
    return 1;
  }
  return defaultCommand(call, SERVICE_HELP);
}

const SERVICE_HELP = helpPage('Package manager (package) commands:', [
  ['list packages|instrumentation|features', 'List what is installed.'],
  ['path PACKAGE', 'Print where its file is.'],
  ['install [-r] [PATH]', 'Install an application from a file, or from what is written to it.'],
  ['uninstall PACKAGE', 'Remove an application.'],
  ['clear PACKAGE', 'Delete what an application keeps.'],
  ['resolve-activity, query-activities', 'Print which activities an intent could start.'],
  ['enable, disable PACKAGE', 'Change whether an application may run.'],
  ['dump PACKAGE', 'Print all that is known of it.'],
]);

const USAGE = `usage: pm list packages [-f] [-d] [-e] [-s] [-3] [-i] [-u] [--user USER_ID] [FILTER]
       pm list instrumentation [-f] [TARGET-PACKAGE]
       pm list features
       pm path PACKAGE
       pm install [-lrtsfd] [-i PACKAGE] [PATH]
       pm uninstall [-k] [--user USER_ID] PACKAGE
       pm clear [--user USER_ID] PACKAGE
`;
