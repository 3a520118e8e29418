import { isInstalledFor } from '../../framework/profiles/work-profile.ts';
import type { Program } from '../../kernel/process.ts';
import { type CommandCall, command, profileIn, withoutUser, type CommandHandler } from '../command.ts';
import { defaultCommand } from '../service-command.ts';
import { IntentError } from '../intent.ts';
import type { RunningAndroid } from '../running-android.ts';
import { refusedUser } from '../users.ts';
import { queryActivities, resolveActivity } from './activities.ts';
import { throwing } from './exception.ts';
import { install } from './install.ts';
import { list } from './list.ts';
import { installAbandon, installCommit, installCreate, installWrite } from './sessions.ts';

/** `pm`; since 8 the same as `cmd package`. */
export function pm(android: RunningAndroid): Program {
  return command(packageService(android));
}

export function packageService(android: RunningAndroid): CommandHandler {
  return async (call) => {
    const [verb, ...args] = call.args;
    const action = verbs.get(verb ?? '');
    if (verb === undefined || action === undefined) return unknown(android, call, verb);
    const refusal = refusedUser(android.framework.workProfile, profileIn(args));
    if (refusal !== undefined) return throwing(android, call, verb, refusal);
    try {
      return await action(android, call, args);
    } catch (error) {
      if (!(error instanceof IntentError)) throw error;
      await call.complain(`Error: ${error.kind}: ${error.message}\n`);
      return 255;
    }
  };
}

type Verb = (android: RunningAndroid, call: CommandCall, args: readonly string[]) => Promise<number>;

const verbs: ReadonlyMap<string, Verb> = new Map(
  Object.entries<Verb>({
    list,
    install,
    'query-activities': queryActivities,
    'resolve-activity': resolveActivity,
    async path({ packages, framework }, call, args) {
      const [name = ''] = withoutUser(args);
      const found = isInstalledFor(framework.workProfile, name, profileIn(args))
        ? packages.get(name)
        : undefined;
      if (found === undefined) return 1;
      await call.print([found.path, ...found.splitPaths].map((path) => `package:${path}\n`).join(''));
      return 0;
    },
    async uninstall({ packages, framework }, call, args) {
      const name = withoutUser(args).find((arg) => !arg.startsWith('-')) ?? '';
      if (packages.uninstall(name, { keepData: args.includes('-k') })) {
        await call.print('Success\n');
        return 0;
      }
      await call.print(
        framework.shape.release === 5 ? 'Failure\n' : 'Failure [DELETE_FAILED_INTERNAL_ERROR]\n',
      );
      return 1;
    },
    async clear({ packages }, call, args) {
      const cleared = packages.clear(withoutUser(args)[0] ?? '');
      await (cleared ? call.print('Success\n') : call.complain('Failed\n'));
      return cleared ? 0 : 1;
    },
    grant: (android, call, args) => changePermission(android, call, { args, granted: true }),
    revoke: (android, call, args) => changePermission(android, call, { args, granted: false }),
    'install-create': installCreate,
    'install-write': installWrite,
    'install-commit': installCommit,
    'install-abandon': installAbandon,
    'install-destroy': installAbandon,
    enable: (android, call, args) => newState(android, call, { args, verb: 'enable' }),
    disable: (android, call, args) => newState(android, call, { args, verb: 'disable' }),
    'disable-user': (android, call, args) => newState(android, call, { args, verb: 'disable-user' }),
  }),
);

async function changePermission(
  android: RunningAndroid,
  call: CommandCall,
  { args, granted }: { args: readonly string[]; granted: boolean },
): Promise<number> {
  const verb = granted ? 'grant' : 'revoke';
  const [name, permission] = withoutUser(args);
  if (name === undefined || permission === undefined) {
    await call.complain(`Error: no ${name === undefined ? 'package' : 'permission'} specified\n`);
    return 1;
  }
  const failure = android.packages.changePermission({ name, permission, granted });
  if (failure === undefined) return 0;
  return throwing(android, call, verb, `java.lang.${failure.exception}: ${failure.message}`);
}

const newStates = {
  enable: 'enabled',
  disable: 'disabled',
  'disable-user': 'disabled-user',
} as const;

/** Since 7 the shell may disable an app only for the user: PackageManagerService.setEnabledSetting. */
async function newState(
  android: RunningAndroid,
  call: CommandCall,
  { args, verb }: { args: readonly string[]; verb: keyof typeof newStates },
): Promise<number> {
  const [name = ''] = withoutUser(args);
  const fails = (exception: string) => throwing(android, call, verb, `java.lang.${exception}`);
  if (android.packages.get(name) === undefined)
    return fails(`IllegalArgumentException: Unknown package: ${name}`);
  if (verb === 'disable' && android.framework.shape.release > 5)
    return fails(`SecurityException: Shell cannot change component state for ${name}/null to 2`);
  android.framework.disabledApps.set(name, verb.startsWith('disable'));
  await call.print(`Package ${name} new state: ${newStates[verb]}\n`);
  return 0;
}

/** Android 5 prints its usage and exits with 1 (recorded). */
async function unknown(
  { framework }: RunningAndroid,
  call: CommandCall,
  verb: string | undefined,
): Promise<number> {
  if (framework.shape.release === 5) {
    if (verb !== undefined) await call.complain(`Error: unknown command '${verb}'\n`);
    await call.complain(USAGE);
    return 1;
  }
  return defaultCommand(call, SERVICE_HELP);
}

const SERVICE_HELP = 'Package manager (package) commands:\n';

const USAGE = 'usage: pm list packages [-f] [-d] [-e] [-s] [-3] [-i] [-u] [--user USER_ID] [FILTER]\n';
