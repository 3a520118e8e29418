import { flagOf, type Setting, type SettingName, settings, variableOf } from '../config/settings.ts';
import { columns, indented, wrapped } from './columns.ts';
import type { CliCommand, DelegatedCommand } from './command.ts';

/** The text of `handeye --help`. */
export function generalHelp(commands: readonly (CliCommand | DelegatedCommand)[]): string {
  return [
    'Handeye gives an AI agent eyes and hands on a screen: an MCP server for Android phones, Linux desktops and Macs.',
    '',
    'Usage: handeye [command] [options]',
    '',
    'Commands:',
    ...columns(commands.map((command) => [usage(command), command.about])).map((line) => indented(line)),
    '',
    'The default command is serve. "handeye <command> --help" shows its options.',
    '',
    '  --help     Show this help.',
    '  --version  Show the version.',
    '',
    'Each option can also be set as an environment variable (--port: HANDEYE_PORT) or in config.json in the config folder.',
  ].join('\n');
}

/** The text of `handeye <command> --help`. */
export function commandHelp(command: CliCommand): string {
  const own = Object.entries<Setting>(command.own ?? {});
  const shared = command.settings
    .filter((name) => command.own?.[name] === undefined)
    .map((name): [string, Setting] => [name, { ...settings[name], about: aboutOf(command, name) }])
    .filter(([, setting]) => setting.only !== 'file');
  return [
    command.about,
    '',
    `Usage: handeye ${usage(command)}${own.length + shared.length === 0 ? '' : ' [options]'}`,
    ...(command.more === undefined ? [] : ['', command.more]),
    ...(own.length === 0
      ? []
      : ['', 'Options of this command:', ...own.flatMap(([name, flag]) => entry(name, flag))]),
    ...(shared.length === 0 ? [] : ['', own.length === 0 ? 'Options:' : 'General options:']),
    ...shared.flatMap(([name, setting]) => entry(name, setting, variableOf(name))),
  ].join('\n');
}

function aboutOf({ abouts }: CliCommand, name: SettingName): string {
  return abouts?.[name] ?? settings[name].about;
}

function usage(command: CliCommand | DelegatedCommand): string {
  return [command.name, command.takes].filter((part) => part !== undefined).join(' ');
}

function entry(name: string, setting: Setting, variable?: string): string[] {
  const flag = [flagOf(name), setting.takes].filter((part) => part !== undefined).join(' ');
  const notes = [variable, defaultNote(setting)].filter((note) => note !== undefined);
  const about = notes.length === 0 ? setting.about : `${setting.about} (${notes.join('; ')})`;
  return [`  ${flag}`, ...wrapped(about, 90).map((line) => `      ${line}`)];
}

function defaultNote({ default: value }: Setting): string | undefined {
  const worthNaming = (typeof value === 'string' && value !== '') || typeof value === 'number';
  return worthNaming ? `default: ${value}` : undefined;
}
