#!/usr/bin/env node
import { homedir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from './command.ts';

const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => {
    stop.abort();
  });
}

process.exitCode = await runCommand(process.argv.slice(2), {
  name: 'virtual-phone',
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  keysFile: join(process.env.XDG_CONFIG_HOME ?? join(homedir(), '.config'), 'virtual-phone', 'keys'),
  stopped: stop.signal,
});
// A question may have left the terminal's input open, which would keep this process alive.
process.stdin.destroy();
