import type { Call } from '@handeye/core/call/call';
import { CompanionConnection } from './companion/connection.ts';
import { FOLDER_ON_PHONE, loadDex } from './companion/dex.ts';
import { CompanionGone } from './companion/errors.ts';
import { installed } from './companion/installing.ts';
import { startCommand } from './companion/running.ts';
import { openStream } from './companion/stream.ts';
import { outputOf, type Phone, sh } from './phone.ts';

/** A companion records its changes here before it makes them. */
const RESTORE_FILE = `${FOLDER_ON_PHONE}/handeye-restore.json`;

/** The result of cleaning a phone. */
export interface Cleaned {
  /** The removed files and folders. */
  readonly removed: readonly string[];
  /** Why the changes of a killed companion could not be put back; undefined if they could, or if there were none. */
  readonly problem?: string;
  /** Settings that a killed companion had changed are as they were before. */
  readonly putBack: boolean;
}

/** Puts back the changes of a killed companion, and removes every file that Handeye put on the phone. */
export async function clean(phone: Phone, call: Call): Promise<Cleaned> {
  const before = await filesOn(phone, call);
  const restored = before.includes(RESTORE_FILE) ? await putBack(phone, call) : undefined;
  const keeps = restored?.problem !== undefined;
  const unwanted = (await filesOn(phone, call)).filter((file) => !keeps || file !== RESTORE_FILE);
  if (unwanted.length > 0) await phone.run(sh`rm -rf ${unwanted}`, call);
  const left = new Set(await filesOn(phone, call));
  return {
    removed: before.filter((file) => !left.has(file)),
    putBack: restored?.problem === undefined && restored !== undefined,
    ...(restored?.problem !== undefined && { problem: restored.problem }),
  };
}

/** Everything that Handeye writes on a phone lies in this folder and begins with its name. */
async function filesOn(phone: Phone, call: Call): Promise<readonly string[]> {
  const all = sh`${FOLDER_ON_PHONE}/handeye-*`;
  const listed = outputOf(await phone.run(sh`for f in ${all}; do [ -e "$f" ] && echo "$f"; done`, call));
  return listed.split(/\r?\n/).filter((line) => line !== '');
}

/** Starts a companion that puts back the changes of an earlier one. It does not touch those of a running one. */
async function putBack(phone: Phone, call: Call): Promise<{ readonly problem?: string }> {
  const dex = await loadDex();
  await installed(phone, dex, call);
  try {
    const stream = await openStream(phone, startCommand(dex, 'restore=only'), call);
    let ends: () => void = () => undefined;
    const ended = new Promise<void>((resolve) => (ends = resolve));
    const { connection } = await CompanionConnection.open(stream, ends, call);
    if (connection.endedBy === undefined) await ended;
  } catch (error) {
    if (error instanceof CompanionGone) return { problem: error.message };
    throw error;
  }
  const owner = await writerOf(phone, call);
  return owner === undefined
    ? {}
    : { problem: `It belongs to a Handeye that uses the phone now (${owner}).` };
}

/** The running companion that still needs the file, if there is one. */
async function writerOf(phone: Phone, call: Call): Promise<string | undefined> {
  const saved = outputOf(await phone.run(sh`cat ${RESTORE_FILE} 2>/dev/null`, call));
  const pid = /"pid"\s*:\s*(\d+)/.exec(saved)?.[1];
  if (pid === undefined) return undefined;
  return (await phone.run(sh`[ -d ${`/proc/${pid}`} ]`, call)).code === 0 ? `process ${pid}` : undefined;
}
