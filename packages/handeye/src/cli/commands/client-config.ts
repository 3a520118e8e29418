import { join } from 'node:path';
import { choice, onOrOff } from '../../config/values.ts';
import { settingNames } from '../../config/settings.ts';
import { type Client, type ClientName, clients, type Endpoint, type Launch } from '../clients.ts';
import { indented } from '../columns.ts';
import { type CliCommand, type CommandContext, exit, UsageError } from '../command.ts';
import { endpointOf, launchOf } from '../endpoint.ts';
import { didYouMean } from '@handeye/core/text/did-you-mean';

const names = Object.keys(clients) as ClientName[];

export const clientConfig: CliCommand = {
  name: 'client-config',
  takes: `[${names.join('|')}]`,
  about: 'Print the configuration for an MCP client.',
  more:
    'With --json it prints only the configuration, ready for a file; --over chooses the transport. Clients get the lean ' +
    'screen format and the tools for models; --screen-format compact leaves both out. The token is not in what belongs into a ' +
    'file of a project, which is commonly committed: that refers to the variable HANDEYE_TOKEN.',
  settings: settingNames,
  own: {
    json: { schema: onOrOff(), default: false, about: 'Print only the JSON; needs a client.' },
    over: {
      schema: choice(['http', 'stdio']),
      default: 'http',
      takes: 'TRANSPORT',
      about: 'With --json: http (a running server) or stdio (the client starts Handeye itself).',
    },
  },
  async run(context) {
    const {
      words,
      own,
      print,
      log,
      environment: { platform },
    } = context;
    const chosen = words.map(clientNamed);
    const endpoint = await endpointOf(context);
    const launch = launchOf(context);
    if (own.json === true) {
      const [client] = chosen;
      if (client === undefined) throw new UsageError(`--json: needs a client: ${names.join(', ')}`);
      const isHttp = own.over !== 'stdio';
      print(JSON.stringify(isHttp ? httpJson(client, endpoint, platform) : client.stdio(launch), null, 2));
      const about = isHttp ? tokenAdvice(client, endpoint, context) : undefined;
      if (about !== undefined) log.warn(about);
      return exit.fine;
    }
    const shown = chosen.length > 0 ? chosen : names.map((name) => clients[name]);
    print(
      shown
        .map((client) =>
          guide(client, { endpoint, launch, platform, advice: tokenAdvice(client, endpoint, context) }),
        )
        .join('\n\n'),
    );
    return exit.fine;
  },
};

function clientNamed(word: string): Client {
  const name = names.find((known) => known === word);
  if (name !== undefined) return clients[name];
  throw new UsageError(`Unknown client: ${word}${didYouMean(word, names) || '.'} Known: ${names.join(', ')}`);
}

/** The configuration of a client, without the token where its file is commonly committed. */
function httpJson(client: Client, endpoint: Endpoint, platform: NodeJS.Platform) {
  const token = endpoint.token === undefined ? undefined : (client.tokenElsewhere ?? endpoint.token);
  return client.http({ ...endpoint, token }, platform);
}

/** How the client gets the token that is not in its file. */
function tokenAdvice(
  { tokenElsewhere }: Client,
  { token }: Endpoint,
  { config, folder }: CommandContext,
): string | undefined {
  if (token === undefined || tokenElsewhere === undefined) return undefined;
  const where = config.token === undefined ? `, which is in ${join(folder, 'token')}` : ' of your settings';
  const how = tokenElsewhere.startsWith('${input:')
    ? `VS Code asks for the token${where}`
    : `start the client with HANDEYE_TOKEN set to the token${where}`;
  return `The token is not in it, as such a file is commonly committed: ${how}.`;
}

interface Connection {
  readonly endpoint: Endpoint;
  readonly launch: Launch;
  readonly platform: NodeJS.Platform;
  readonly advice: string | undefined;
}

function guide(client: Client, { endpoint, launch, platform, advice }: Connection): string {
  return [
    client.title,
    '',
    '  Connect to a running server (handeye serve):',
    '',
    ...way(client, httpJson(client, endpoint, platform), client.shell?.http(endpoint, platform)),
    ...(advice === undefined ? [] : ['', `  ${advice}`]),
    '',
    '  Or let the client start Handeye itself:',
    '',
    ...way(client, client.stdio(launch), client.shell?.stdio(launch, platform)),
  ].join('\n');
}

function way(client: Client, json: unknown, command: string | undefined): string[] {
  const paste = [`  in ${client.file}`, indented(JSON.stringify(json, null, 2), '    ')];
  return command === undefined
    ? paste
    : ['  run', `    ${command}`, '', `  or put ${paste.join('\n').trimStart()}`];
}
