import type { Program } from '../../kernel/process.ts';
import type { SettingsTable, Settings } from '../../framework/system/settings.ts';
import { type CommandCall, command, withoutUser, type CommandHandler } from '../command.ts';
import type { RunningAndroid } from '../running-android.ts';

const tables: readonly SettingsTable[] = ['system', 'secure', 'global'];

/** The table with a name, ignoring case. */
export function tableOf(name: string | undefined): SettingsTable | undefined {
  return tables.find((table) => table === name?.toLowerCase());
}

/** `settings get|put|delete|list`: changes take effect at once, because the phone follows its settings. */
export function settings(android: RunningAndroid): Program {
  return command(settingsService(android));
}

export function settingsService({ framework }: RunningAndroid): CommandHandler {
  const { release } = framework.shape;
  return async (call) => {
    const [verb, namespace, key, value] = withoutUser(call.args);
    if (verb === undefined || !verbs(release).includes(verb) || namespace === undefined)
      return misuse(call, release);
    const table = tableOf(namespace);
    if (table === undefined) return misuse(call, release, `Invalid namespace '${namespace}'`);
    if (verb === 'list') {
      await call.print(
        framework.settings
          .list(table)
          .map(([name, one]) => `${name}=${one}\n`)
          .join(''),
      );
      return undefined;
    }
    if (key === undefined || (verb === 'put' && value === undefined)) return misuse(call, release);
    if (verb === 'get') await call.print(`${framework.settings.get(table, key) ?? 'null'}\n`);
    else if (verb === 'put') {
      const change = { table, key, value: value ?? '' };
      if (!putLocationProviders(framework.settings, release, change))
        framework.settings.put(table, key, change.value);
    } else await call.print(`Deleted ${framework.settings.delete(table, key) ? 1 : 0} rows\n`);
    return undefined;
  };
}

/** Recorded: Android 5 has no `list`. */
function verbs(release: number): readonly string[] {
  return release === 5 ? ['get', 'put', 'delete'] : ['get', 'put', 'delete', 'list'];
}

/** Wrong usage: Android 5 exits with 0 anyway (recorded), the service with -1. */
async function misuse(call: CommandCall, release: number, problem?: string): Promise<number> {
  if (problem !== undefined) await call.complain(`${problem}\n`);
  if (release === 5) {
    await call.complain(USAGE5);
    return 0;
  }
  if (problem === undefined) await call.complain('Invalid command\n');
  return 255;
}

const USAGE5 = 'usage:  settings [--user NUM] get namespace key\n';

/** Up to Android 11 this setting lists the location providers; since 12 it has no effect. */
const NAME = 'location_providers_allowed';
const LISTED_UNTIL = 9;

/**
 * `settings put secure location_providers_allowed +gps`: a sign adds a provider to the list or removes it; the settings
 * provider makes no other change to it. Returns whether the call was about that list.
 */
function putLocationProviders(
  settings: Settings,
  release: number,
  { table, key, value }: { table: string; key: string; value: string },
): boolean {
  if (table !== 'secure' || key !== NAME || release > LISTED_UNTIL) return false;
  const [sign, name] = [value.slice(0, 1), value.slice(1)];
  if (sign !== '+' && sign !== '-') return true;
  const others = allowed(settings).filter((one) => one !== name);
  settings.put('secure', NAME, [...others, ...(sign === '+' ? [name] : [])].join(','));
  return true;
}

function allowed(settings: Settings): readonly string[] {
  const listed = settings.get('secure', NAME) ?? 'gps,network';
  return listed.split(',').filter((one) => one !== '');
}
