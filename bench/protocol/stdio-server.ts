import { serveStdio } from '../../packages/handeye/src/server/stdio.ts';
import { trivialToolbox } from './toolbox.ts';

await serveStdio({
  toolbox: trivialToolbox,
  name: 'bench',
  version: '0',
  log: () => undefined,
  input: process.stdin,
  output: process.stdout,
});
