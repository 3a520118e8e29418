// npm start: makes a fresh clone ready and serves. Arguments after -- go to `handeye serve`.
import { pathToFileURL } from 'node:url';
import { whenLauncherEnds } from './launcher.mjs';
import { build, command, install } from './prepare.mjs';

install();
build();

// The server runs in this very process, so that a signal meant for `npm start` reaches it without a go-between.
process.argv = [process.execPath, command, 'serve', ...process.argv.slice(2)];
whenLauncherEnds(() => process.kill(process.pid, 'SIGTERM'));
await import(pathToFileURL(command).href);
