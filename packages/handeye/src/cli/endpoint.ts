import { isIPv4, isIPv6 } from 'node:net';
import { posix, win32 } from 'node:path';
import type { Config } from '../config/settings.ts';
import { flagOf, type Setting, type SettingName, settings, toolSettings } from '../config/settings.ts';
import { isLoopback, ownHosts } from '@handeye/core/server/address';
import { isProfile } from '@handeye/core/guard/profiles';
import { DEFAULT_SCREEN_FORMAT, type ScreenFormat } from '@handeye/core/tools/frame/defaults';
import type { CommandContext, ProcessEnvironment } from './command.ts';
import { type Endpoint, type Launch, npxLaunch, quoted } from './clients.ts';

const anyAddress = new Set(['0.0.0.0', '::']);

/** The address at which a client on this machine reaches the server. */
export function localUrl({ host, port, https }: Config): string {
  return urlAt(anyAddress.has(host) ? '127.0.0.1' : host, { port, https });
}

function urlAt(host: string, { port, https }: Pick<Config, 'port' | 'https'>): string {
  return `${https ? 'https' : 'http'}://${isIPv6(host) ? `[${host}]` : host}:${port}/mcp`;
}

/** The addresses for clients on other computers, where the server listens on all that this machine has. */
export function everyAddress(config: Config): string[] {
  if (!anyAddress.has(config.host)) return [];
  return ownHosts()
    .filter((host) => isIPv4(host) && !isLoopback(host))
    .map((host) => urlAt(host, config));
}

/** The format for clients: lean, unless the user chose one. */
export function formatForClients({ config, sources }: CommandContext): ScreenFormat {
  return sources.has('screenFormat') ? config.screenFormat : 'lean';
}

/** The address for an MCP client, with the format in its query. */
function clientUrl(context: CommandContext): string {
  const format = formatForClients(context);
  return localUrl(context.config) + (format === DEFAULT_SCREEN_FORMAT ? '' : `?screen=${format}`);
}

/** The address and token of the server with this configuration. */
export async function endpointOf(context: CommandContext): Promise<Endpoint> {
  const { config, folder, services, log } = context;
  const token = config.noAuth ? undefined : (config.token ?? (await services.keptToken(folder)));
  if (token !== undefined) log.conceal(token);
  return { url: clientUrl(context), token };
}

/** The same for the server itself, which uses a temporary token if it cannot save one. */
export async function servedEndpoint(
  context: CommandContext,
): Promise<Endpoint & { readonly unkept?: string | undefined }> {
  const { config, folder, services, log } = context;
  if (config.noAuth || config.token !== undefined) return endpointOf(context);
  const { token, unkept } = await services.serverToken(folder);
  log.conceal(token);
  if (unkept !== undefined) log.warn('the token could not be saved: the next start generates another one');
  return { url: clientUrl(context), token, unkept };
}

/** The command that runs this installation of Handeye from the current folder. */
export function typedCommand({ program: [, script], cwd, platform }: ProcessEnvironment): string {
  if (isFromNpx(script)) return 'npx handeye';
  return /[\\/]node_modules[\\/]/.test(script)
    ? 'handeye'
    : `node ${quoted(pathsOf(platform).relative(cwd, script), platform)}`;
}

/** npx may clear its cache of packages, so the client must start Handeye with npx again. */
function isFromNpx(script: string): boolean {
  return /[\\/]_npx[\\/]/.test(script);
}

/** The command with which a client starts this installation of Handeye with the same devices and policy. */
export function launchOf(context: CommandContext): Launch {
  const { config, environment } = context;
  const [node, script] = environment.program;
  // The client starts it from another folder, so paths must be absolute.
  const absolute = (path: string | undefined) =>
    path && pathsOf(environment.platform).resolve(environment.cwd, path);
  const here = {
    ...config,
    screenFormat: formatForClients(context),
    config: absolute(config.config),
    files: absolute(config.files),
    audit: absolute(config.audit),
    record: absolute(config.record),
    farmCredentials: absolute(config.farmCredentials),
    farmCa: absolute(config.farmCa),
    policy: isProfile(config.policy) ? config.policy : absolute(config.policy),
  };
  const flags = toolSettings.flatMap((name) => flagsFor(name, here[name]));
  if (isFromNpx(script)) return npxLaunch(['handeye', 'stdio', ...flags], environment.platform);
  return { command: node, args: [script, 'stdio', ...flags] };
}

function pathsOf(platform: NodeJS.Platform): typeof posix {
  return platform === 'win32' ? win32 : posix;
}

/** The flags that make another command use the same server. */
export function addressFlags(config: Config): string[] {
  return (['host', 'port', 'https'] as const).flatMap((name) => flagsFor(name, config[name]));
}

function flagsFor(name: SettingName, value: unknown): string[] {
  const setting: Setting = settings[name];
  const isDefault = JSON.stringify(value) === JSON.stringify(setting.default);
  if (setting.only === 'file' || isDefault) return [];
  return value === true ? [flagOf(name)] : [flagOf(name), String(value)];
}
