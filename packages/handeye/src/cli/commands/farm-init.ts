import { isAbsolute, join, relative, resolve } from 'node:path';
import { listOf, text, typed } from '../../config/values.ts';
import type { FarmFolder } from '@handeye/farm/setup/farm-folder';
import type { Node } from '@handeye/farm/setup/nats-conf';
import { type CommandContext, exit, UsageError } from '../command.ts';
import { typedCommand } from '../endpoint.ts';
import { loadFarm } from '../farm/load-farm.ts';

const DEFAULT_FOLDER = 'handeye-farm';
const DEFAULT_TENANT = 'main';
const DEFAULT_PORT = 4222;

/** As the farm's own TOKEN, which is loaded only when the command runs. */
const TOKEN = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
const token = () => text('must be lowercase letters, digits and dashes', TOKEN);

/** The flags of `handeye farm init`. */
export const initFlags = {
  tenant: {
    schema: listOf(token()),
    default: [],
    takes: 'NAME',
    about: `init: a group of users that sees only its own devices. Repeatable. (default: those of the folder; ${DEFAULT_TENANT} in a new one)`,
  },
  nodes: {
    schema: listOf(text('must be HOST or HOST:PORT', /^(\[[0-9a-fA-F:.]+\]|[^\s:,/@[\]]+)(:\d{1,5})?$/)),
    default: [],
    takes: 'HOST[:PORT]',
    about:
      'init: where NATS runs, as clients reach it; three make a cluster that survives the loss of one. Repeatable. (default: this machine)',
  },
  onlyHost: {
    schema: listOf(token()),
    default: [],
    takes: 'NAME',
    about: 'init: also write credentials that are valid for this host only. Repeatable.',
  },
} as const;

/** `handeye farm init`: writes configuration, certificates and credentials of a NATS for a farm to a folder. */
export async function farmInit(context: CommandContext): Promise<number> {
  const { words, own, environment, print } = context;
  const [, named = DEFAULT_FOLDER, ...more] = words;
  if (more.length > 0) throw new UsageError('handeye farm init takes one FOLDER.');
  const tenant = typed(initFlags.tenant.schema, own.tenant);
  const nodes = typed(initFlags.nodes.schema, own.nodes);
  const onlyHost = typed(initFlags.onlyHost.schema, own.onlyHost);
  const folder = resolve(environment.cwd, named);
  const { writeFarmFolder } = await loadFarm(() => import('@handeye/farm/setup/farm-folder'));
  const farm = await writeFarmFolder({
    folder,
    nodes: nodes.map(nodeOf),
    tenants: tenant,
    firstTenant: DEFAULT_TENANT,
    onlyHosts: onlyHost,
  });
  const shown = relative(environment.cwd, folder);
  const from = shown === '' || shown.startsWith('..') || isAbsolute(shown) ? folder : shown;
  for (const line of linesOf(farm, from, typedCommand(environment))) print(line);
  for (const name of tenant.length > 0 ? tenant : farm.tenants)
    for (const only of onlyHost)
      print(`For the host ${only} alone: ${join(from, 'tenants', name, `host-${only}.nk`)}`);
  return exit.fine;
}

function nodeOf(text: string): Node {
  const [, host = '', port] = /^(.*?)(?::(\d+))?$/.exec(text) ?? [];
  return { host: host.replace(/^\[(.*)\]$/, '$1'), port: port === undefined ? DEFAULT_PORT : Number(port) };
}

function linesOf(farm: FarmFolder, folder: string, command: string): string[] {
  const tenant = farm.addedTenants[0] ?? farm.tenants[0] ?? DEFAULT_TENANT;
  const credentials = (role: string) => join(folder, 'tenants', tenant, `${role}.nk`);
  const flags = (role: string) =>
    [
      ...farm.nodes.map(({ address }) => `--farm ${address}`),
      `--farm-ca ${join(folder, 'ca.pem')}`,
      `--farm-credentials ${credentials(role)}`,
    ].join(' ');
  return [
    `${folder}: ${farm.nodes.length} NATS node(s), tenants: ${farm.tenants.join(', ')}`,
    ...evenNodes(farm.nodes.length),
    '',
    ...(farm.isNew ? [] : reloadLines(farm)),
    '1. NATS (nats-server 2.9 or newer), on each node with its folder:',
    ...farm.nodes.map(
      ({ address }, index) =>
        `  cd ${join(folder, `nats-${index + 1}`)} && nats-server -c nats.conf    # ${address}`,
    ),
    '',
    `2. Each machine with devices, with ca.pem and ${credentials('host')}:`,
    `  ${command} host --name NAME ${flags('host')}`,
    '',
    `3. Each server that agents connect to, with ca.pem and ${credentials('server')}:`,
    `  ${command} serve ${flags('server')}`,
    '',
    '4. To watch:',
    `  ${command} farm status ${flags('observer')}`,
    '',
    `Keep ${join(folder, 'ca-key.pem')} and the .nk files secret; NATS needs none of them. More tenants later: ${command} farm init ${folder} --tenant NAME`,
  ];
}

/** NATS stores nothing without a majority of its nodes. */
function evenNodes(count: number): string[] {
  if (count % 2 === 1) return [];
  return [
    `A majority of the nodes must run, so ${count} survive no more losses than ${count - 1}. Use ${count - 1} or ${count + 1}.`,
  ];
}

/** Running nodes have loaded the earlier files. */
function reloadLines({ addedTenants }: FarmFolder): string[] {
  return [
    addedTenants.length === 0 ? 'No tenant is new.' : `New tenants: ${addedTenants.join(', ')}.`,
    'Copy tenants.conf and the renewed node.pem and node-key.pem to the nodes that run, and on each: nats-server --signal reload',
    '',
  ];
}
