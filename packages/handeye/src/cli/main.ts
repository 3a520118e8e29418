import { loadConfig } from '../config/load.ts';
import { ConfigError } from '../config/check.ts';
import { configFolder } from '../config/folder.ts';
import { checked, fromText, type Given } from '../config/check.ts';
import { readCommandLine } from '../config/flags.ts';
import { didYouMean } from '@handeye/core/text/did-you-mean';
import { type Config, flagOf, type Setting, settings, variableOf } from '../config/settings.ts';
import {
  type CliCommand,
  type DelegatedCommand,
  exit,
  UsageError,
  type ProcessEnvironment,
} from './command.ts';
import { allCommands, commandNamed, commandNames, DEFAULT_COMMAND, removedCommands } from './command-list.ts';
import { createLog } from './log.ts';
import type { Services } from './services.ts';

/** Runs the command in `argv` and returns its exit code. */
export async function main(
  argv: readonly string[],
  environment: ProcessEnvironment,
  services: Services,
): Promise<number> {
  try {
    return await dispatch(argv, environment, services);
  } catch (cause) {
    if (cause instanceof ConfigError || cause instanceof UsageError) {
      environment.stderr.write(`${cause.message}\n`);
      return exit.wrongUsage;
    }
    environment.stderr.write(`handeye: ${cause instanceof Error ? cause.message : String(cause)}\n`);
    return exit.failed;
  }
}

async function dispatch(
  argv: readonly string[],
  environment: ProcessEnvironment,
  services: Services,
): Promise<number> {
  const print = (line: string) => environment.stdout.write(`${line}\n`);
  const named = argv[0] !== undefined && !argv[0].startsWith('-') ? argv[0] : undefined;
  const rest = named === undefined ? argv : argv.slice(1);
  const options = beforeDoubleDash(rest);
  if (named === undefined && options.some((option) => option === '--version' || option === '-v')) {
    print(environment.version);
    return exit.fine;
  }
  const wantsHelp = named === 'help' || options.some((option) => option === '--help' || option === '-h');
  const about = named === 'help' ? rest[0] : named;
  if (wantsHelp && about === undefined) {
    const { generalHelp } = await import('./help.ts');
    print(generalHelp(await allCommands()));
    return exit.fine;
  }
  const command = await knownCommand(about ?? DEFAULT_COMMAND);
  if ('delegate' in command) return await command.delegate(wantsHelp ? ['--help'] : rest, environment);
  if (!wantsHelp) return await start(command, rest, { environment, services, print });
  const { commandHelp } = await import('./help.ts');
  print(commandHelp(command));
  return exit.fine;
}

function beforeDoubleDash(argv: readonly string[]): readonly string[] {
  const end = argv.indexOf('--');
  return end === -1 ? argv : argv.slice(0, end);
}

async function knownCommand(name: string): Promise<CliCommand | DelegatedCommand> {
  const command = await commandNamed(name);
  if (command !== undefined) return command;
  const removed = removedCommands.get(name);
  if (removed !== undefined) throw new UsageError(removed);
  throw new UsageError(
    `Unknown command: ${name}${didYouMean(name, commandNames) || '.'} "handeye --help" lists all commands.`,
  );
}

interface Start {
  readonly environment: ProcessEnvironment;
  readonly services: Services;
  readonly print: (line: string) => void;
}

async function start(
  command: CliCommand,
  argv: readonly string[],
  { environment, services, print }: Start,
): Promise<number> {
  const ownSettings = command.own ?? {};
  const shared = Object.fromEntries(
    command.settings.map((name): [string, Setting] => [name, settings[name]]),
  );
  const { given, words, problems } = readCommandLine(argv, { ...shared, ...ownSettings });
  const wrong = [...problems, ...unwantedWords(words, command)];
  if (wrong.length > 0) throw new ConfigError(wrong);
  const own = checked(ownSettings, ownGiven(ownSettings, given));
  const { config, sources, warnings } = loadConfig(without(given, ownSettings), environment);
  const told = given.has('logLevel') || (environment.env[variableOf('logLevel')] ?? '') !== '';
  const log = createLog({
    level: command.quiet && !told ? 'warn' : config.logLevel,
    plain: environment.stderr.isTTY === true,
    write: (line) => environment.stderr.write(line),
    now: () => new Date(),
  });
  if (config.token !== undefined) log.conceal(config.token);
  for (const { setting, text } of warnings) {
    if (setting === undefined || command.settings.includes(setting)) log.warn(text);
  }
  const folder = configFolder(environment);
  return await command.run({
    config: await withPairedPhone(config, folder),
    sources,
    folder,
    words,
    own,
    log,
    services,
    environment,
    print,
  });
}

/** `--device wifi` is the phone that is paired, whatever its name. */
async function withPairedPhone(config: Config, folder: string): Promise<Config> {
  if (!config.device.includes('wifi')) return config;
  const { withWifiName } = await import('./pairing/wifi-phones.ts');
  return { ...config, device: withWifiName(config.device, folder) };
}

function unwantedWords(words: readonly string[], command: CliCommand): string[] {
  const most = mostWords(command);
  return words.slice(most).map((word) => {
    const isCommand = commandNames.includes(word);
    return isCommand
      ? `${word}: the command must come first: handeye ${word} [options]`
      : `${word}: unexpected argument of handeye ${command.name}`;
  });
}

/** `<tool> [json]` takes two words, `[FILE…]` any number. */
function mostWords({ takes }: CliCommand): number {
  return takes?.includes('…') === true ? Infinity : (takes?.split(' ').length ?? 0);
}

function ownGiven(
  own: Readonly<Record<string, Setting>>,
  given: ReadonlyMap<string, readonly string[]>,
): Map<string, Given> {
  const entries = Object.entries(own).flatMap(([name, setting]): [string, Given][] => {
    const texts = given.get(name);
    return texts === undefined ? [] : [[name, { as: flagOf(name), value: fromText(texts, setting) }]];
  });
  return new Map(entries);
}

function without(
  given: ReadonlyMap<string, readonly string[]>,
  own: Readonly<Record<string, Setting>>,
): Map<string, readonly string[]> {
  return new Map([...given].filter(([name]) => own[name] === undefined));
}
