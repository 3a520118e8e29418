import { toolSettings } from '../../config/settings.ts';
import { ConfigError } from '../../config/check.ts';
import { DeviceError } from '../../device/errors.ts';
import type { Reached } from '../../guard/act.ts';
import { labelsOf } from '../../guard/labels.ts';
import type { Rule } from '../../guard/rules.ts';
import { cell, shown } from '../../ui/sanitize.ts';
import type { Explanation } from '../../tools/frame/toolbox.ts';
import { type CliCommand, type CommandContext, exit, UsageError } from '../command.ts';

export const policy: CliCommand = {
  name: 'policy',
  takes: '<check FILE | explain TOOL [JSON]>',
  about: 'Check a policy file, or say which rule applies to a call on the screen of now.',
  more: `A policy file holds rules; the first that matches decides:
  {"rules": [{"when": {"app": "com.bank.*", "tool": "touch"}, "then": "ask", "why": "It is money."}]}

explain opens the device, looks, and changes nothing:
  handeye policy explain click_element '{"element_id": "text:Send"}' --policy careful`,
  quiet: true,
  settings: toolSettings,
  run(context) {
    const [action, ...words] = context.words;
    if (action === 'check') return check(context, words);
    if (action === 'explain') return explain(context, words);
    throw new UsageError('handeye policy takes check FILE, or explain TOOL [JSON].');
  },
};

async function check({ print }: CommandContext, [file, ...more]: readonly string[]): Promise<number> {
  if (file === undefined || more.length > 0) throw new UsageError('handeye policy check takes one FILE.');
  const { readPolicyFile } = await import('../policy-file.ts');
  try {
    const { rules } = readPolicyFile(file);
    print(`${file}: fine, ${rules.length} ${rules.length === 1 ? 'rule' : 'rules'}`);
    return exit.fine;
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    for (const problem of error.problems) print(problem);
    return exit.failed;
  }
}

async function explain(
  context: CommandContext,
  [tool, json = '{}', ...more]: readonly string[],
): Promise<number> {
  const { services, config, log, folder, environment, print } = context;
  if (tool === undefined || more.length > 0)
    throw new UsageError('handeye policy explain takes a TOOL and, if it has arguments, one JSON object.');
  const args = argumentsIn(json);
  const { toolbox, close } = await services.openTools({ ...config, keepState: true }, { log, folder });
  try {
    const explanation = await toolbox.explain?.(tool, args, { signal: environment.stopped });
    if (explanation) print(linesOf(explanation).join('\n'));
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

function linesOf(explanation: Explanation): string[] {
  if (typeof explanation === 'string') return [`allow: ${explanation}`];
  const { act, verdict } = explanation;
  const reached = verdict.reached ?? (act.reach === 'no application' ? undefined : act.reach[0]);
  return [
    `${verdict.then}: ${verdict.rule ? ruleWords(verdict.rule) : 'no rule says otherwise'}`,
    ...(reached ? [`would reach: ${reachedWords(reached)}`] : []),
  ];
}

function ruleWords({ from, when, why }: Rule): string {
  const conditions = Object.keys(when).length === 0 ? '' : ` ${JSON.stringify(when)}`;
  return `${from}${conditions}${why === undefined ? '' : `: ${why}`}`;
}

function reachedWords(reached: Reached): string {
  const { name, id = name } = reached;
  const [label] = labelsOf(reached);
  const app = name === undefined && id === undefined ? 'an application that is not known' : `${name ?? id}`;
  const parts = [
    label === undefined ? undefined : `'${cell(shown(label))}'`,
    app,
    id === name ? undefined : `(${id})`,
  ];
  return parts.filter((part) => part !== undefined).join(' ');
}
