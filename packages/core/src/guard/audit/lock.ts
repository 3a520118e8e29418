import { randomBytes } from 'node:crypto';
import { linkSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { hasCode } from '../../device/error-code.ts';
import { isLive, ownerSchema, type ProcessOwner, thisProcess } from '../../device/process-owner.ts';

/** Another process writes to the record. */
export class RecordInUse extends Error {
  override readonly name = 'RecordInUse';
  constructor(
    readonly lock: string,
    readonly pid: number,
  ) {
    super(
      `process ${pid} writes to it; give each server a file of its own (if that process is not Handeye, remove ${lock})`,
    );
  }
}

/** Makes this process the only writer; the returned function releases the lock. A killed process's lock is removed. */
export function lock(path: string): () => void {
  if (!made(path)) {
    const owner = ownerIn(path);
    if (owner && isLive(owner)) throw new RecordInUse(path, owner.pid);
    unlinkSync(path);
    if (!made(path)) throw new RecordInUse(path, ownerIn(path)?.pid ?? 0);
  }
  return () => {
    unlinkSync(path);
  };
}

/** False if it is there already. It is never there without its content: another process would take it for abandoned. */
function made(path: string): boolean {
  const aside = `${path}.${randomBytes(6).toString('hex')}`;
  writeFileSync(aside, JSON.stringify(thisProcess()), { flag: 'wx', mode: 0o600 });
  try {
    linkSync(aside, path);
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    throw error;
  } finally {
    unlinkSync(aside);
  }
}

/** Undefined if it cannot be read: it is not ours. */
function ownerIn(path: string): ProcessOwner | undefined {
  try {
    return ownerSchema.safeParse(JSON.parse(readFileSync(path, 'utf8'))).data;
  } catch {
    return undefined;
  }
}
