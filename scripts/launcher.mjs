// Ends what npm started when npm ends. npm forwards SIGTERM only to the shell that it runs a script in. dash (sh on Debian
// and Ubuntu) stays between npm and the script, dies of the signal and passes nothing on. A killed npm forwards nothing.
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';

const CHECK_MILLISECONDS = 500;

/** Read at once: an orphan has another parent. */
const launchers = isRunByNpm() ? launchersOf(process.ppid) : [];

/** Calls `then` once if npm runs this very script and ends before it. Keeps no process alive. */
export function whenLauncherEnds(then) {
  if (launchers.length === 0) return;
  const timer = setInterval(() => {
    if (launchers.every(isAlive)) return;
    clearInterval(timer);
    then();
  }, CHECK_MILLISECONDS);
  timer.unref();
}

/** A server that was started in the background by node itself may outlive its shell. */
function isRunByNpm() {
  return process.env.npm_lifecycle_script?.includes(basename(process.argv[1])) ?? false;
}

/** The parent and, if that is a shell in which npm runs the script, npm itself, as far as the system reports them. */
function launchersOf(parent) {
  try {
    const [, flag] = readFileSync(`/proc/${parent}/cmdline`, 'utf8').split('\0');
    const [, npm] = /^PPid:\s*(\d+)$/m.exec(readFileSync(`/proc/${parent}/status`, 'utf8')) ?? [];
    return flag === '-c' && npm !== undefined ? [parent, Number(npm)] : [parent];
  } catch {
    return [parent];
  }
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}
