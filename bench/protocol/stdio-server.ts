import { serveStdio } from '@handeye/core/server/stdio';
import { trivialToolbox } from './toolbox.ts';

await serveStdio({
  toolbox: trivialToolbox,
  name: 'bench',
  version: '0',
  log: () => undefined,
  input: process.stdin,
  output: process.stdout,
});
