import { isIPv6 } from 'node:net';
import { relative, resolve } from 'node:path';
import type { Config } from '../config/settings.ts';
import { flagOf, type Setting, type SettingName, settings, toolSettings } from '../config/settings.ts';
import type { CommandContext, ProcessEnvironment } from './command.ts';
import type { Endpoint, Launch } from './clients.ts';

const everyAddress = new Set(['0.0.0.0', '::']);

/** The address at which a client on this machine reaches the server. */
export function localUrl({ host, port, https }: Config): string {
  const name = everyAddress.has(host) ? '127.0.0.1' : host;
  return `${https ? 'https' : 'http'}://${isIPv6(name) ? `[${name}]` : name}:${port}/mcp`;
}

/** Where clients find the server of this configuration, with the token they need. */
export async function endpointOf({ config, folder, services, log }: CommandContext): Promise<Endpoint> {
  const token = config.noAuth ? undefined : (config.token ?? (await services.keptToken(folder)));
  if (token !== undefined) log.conceal(token);
  return { url: localUrl(config), token };
}

/** The same for the server itself: where no token can be kept it makes one for as long as it runs. */
export async function servedEndpoint(
  context: CommandContext,
): Promise<Endpoint & { readonly unkept?: string | undefined }> {
  const { config, folder, services, log } = context;
  if (config.noAuth || config.token !== undefined) return endpointOf(context);
  const { token, unkept } = await services.serverToken(folder);
  log.conceal(token);
  if (unkept !== undefined) log.warn('the token is not kept: the next start makes another');
  return { url: localUrl(config), token, unkept };
}

/** What a person types to run this very Handeye from the current folder. */
export function typedCommand({ program: [, script], cwd }: ProcessEnvironment): string {
  if (isFromNpx(script)) return 'npx handeye';
  return /[\\/]node_modules[\\/]/.test(script) ? 'handeye' : `node ${relative(cwd, script)}`;
}

/** npx keeps packages in a cache that it may clear: what it started must be started by it again. */
function isFromNpx(script: string): boolean {
  return /[\\/]_npx[\\/]/.test(script);
}

/** How a client starts this very Handeye with the same devices and rules. */
export function launchOf({ config, environment }: CommandContext): Launch {
  const [node, script] = environment.program;
  // The client starts it from a folder of its own.
  const here = { ...config, config: config.config && resolve(environment.cwd, config.config) };
  const flags = toolSettings.flatMap((name) => flagsFor(name, here[name]));
  if (isFromNpx(script)) return { command: 'npx', args: ['-y', 'handeye', 'stdio', ...flags] };
  return { command: node, args: [script, 'stdio', ...flags] };
}

/** The flags that lead another command to the same server. */
export function addressFlags(config: Config): string[] {
  return (['host', 'port', 'https'] as const).flatMap((name) => flagsFor(name, config[name]));
}

function flagsFor(name: SettingName, value: unknown): string[] {
  const setting: Setting = settings[name];
  const isStandard = JSON.stringify(value) === JSON.stringify(setting.standard);
  if (setting.only === 'file' || isStandard) return [];
  return value === true ? [flagOf(name)] : [flagOf(name), String(value)];
}
