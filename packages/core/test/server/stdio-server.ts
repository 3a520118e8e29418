import { serveStdio } from '../../src/server/stdio.ts';
import { identity } from '@handeye/testing/serving';
import { TestToolbox } from '@handeye/testing/toolbox';

/** The test toolbox as a program, for clients that start their server themselves. */
await serveStdio({
  toolbox: new TestToolbox(),
  ...identity,
  log: (level, event) => process.stderr.write(`${level} ${event}\n`),
  input: process.stdin,
  output: process.stdout,
});
