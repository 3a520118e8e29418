import { serveStdio } from '../../src/server/stdio.ts';
import { identity } from '@handeye/testing/serving';
import { shop, touches } from './shop.ts';

/** The shop as a program. What it says on stderr at the end is how often something was touched. */
const { device, toolbox } = shop();
await serveStdio({
  toolbox,
  ...identity,
  log: (level, event) => process.stderr.write(`${level} ${event}\n`),
  input: process.stdin,
  output: process.stdout,
});
process.stderr.write(`touches: ${touches(device)}\n`);
