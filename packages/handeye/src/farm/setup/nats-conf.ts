import { type Permissions, permissionsOf, type Role } from './roles.ts';

/** A NATS server of the farm, where clients reach it. */
export interface Node {
  readonly host: string;
  readonly port: number;
}

/** A user of a tenant; the public half of its key is all that NATS knows. */
export interface User {
  readonly role: Role;
  /** The only host that it may be. */
  readonly host?: string | undefined;
  readonly key: string;
}

export interface Tenant {
  readonly name: string;
  readonly users: readonly User[];
}

/** Routes of the cluster are so far above the port for clients: 4222 and 6222, as usual. */
export const ROUTES_ABOVE = 2_000;

/** How long an answer may take: a question to a person may be one, who has up to an hour (--ask-timeout). */
const ANSWER_TIME = '65m';

const HEADER = '# Written by handeye farm init, which writes it anew each time: changes here are lost.';

/** The name of a node, and of the folder with all that it needs. */
export function nodeName(index: number): string {
  return `nats-${index + 1}`;
}

/** Paths are relative to the folder that nats-server is started in. */
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

/** One account for each tenant: what is in one cannot be seen, called or listened to from another. */
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

/** An IPv6 address in a URL. */
export function bracketed(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}
