import type { Program } from '../kernel/process.ts';
import type { SettingsTable } from '../framework/system/settings.ts';
import { command, type CommandCall } from './command.ts';
import { tableOf } from './settings/settings.ts';
import type { RunningAndroid } from './running-android.ts';

/** `content insert` on content://settings/…, the only provider here. */
export function content(android: RunningAndroid): Program {
  return command(async (call) => {
    const [verb = '', ...args] = call.args;
    const options = parse(args);
    const [, namespace, key] = /^content:\/\/settings\/([^/?]+)(?:\/([^/?]+))?/.exec(options.uri) ?? [];
    const table = tableOf(namespace);
    if (table === undefined) {
      await call.complain(`Error while accessing provider:${providerOf(options.uri)}\n`);
      await call.complain(
        'java.lang.IllegalStateException: Could not find provider: ' + `${providerOf(options.uri)}\n`,
      );
      return 1;
    }
    return act(android, call, { verb, table, key, options });
  });
}

interface Options {
  readonly uri: string;
  readonly binds: ReadonlyMap<string, string>;
  readonly where: string | undefined;
}

interface Request {
  readonly verb: string;
  readonly table: SettingsTable;
  readonly key: string | undefined;
  readonly options: Options;
}

async function act(
  { framework }: RunningAndroid,
  call: CommandCall,
  request: Request,
): Promise<number | undefined> {
  const { verb, table, key, options } = request;
  const name = options.binds.get('name') ?? key ?? /name\s*=\s*'([^']*)'/.exec(options.where ?? '')?.[1];
  switch (verb) {
    case 'insert':
      if (name !== undefined) framework.settings.put(table, name, options.binds.get('value') ?? '');
      return undefined;
    default:
      await call.complain(`[ERROR] Unsupported operation: ${verb}\n`);
      return 1;
  }
}

function providerOf(uri: string): string {
  return /^content:\/\/([^/]*)/.exec(uri)?.[1] ?? '';
}

/** `--bind name:type:value`; the value may contain colons. */
function parse(args: readonly string[]): Options {
  let uri = '';
  let where: string | undefined;
  const binds = new Map<string, string>();
  for (let at = 0; at < args.length; at++) {
    if (args[at] === '--uri') uri = args[++at] ?? '';
    else if (args[at] === '--where') where = args[++at];
    else if (args[at] === '--bind') {
      const [, name, value] = /^([^:]+):[^:]*:(.*)$/s.exec(args[++at] ?? '') ?? [];
      if (name !== undefined) binds.set(name, value ?? '');
    }
  }
  return { uri, binds, where };
}
