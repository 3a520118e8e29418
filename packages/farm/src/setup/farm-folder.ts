import { createUser } from '@nats-io/nkeys';
import { randomBytes } from 'node:crypto';
import { copyFile, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod';
import { hasCode } from '@handeye/core/device/error-code';
import { invalidParams } from '@handeye/core/device/errors';
import { makeFolder } from '@handeye/core/device/make-folder';
import { ownHosts } from '@handeye/core/server/address';
import type { KeyPair } from '@handeye/core/server/tls';
import { makeAuthority, makeNodeCertificate } from './certificates.ts';
import {
  bracketed,
  type Node,
  natsConf,
  nodeName,
  ROUTES_ABOVE,
  type Tenant,
  tenantsConf,
  type User,
} from './nats-conf.ts';
import { type Role, roles } from './roles.ts';

/** The folder's own record; nothing in it is secret. */
const farmFile = z.object({
  nodes: z.array(z.object({ host: z.string(), port: z.number() })),
  /** Whether the only node is this machine, under any of its names. */
  isHere: z.boolean(),
  tenants: z.array(
    z.object({
      name: z.string(),
      users: z.array(z.object({ role: z.enum(roles), host: z.string().optional(), key: z.string() })),
    }),
  ),
});
type FarmFile = z.infer<typeof farmFile>;

export interface FarmWish {
  readonly folder: string;
  /** NATS servers. Default: those of before, or one on this machine. */
  readonly nodes?: readonly Node[];
  /** Missing tenants are added; none is removed. An empty list means all existing ones. */
  readonly tenants: readonly string[];
  /** The tenant of a new folder if none is named. */
  readonly firstTenant?: string;
  /** Hosts of these tenants with a user of their own, which cannot act as another host. */
  readonly onlyHosts?: readonly string[];
  readonly now?: number;
}

export interface FarmFolder {
  readonly ca: string;
  /** Folder and address of each NATS server. */
  readonly nodes: readonly { readonly folder: string; readonly address: string }[];
  readonly tenants: readonly string[];
  readonly addedTenants: readonly string[];
  /** Whether the folder had no farm before. */
  readonly isNew: boolean;
}

export function credentialsFile(folder: string, tenant: string, role: Role, host?: string): string {
  return join(folder, 'tenants', tenant, `${host === undefined ? role : `${role}-${host}`}.nk`);
}

/** Writes all files for the NATS of a farm, or adds to existing ones. Existing keys stay. */
export async function writeFarmFolder(wish: FarmWish): Promise<FarmFolder> {
  const { folder, nodes = [], now = Date.now() } = wish;
  mustBeNodes(nodes);
  const before = await readFarm(folder);
  const farm = await extended(before, wish);
  const authority = await keptAuthority(folder, now);
  for (const [index] of farm.nodes.entries()) await writeNode(folder, farm, { index, authority, now });
  await replace(join(folder, 'farm.json'), `${JSON.stringify(farm, null, 2)}\n`, 0o644);
  const known = new Set(before?.tenants.map(({ name }) => name));
  const names = farm.tenants.map(({ name }) => name);
  return {
    ca: join(folder, 'ca.pem'),
    nodes: farm.nodes.map(({ host, port }, index) => ({
      folder: join(folder, nodeName(index)),
      address: `tls://${bracketed(host)}:${port}`,
    })),
    tenants: names,
    addedTenants: names.filter((name) => !known.has(name)),
    isNew: before === undefined,
  };
}

/** Otherwise only NATS would report these errors, on the node's machine. */
function mustBeNodes(nodes: readonly Node[]): void {
  const most = 65_535 - (nodes.length > 1 ? ROUTES_ABOVE : 0);
  const wrong = nodes.find(({ port }) => port < 1 || port > most);
  if (wrong) throw invalidParams(`--nodes: the port of ${wrong.host} must be between 1 and ${most}.`);
  const names = nodes.map(({ host, port }) => `${host}:${port}`);
  const twice = names.find((name, at) => names.indexOf(name) < at);
  if (twice !== undefined) throw invalidParams(`--nodes: ${twice} is named twice.`);
}

async function readFarm(folder: string): Promise<FarmFile | undefined> {
  await makeFolder(folder);
  const text = await readIfThere(join(folder, 'farm.json'));
  if (text !== undefined) return farmOf(text, folder);
  if ((await readdir(folder)).length > 0)
    throw invalidParams(`${folder} is not empty, and no farm of handeye farm init. Name another folder.`);
  return undefined;
}

function farmOf(text: string, folder: string): FarmFile {
  try {
    return farmFile.parse(JSON.parse(text));
  } catch (error) {
    throw invalidParams(`${join(folder, 'farm.json')} was changed and cannot be read. Restore it.`, error);
  }
}

async function extended(before: FarmFile | undefined, wish: FarmWish): Promise<FarmFile> {
  const { folder, nodes = [], onlyHosts = [] } = wish;
  const kept = before?.tenants ?? [];
  const names = namedTenants(kept, wish);
  const added = names.filter((name) => kept.every((tenant) => tenant.name !== name));
  const tenants: Tenant[] = [];
  for (const tenant of [...kept, ...added.map((name) => ({ name, users: [] }))]) {
    const hosts = names.includes(tenant.name) ? onlyHosts : [];
    tenants.push({ name: tenant.name, users: await withUsers(folder, tenant, hosts) });
  }
  const here: FarmFile['nodes'] = [{ host: hostname().toLowerCase(), port: 4222 }];
  return {
    nodes: nodes.length > 0 ? [...nodes] : (before?.nodes ?? here),
    isHere: nodes.length === 0 && (before?.isHere ?? true),
    tenants: tenants.map(({ name, users }) => ({ name, users: [...users] })),
  };
}

function namedTenants(kept: readonly Tenant[], { tenants, firstTenant }: FarmWish): readonly string[] {
  if (tenants.length > 0) return tenants;
  if (kept.length > 0) return kept.map(({ name }) => name);
  return firstTenant === undefined ? [] : [firstTenant];
}

/** The existing users of a tenant, and the missing ones with new keys. */
async function withUsers(folder: string, { name, users }: Tenant, hosts: readonly string[]): Promise<User[]> {
  const wanted = [
    ...roles.map((role) => ({ role, host: undefined })),
    ...hosts.map((host) => ({ role: 'host' as const, host })),
  ];
  const missing = wanted.filter(({ role, host }) =>
    users.every((user) => user.role !== role || user.host !== host),
  );
  const made: User[] = [];
  for (const { role, host } of missing)
    made.push({ role, host, key: await makeUser(folder, name, role, host) });
  return [...users, ...made];
}

/** A new NATS user: its public key, and the seed that proves it. */
export function newUser(): { readonly key: string; readonly seed: Uint8Array } {
  const user = createUser();
  return { key: user.getPublicKey(), seed: user.getSeed() };
}

/** Writes the seed to a file that only its owner can read, and returns the public key. */
async function makeUser(folder: string, tenant: string, role: Role, host?: string): Promise<string> {
  const user = newUser();
  const file = credentialsFile(folder, tenant, role, host);
  await makeFolder(join(folder, 'tenants', tenant));
  const about = `# NATS user "${host === undefined ? role : `${role} ${host}`}" of tenant ${tenant}. Who has this file is that user: keep it secret.`;
  const seed = new TextDecoder().decode(user.seed);
  await replace(file, `${about}\n${seed}\n`, 0o600);
  return user.key;
}

async function keptAuthority(folder: string, now: number): Promise<KeyPair> {
  const cert = join(folder, 'ca.pem');
  const key = join(folder, 'ca-key.pem');
  const kept = { cert: await readIfThere(cert), key: await readIfThere(key) };
  if (kept.cert !== undefined && kept.key !== undefined) return { cert: kept.cert, key: kept.key };
  if (kept.cert !== undefined)
    throw invalidParams(
      `${key} is missing. Bring it back while handeye farm init runs: it signs the nodes' certificates.`,
    );
  const made = await makeAuthority(now);
  await replace(key, made.key, 0o600);
  await replace(cert, made.cert, 0o644);
  return made;
}

interface NodeFiles {
  readonly index: number;
  readonly authority: KeyPair;
  readonly now: number;
}

/** Writes a folder that can be copied to its node's machine as it is. */
async function writeNode(
  folder: string,
  farm: FarmFile,
  { index, authority, now }: NodeFiles,
): Promise<void> {
  const at = join(folder, nodeName(index));
  const named = farm.nodes[index]?.host ?? 'localhost';
  const hosts = [...new Set([named, 'localhost', '127.0.0.1', '::1', ...(farm.isHere ? ownHosts() : [])])];
  const { cert, key } = await makeNodeCertificate(authority, hosts, now);
  await makeFolder(at);
  await replace(join(at, 'node-key.pem'), key, 0o600);
  await replace(join(at, 'node.pem'), cert, 0o644);
  await copyFile(join(folder, 'ca.pem'), join(at, 'ca.pem'));
  await replace(join(at, 'nats.conf'), natsConf(farm.nodes, index), 0o644);
  await replace(join(at, 'tenants.conf'), tenantsConf(farm.tenants), 0o644);
}

async function readIfThere(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

/** Replaces a file atomically. */
async function replace(file: string, content: string, mode: number): Promise<void> {
  const aside = `${file}.${randomBytes(6).toString('hex')}`;
  await writeFile(aside, content, { mode, flag: 'wx' });
  await rename(aside, file);
}
