#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { main } from './cli/main.ts';
import { stopSignal } from './cli/signals.ts';
import { rooms } from './cli/wire.ts';

// package.json lies one folder above both src/cli.ts and dist/cli.js.
const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

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
    version: version,
    program: [process.execPath, fileURLToPath(import.meta.url)],
    stopped: stopSignal(process, () => performance.now()),
  },
  rooms,
);

// Everything is closed by now. Should something still hold the process, it does not hold it for long.
setTimeout(() => process.exit(), 2000).unref();
