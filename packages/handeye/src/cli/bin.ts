#!/usr/bin/env node
import { existsSync, readFileSync, writeSync } from 'node:fs';
import { homedir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { crashText } from '@handeye/core/device/fault';
import { main } from './main.ts';
import { stopSignal } from './signals.ts';
import { services } from './wiring.ts';

// Set before anything can fail, because an error may quote the screen or typed text.
process.on('uncaughtException', (fault) => {
  writeSync(process.stderr.fd, crashText(fault));
  process.exit(1);
});

const { version } = JSON.parse(readFileSync(packageFile(), 'utf8')) as { version: string };

process.exitCode = await main(
  process.argv.slice(2),
  {
    env: process.env,
    platform: process.platform,
    home: homedir(),
    stdin: process.stdin,
    stdout: process.stdout,
    stderr: process.stderr,
    cwd: process.cwd(),
    version,
    program: [process.execPath, fileURLToPath(import.meta.url)],
    stopped: stopSignal(process, { platform: process.platform, now: () => performance.now() }),
  },
  services,
);

// Everything is closed by now. If something still keeps the process alive, exit anyway.
setTimeout(() => process.exit(), 2000).unref();

/** package.json is one folder above dist/cli.js and two folders above src/cli/bin.ts. */
function packageFile(): URL {
  const above = new URL('../package.json', import.meta.url);
  return existsSync(above) ? above : new URL('../../package.json', import.meta.url);
}
