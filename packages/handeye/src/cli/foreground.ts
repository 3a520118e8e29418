import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

/** Whether this process is the job that its terminal listens to. Unknown counts as no. */
export async function isForeground(platform: NodeJS.Platform): Promise<boolean> {
  // Windows has no jobs.
  if (platform === 'win32') return true;
  try {
    const [own, listenedTo] = await (platform === 'linux' ? groupsFromProc() : groupsFromPs());
    return own !== undefined && own === listenedTo;
  } catch {
    return false;
  }
}

/** proc(5): behind the name in parentheses stand state, parent, process group, session, terminal and its group. */
async function groupsFromProc(): Promise<readonly (string | undefined)[]> {
  const stat = await readFile('/proc/self/stat', 'utf8');
  const [, , group, , , listenedTo] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return [group, listenedTo];
}

async function groupsFromPs(): Promise<readonly (string | undefined)[]> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'pgid=,tpgid=', '-p', String(process.pid)]);
  return stdout.trim().split(/\s+/);
}
