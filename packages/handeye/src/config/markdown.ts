import { flagOf, type Setting, settings, variableOf } from './settings.ts';

/** The page docs/configuration.md: every setting with its flag, variable, key and default. */
export function configurationMarkdown(): string {
  const rows = Object.entries<Setting>(settings).map(([name, setting]) => row(name, setting));
  return [
    '# Configuration',
    '',
    '<!-- Made by `npm run docs` from packages/handeye/src/config/settings.ts. -->',
    '',
    'A setting can be given as a flag, as an environment variable or in a JSON file. A flag wins over a variable, a',
    'variable over the file. The file is `config.json` in the config folder, or the one that `--config` names. The',
    'config folder is `$XDG_CONFIG_HOME/handeye` or `~/.config/handeye`; on macOS',
    '`~/Library/Application Support/handeye`; on Windows `%APPDATA%\\handeye`. Lists are separated by commas on the',
    'command line and in variables, and are arrays in the file.',
    '',
    '| Flag | Variable | Key in the file | Default | Meaning |',
    '| --- | --- | --- | --- | --- |',
    ...rows,
    '',
    'For example:',
    '',
    '```json',
    JSON.stringify({ port: 8081, device: ['virtual'], readOnly: true, limits: { look: 30_000 } }, null, 2),
    '```',
    '',
  ].join('\n');
}

function row(name: string, setting: Setting): string {
  const flag = setting.only === 'file' ? '' : code([flagOf(name), setting.takes].filter(Boolean).join(' '));
  const variable = setting.only === 'file' ? '' : code(variableOf(name));
  const key = setting.only === 'start' ? '' : code(name);
  return `| ${[flag, variable, key, defaultOf(setting), setting.about].join(' | ')} |`;
}

function defaultOf(setting: Setting): string {
  if (setting.default === undefined || setting.default === '') return '';
  if (Array.isArray(setting.default) && setting.default.length === 0) return '';
  return code(typeof setting.default === 'string' ? setting.default : JSON.stringify(setting.default));
}

function code(text: string): string {
  return `\`${text}\``;
}
