import * as z from 'zod';
import { randomBytes } from 'node:crypto';
import { constants, readdirSync } from 'node:fs';
import { rename, unlink, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { hasCode } from '../../device/error-code.ts';
import { readRegularFile } from '../../device/regular-file.ts';
import { parseJson } from '../../server/json.ts';
import { privateFolder } from '../../server/token.ts';
import { toolsetNames } from '../../tools/frame/defaults.ts';
import type { Config } from '../../config/settings.ts';
import { isLoopback } from '../../server/address.ts';
import type { Toolbox } from '../../tools/frame/toolbox.ts';
import { localUrl } from '../endpoint.ts';
import type { Log } from '../log.ts';
import { startedWith } from './find.ts';

/*
 * A server says that it runs in a file of its own in the config folder, servers/PID.json, which only its user can read:
 * several may run at once, and the one that ended without a word is known by its process.
 */

const schema = z.object({
  pid: z.int().positive(),
  /** Home folders may be shared by several machines and containers, process numbers are not. */
  machine: z.string(),
  started: z.number(),
  url: z.url(),
  /** The token of this run. */
  token: z.string().min(16),
  /** What it shows over HTTPS, as PEM. */
  certificate: z.string().optional(),
  /** The toolsets that a client may choose among. */
  toolsets: z.array(z.enum(toolsetNames)),
  /** It serves Studio only, beside a client on stdio. */
  onlyStudio: z.boolean().optional(),
  /** What it was started with. */
  settings: z.record(z.string(), z.unknown()),
});

/** A server that runs, as it describes itself. */
export type ServerRecord = Readonly<z.infer<typeof schema>>;

/** Writes the record of this process's server; the result removes it. */
export async function writeRecord(
  folder: string,
  described: Omit<ServerRecord, 'pid' | 'machine' | 'started'>,
): Promise<() => Promise<void>> {
  const place = join(folder, 'servers');
  await privateFolder(folder);
  await privateFolder(place);
  const record: ServerRecord = {
    pid: process.pid,
    machine: hostname(),
    started: Date.now(),
    ...described,
  };
  const file = join(place, `${process.pid}.json`);
  const aside = `${file}.${randomBytes(6).toString('hex')}`;
  await writeFile(aside, `${JSON.stringify(record)}\n`, { mode: 0o600, flag: 'wx' });
  await rename(aside, file);
  return () => remove(file);
}

/** The servers of this user that run on this machine, the newest first. What others left behind is removed. */
export async function readRecords(folder: string): Promise<ServerRecord[]> {
  const place = join(folder, 'servers');
  const records: ServerRecord[] = [];
  for (const name of namesIn(place)) {
    const record = readRecord(join(place, name));
    if (record?.machine !== hostname()) continue;
    if (isRunning(record.pid)) records.push(record);
    else await remove(join(place, name));
  }
  return records.sort((one, other) => other.started - one.started);
}

function namesIn(place: string): string[] {
  try {
    return readdirSync(place).filter((name) => /^\d+\.json$/.test(name));
  } catch {
    return [];
  }
}

/** Undefined if it cannot be read, was written by another version, or other users could have written or read it. */
function readRecord(file: string): ServerRecord | undefined {
  try {
    const { text, mode } = readRegularFile(file, { flags: constants.O_NOFOLLOW });
    if (process.platform !== 'win32' && mode & 0o077) return undefined;
    return schema.safeParse(parseJson(text)?.value).data;
  } catch {
    return undefined;
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // EPERM: it runs, as somebody else. Whether it is our server is found out by asking.
    return hasCode(error, 'EPERM');
  }
}

async function remove(file: string): Promise<void> {
  await unlink(file).catch(() => undefined);
}

interface Announced {
  readonly config: Config;
  readonly folder: string;
  readonly log: Log;
  readonly toolbox: Toolbox;
  /** The token of this run. */
  readonly token: string;
  readonly certificate: string | undefined;
  readonly onlyMount?: boolean;
}

/** Tells this user's commands that a server runs; the result takes it back. Without a place for it, the server runs unknown. */
export async function announce(announced: Announced): Promise<() => Promise<void>> {
  const { config, folder, log, toolbox, token, certificate, onlyMount = false } = announced;
  log.conceal(token);
  const { origin, hostname } = new URL(localUrl(config));
  // What commands send must not leave this machine.
  if (!isLoopback(hostname.replace(/^\[(.*)\]$/, '$1'))) return () => Promise.resolve();
  try {
    return await writeRecord(folder, {
      url: origin,
      token,
      ...(certificate !== undefined && { certificate }),
      ...(onlyMount && { onlyStudio: true }),
      toolsets: [...(toolbox.toolsets ?? [])],
      settings: startedWith(config),
    });
  } catch (error) {
    const why = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    log.warn('handeye call will not find this server: its address could not be saved', { why });
    return () => Promise.resolve();
  }
}
