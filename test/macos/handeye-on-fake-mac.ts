// Handeye in a process of its own on a fake Mac; the first argument describes the Mac (see optionsOf).
import { main } from '../../packages/handeye/src/cli/main.ts';
import { createServices } from '../../packages/handeye/src/cli/wiring.ts';
import type { MacOptions } from '@handeye/macos/source';
import { ownProcess } from '../../packages/handeye/test/cli/own-process.ts';

const [OPTIONS = '{}', ...argv] = process.argv.slice(2);
process.exitCode = await main(
  argv,
  ownProcess('darwin'),
  createServices({ mac: JSON.parse(OPTIONS) as MacOptions }),
);
