import { type Permissions, permissionsOf, type Role } from './roles.ts';

/** A NATS server of the farm, where clients reach it. */
export interface Node {
  readonly host: string;
  readonly port: number;
}

/** A user of a tenant; NATS knows only the public half of its key. */
export interface User {
  readonly role: Role;
  /** The only host that it may act as. */
  readonly host?: string | undefined;
  readonly key: string;
}

export interface Tenant {
  readonly name: string;
  readonly users: readonly User[];
}

/** Distance of a node's cluster port from its client port: 4222 and 6222, as usual. */
export const ROUTES_ABOVE = 2_000;

/** The limit of an answer: a person has up to an hour for a question (--ask-timeout). */
const ANSWER_TIME = '65m';

const HEADER = '# Written by handeye farm init, which writes it anew each time: changes here are lost.';

/** The name of a node and of its folder. */
export function nodeName(index: number): string {
  return `nats-${index + 1}`;
}

/** The configuration of a node. Paths are relative to the folder in which nats-server is started. */
export function natsConf(nodes: readonly Node[], index: number): string {
  const { host, port } = nodes[index] ?? { host: '127.0.0.1', port: 4222 };
  const listen = (at: number) => JSON.stringify(`${isLoopback(host) ? bracketed(host) : '0.0.0.0'}:${at}`);
  const routes = nodes.map((node) => `nats-route://${bracketed(node.host)}:${node.port + ROUTES_ABOVE}`);
  const certificate = 'cert_file: "node.pem", key_file: "node-key.pem"';
  return [
    HEADER,
    '# Start it in this folder: nats-server -c nats.conf',
    `server_name: ${nodeName(index)}`,
    `listen: ${listen(port)}`,
    `tls { ${certificate} }`,
    'jetstream { store_dir: "store" }',
    'include "tenants.conf"',
    ...(nodes.length === 1
      ? []
      : [
          'cluster {',
          '  name: handeye',
          `  listen: ${listen(port + ROUTES_ABOVE)}`,
          `  routes: ${JSON.stringify(routes)}`,
          '  # The nodes prove to each other that the farm has made their certificates.',
          `  tls { ${certificate}, ca_file: "ca.pem", verify: true }`,
          '}',
        ]),
    '',
  ].join('\n');
}

/** One account for each tenant: other accounts cannot see, call or listen to it. */
export function tenantsConf(tenants: readonly Tenant[]): string {
  return [
    HEADER,
    '# After a change, in the folder of each node: nats-server --signal reload',
    'accounts {',
    ...tenants.flatMap(({ name, users }) => [
      `  ${JSON.stringify(name)}: {`,
      '    jetstream: enabled',
      '    users: [',
      ...users.flatMap(userLines),
      '    ]',
      '  }',
    ]),
    '}',
    '',
  ].join('\n');
}

function userLines({ role, host, key }: User): string[] {
  const { publish, subscribe }: Permissions = permissionsOf(role, host);
  return [
    `      # ${host === undefined ? role : `${role} ${host}`}`,
    `      { nkey: ${key}, permissions: {`,
    `        publish: { allow: ${JSON.stringify(publish)} }`,
    `        subscribe: { allow: ${JSON.stringify(subscribe)} }`,
    ...(role === 'observer' ? [] : [`        allow_responses: { max: 1, expires: "${ANSWER_TIME}" }`]),
    '      } }',
  ];
}

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host.startsWith('127.');
}

/** A host for a URL: an IPv6 address in brackets. */
export function bracketed(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}
