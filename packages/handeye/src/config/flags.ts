import { parseArgs } from 'node:util';
import { didYouMean } from '@handeye/core/text/did-you-mean';
import { flagOf, removedSettings, type Setting } from './settings.ts';

/** A parsed command line: the known flags with their texts, and the other words. */
export interface CommandLine {
  readonly given: ReadonlyMap<string, readonly string[]>;
  readonly words: readonly string[];
  readonly problems: readonly string[];
}

/** Parses `argv` with the settings of a command. Values stay text; they are checked with all the others. */
export function readCommandLine(
  argv: readonly string[],
  known: Readonly<Record<string, Setting>>,
): CommandLine {
  const flags = new Map(
    Object.entries(known)
      .filter(([, setting]) => setting.only !== 'file')
      .map(([name, setting]) => [
        flagOf(name).slice(2),
        { name, isSwitch: setting.schema.kind === 'switch' },
      ]),
  );
  const removedFlags = new Map([...removedSettings].map(([name, why]) => [flagOf(name), why]));
  const options: Record<string, { readonly type: 'boolean' | 'string' }> = {};
  for (const flag of removedFlags.keys()) options[flag.slice(2)] = { type: 'string' };
  for (const [flag, { isSwitch }] of flags) options[flag] = { type: isSwitch ? 'boolean' : 'string' };
  const { tokens } = parseArgs({
    args: [...argv],
    options,
    // Not strict: parseArgs' own errors use other words and do not suggest the nearest name.
    strict: false,
    tokens: true,
  });
  const given = new Map<string, string[]>();
  const words: string[] = [];
  const problems: string[] = [];
  for (const token of tokens) {
    if (token.kind === 'positional') words.push(token.value);
    if (token.kind !== 'option') continue;
    const flag = flags.get(token.name);
    const removed = removedFlags.get(token.rawName);
    if (removed !== undefined) {
      problems.push(`${token.rawName}: ${removed}`);
      continue;
    }
    if (flag === undefined || !token.rawName.startsWith('--')) {
      problems.push(
        `${token.rawName}: unknown option${didYouMean(token.rawName, [...flags.keys()].map(withDashes))}`,
      );
      continue;
    }
    const value = token.value ?? (flag.isSwitch ? 'true' : undefined);
    // "--token --https": the next flag is no value; "--token=--https" would be.
    if (value === undefined || (!token.inlineValue && value.startsWith('--'))) {
      problems.push(`${token.rawName}: needs a value`);
      continue;
    }
    given.set(flag.name, [...(given.get(flag.name) ?? []), value]);
  }
  return { given, words, problems };
}

function withDashes(flag: string): string {
  return `--${flag}`;
}
