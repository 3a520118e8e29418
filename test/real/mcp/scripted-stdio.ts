/** The real tools on a scripted device, over standard input and output: what a client starts in the tests. */
import { serveStdio } from '@handeye/core/server/stdio';
import { scriptedTools } from './scripted-house.ts';

const { toolbox } = await scriptedTools();
await serveStdio({
  toolbox,
  name: 'handeye',
  version: '0.0.0',
  log: () => undefined,
  input: process.stdin,
  output: process.stdout,
});
