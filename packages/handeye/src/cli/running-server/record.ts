import * as z from 'zod';
import { randomBytes } from 'node:crypto';
import { constants, readdirSync } from 'node:fs';
import { rename, unlink, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { hasCode } from '@handeye/core/device/error-code';
import { readRegularFile } from '@handeye/core/device/regular-file';
import { parseJson } from '@handeye/core/server/json';
import { privateFolder } from '@handeye/core/server/token';
import { toolsetNames } from '@handeye/core/tools/frame/defaults';

/*
 * Each running server has a record in the config folder, servers/PID.json, which only its user can read. Several may run at
 * once; a killed one is recognised by its missing process.
 */

const schema = z.object({
  pid: z.int().positive(),
  /** Machines and containers may share a home folder, but not process numbers. */
  machine: z.string(),
  started: z.number(),
  url: z.url(),
  /** The token of this run. */
  token: z.string().min(16),
  /** Its HTTPS certificate, as PEM. */
  certificate: z.string().optional(),
  /** The toolsets that a client may choose from. */
  toolsets: z.array(z.enum(toolsetNames)),
  /** It serves only Studio, beside a client on stdio. */
  onlyStudio: z.boolean().optional(),
  /** Its start settings. */
  settings: z.record(z.string(), z.unknown()),
});

/** The record of a running server. */
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

/** The running servers of this user on this machine, the newest first. Removes stale records. */
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

/** Undefined if it cannot be read, was written by another version, or is accessible to other users. */
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
    // EPERM: the process runs as another user. A request will show whether it is our server.
    return hasCode(error, 'EPERM');
  }
}

async function remove(file: string): Promise<void> {
  await unlink(file).catch(() => undefined);
}
