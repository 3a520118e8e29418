import { once } from 'node:events';
import { realClock } from '@handeye/core/call/clock';
import { isLoopback } from '@handeye/core/server/address';
import { settingNames } from '../../config/settings.ts';
import { clients, type Endpoint, quoted } from '../clients.ts';
import { columns, indented } from '../columns.ts';
import { type CliCommand, type CommandContext, exit, type ProcessEnvironment } from '../command.ts';
import { addressFlags, everyAddress, formatForClients, servedEndpoint, typedCommand } from '../endpoint.ts';
import { holdWakeLock, STAYING_ALIVE } from '../on-phone.ts';
import { isForeground, TerminalAsker } from '../terminal-asker.ts';
import { isHandeyeAt } from './doctor-port.ts';
import type { Listening, OpenTools } from '../services.ts';

export const serve: CliCommand = {
  name: 'serve',
  about: 'Serve MCP clients over HTTP. The default command.',
  settings: settingNames,
  async run(context) {
    const { services, config, log, print, folder, environment } = context;
    const endpoint = await servedEndpoint(context);
    const terminal = terminalAsker(environment);
    const tools = await services.openTools(config, {
      log,
      folder,
      version: environment.version,
      askers: terminal ? [terminal] : [],
      studio: !config.noStudio,
    });
    try {
      const { version, stopped } = environment;
      const mount = tools.studio;
      if (mount) mount.mcp = endpoint.url;
      const { metrics } = tools;
      const options = { version, config, token: endpoint.token, folder, log, mount, metrics };
      const listening = await services.startHttp(tools.toolbox, options).catch(async (cause: unknown) => {
        throw cannotListen(cause, context, { byHandeye: await isHandeyeAt(config) });
      });
      for (const notice of tools.notices ?? []) log.warn(notice);
      const releaseWakeLock = await holdWakeLock(environment, log);
      try {
        print(welcome({ context, endpoint, tools, listening, inUse: await tools.inUse() }));
        if (!stopped.aborted) await once(stopped, 'abort');
        log.info('stopping');
      } finally {
        releaseWakeLock();
        await listening.stop();
      }
    } finally {
      await tools.close();
    }
    log.info('stopped');
    return exit.fine;
  },
};

/** Questions go to the terminal if there is one. In a service or behind a pipe, no person would read them. */
function terminalAsker({ stdin, stderr, platform }: ProcessEnvironment): TerminalAsker | undefined {
  if (stdin.isTTY !== true || stderr.isTTY !== true) return undefined;
  return new TerminalAsker({
    input: stdin,
    output: stderr,
    clock: realClock,
    isForeground: () => isForeground(platform),
  });
}

function cannotListen(
  cause: unknown,
  { config: { host, port }, environment: { env } }: CommandContext,
  { byHandeye }: { readonly byHandeye: boolean },
): unknown {
  // npm passes a flag on only after `--`.
  const from = env.npm_lifecycle_event === 'start' ? 'npm start -- ' : '';
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  const advice = {
    EADDRINUSE: byHandeye
      ? `Handeye is already serving at port ${port}. Use that server, or choose another port with ${from}--port N.`
      : `Port ${port} is used by another program. Choose another port with ${from}--port N.`,
    EACCES: `You are not permitted to use port ${port}. Choose a port above 1023 with ${from}--port N.`,
    EADDRNOTAVAIL: `This machine does not have the address ${host}. Choose another one with ${from}--host ADDRESS.`,
    ENOTFOUND: `The host name ${host} cannot be resolved. Choose another one with ${from}--host ADDRESS.`,
  };
  const known = Object.entries(advice).find(([key]) => key === code);
  return known === undefined ? cause : new Error(known[1], { cause });
}

interface Started {
  readonly context: CommandContext;
  readonly endpoint: Endpoint & { readonly unkept?: string | undefined };
  readonly tools: OpenTools;
  readonly listening: Listening;
  readonly inUse: string;
}

/** The policy in use and the way questions are asked; empty if nothing is restricted. */
function guardRows({ config: { policy, audit, noStudio }, environment }: CommandContext): string[][] {
  const others = [...(noStudio ? [] : ['Studio']), ...(terminalAsker(environment) ? ['this terminal'] : [])];
  const then =
    others.length === 0 ? ' alone: there is no terminal' : others.map((way) => `, then to ${way}`).join('');
  const asks = policy === 'read-only' ? '' : ` (questions go to the MCP client${then})`;
  return [
    ...(policy === 'open' ? [] : [['  Policy', `${policy}${asks}`]]),
    ...(audit === undefined ? [] : [['  Record', audit]]),
  ];
}

/** The server's start message: everything needed to connect. */
function welcome({ context, endpoint, tools, listening, inUse }: Started): string {
  const { url, token } = endpoint;
  const { config, environment } = context;
  // The tools that a client gets if it connects with the configuration printed below.
  const served = tools.toolbox.servedAs?.({ screen: formatForClients(context) }) ?? tools.toolbox;
  return [
    `Handeye ${environment.version} is ready.`,
    '',
    ...columns([
      ['  Address', url],
      ['  Token', token ?? 'none (--no-auth)'],
      ...(endpoint.unkept === undefined ? [] : [['', `valid until the server stops. ${endpoint.unkept}`]]),
      ...(tools.studio ? [['  Studio', new URL(tools.studio.newLink(), url).href]] : []),
      ['  Device', inUse],
      ['  Tools', `${served.tools.length}${config.readOnly ? ' (read-only)' : ''}`],
      ...guardRows(context),
      ...(config.metrics ? [['  Metrics', new URL('/metrics', url).href]] : []),
      ...(config.blockApp.length > 0 ? [['  Blocked', config.blockApp.join(', ')]] : []),
    ]),
    ...(isLoopback(config.host) ? [] : [`  Listening on ${config.host}: reachable from the network.`]),
    ...everyAddress(config).map((address) => `    ${address}`),
    ...(environment.platform === 'android' ? ['', STAYING_ALIVE] : []),
    ...(tools.notices ?? []).flatMap((notice) => ['', notice]),
    ...trust(listening),
    '',
    'To connect an MCP client, paste this into its configuration:',
    '',
    indented(JSON.stringify(clients['claude-code'].http(endpoint), null, 2)),
    '',
    ...(token === undefined ? [] : ['It holds the token: keep it out of files that are committed.', '']),
    'The format differs between Claude Desktop, Claude Code, Cursor and VS Code. To see all of them, without the token where a',
    'file is commonly committed, run:',
    '',
    `  ${[typedCommand(environment), 'client-config', ...addressFlags(config)].join(' ')}`,
    '',
    environment.platform === 'win32' ? 'To try it from a command prompt (cmd):' : 'To try it from a shell:',
    '',
    indented(
      curlExample(endpoint, {
        // A device of a farm must be leased before its screen can be read.
        tool: `${config.toolPrefix}${config.farm.length > 0 ? 'list_devices' : 'get_screen_state'}`,
        certificate: listening.certificate?.file,
        platform: environment.platform,
      }),
    ),
    '',
    'Press Ctrl-C to stop the server.',
    '',
  ].join('\n');
}

function trust({ certificate }: Listening): string[] {
  if (certificate === undefined) return [];
  return [
    '',
    `The certificate is self-signed, so clients have to be told to trust it: ${certificate.file}`,
    ...certificate.trust.map((way) => `  ${way}`),
  ];
}

interface Example {
  readonly tool: string;
  readonly certificate: string | undefined;
  readonly platform: NodeJS.Platform;
}

function curlExample({ url, token }: Endpoint, { tool, certificate, platform }: Example): string {
  const body = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"${tool}"}}`;
  const isWindows = platform === 'win32';
  const lines = [
    `curl ${certificate === undefined ? '' : `--cacert "${certificate}" `}${quoted(url, platform)}`,
    ...(token === undefined ? [] : [`-H "Authorization: Bearer ${token}"`]),
    `-H "Content-Type: application/json"`,
    // cmd supports neither single quotes nor a backslash at the end of a line.
    `-d ${isWindows ? `"${body.replaceAll('"', String.raw`\"`)}"` : `'${body}'`}`,
  ];
  return lines.join(isWindows ? ' ^\n  ' : ' \\\n  ');
}
