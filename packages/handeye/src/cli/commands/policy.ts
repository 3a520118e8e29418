import { toolSettings } from '../../config/settings.ts';
import { ConfigError } from '../../config/check.ts';
import { DeviceError } from '@handeye/core/device/errors';
import type { PolicyInFile } from '@handeye/core/guard/policy-file';
import { isProfile, profiles } from '@handeye/core/guard/profiles';
import { onOrOff } from '../../config/values.ts';
import { ALL_TOOLSETS } from '@handeye/core/tools/frame/defaults';
import { type CliCommand, type CommandContext, exit, UsageError } from '../command.ts';
import { openTools } from '../open-tools.ts';

export const policy: CliCommand = {
  name: 'policy',
  takes: '<check FILE | explain TOOL [JSON]>',
  about: 'Check a policy file, or show which rule applies to a call on the current screen.',
  more: `A policy file holds rules; the first that matches decides:
  {"rules": [{"when": {"app": "com.bank.*", "tool": "touch"}, "then": "ask", "why": "It is money."}]}

explain looks at the screen and changes nothing:
  handeye policy explain click_element '{"element_id": "text:Send"}' --policy careful
Your running server with these options answers, by its own policy if none is given. Otherwise the device is opened beside it;
a second connection to an Android phone may get no texts, and the answer says so.`,
  quiet: true,
  settings: toolSettings,
  own: {
    fresh: { schema: onOrOff(), default: false, about: 'Open the device even if your server is running.' },
  },
  run(context) {
    const [action, ...words] = context.words;
    if (action === 'check') return check(context, words);
    if (action === 'explain') return explain(context, words);
    throw new UsageError('handeye policy takes check FILE, or explain TOOL [JSON].');
  },
};

async function check({ print }: CommandContext, [file, ...more]: readonly string[]): Promise<number> {
  if (file === undefined || more.length > 0) throw new UsageError('handeye policy check takes one FILE.');
  if (isProfile(file)) {
    print(`${file} is a profile, not a file: fine, ${profiles[file].rules.length} rules`);
    return exit.fine;
  }
  const { readPolicyFile } = await import('../policy-file.ts');
  try {
    print(`${file}: fine, ${contentOf(readPolicyFile(file))}`);
    return exit.fine;
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    for (const problem of error.problems) print(problem);
    return exit.failed;
  }
}

/** The file's own rules, and those of its profile. */
function contentOf({ rules, profile }: PolicyInFile): string {
  const inherited = profiles[profile].rules.length;
  const own = rules.length - inherited;
  const count = `${own} ${own === 1 ? 'rule' : 'rules'}`;
  return inherited === 0 ? count : `${count}, then the ${inherited} of the profile ${profile}`;
}

async function explain(
  context: CommandContext,
  [tool, json = '{}', ...more]: readonly string[],
): Promise<number> {
  const { config, environment, print } = context;
  if (tool === undefined || more.length > 0)
    throw new UsageError('handeye policy explain takes a TOOL and, if it has arguments, one JSON object.');
  const args = argumentsIn(json);
  // The check performs no action, so nothing is recorded; a tool that is not served can be checked, too.
  const asked = { ...config, toolset: config.toolset ?? [ALL_TOOLSETS], audit: undefined };
  const { toolbox, close } = await openTools({ ...context, config: asked }, undefined);
  try {
    const said = await toolbox.explain?.(tool, args, { signal: environment.stopped });
    if (said !== undefined) print(said);
    return exit.fine;
  } catch (error) {
    if (!(error instanceof DeviceError)) throw error;
    print(`The call would fail before any rule is asked: ${error.message}`);
    return exit.failed;
  } finally {
    await close();
  }
}

function argumentsIn(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : 'unreadable';
    throw new UsageError(`The arguments are not valid JSON: ${why}`, { cause });
  }
}
