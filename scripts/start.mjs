// npm start: makes a fresh clone ready and serves. Arguments after -- go to `handeye serve`.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, install, root } from './prepare.mjs';

install();
build();

// The server runs in this very process, so that a signal meant for `npm start` reaches it without a go-between.
const cli = join(root, 'dist', 'cli.js');
process.argv = [process.execPath, cli, 'serve', ...process.argv.slice(2)];
await import(pathToFileURL(cli).href);
