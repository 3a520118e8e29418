// npm start: makes a fresh clone ready and serves. Arguments after -- go to `handeye serve`.
import { pathToFileURL } from 'node:url';
import { whenLauncherEnds } from './launcher.mjs';
import { build, command, install } from './prepare.mjs';

install();
build();

// The server runs in this very process, so that a signal to `npm start` reaches it directly.
process.argv = [process.execPath, command, 'serve', ...process.argv.slice(2)];
whenLauncherEnds(() => process.kill(process.pid, 'SIGTERM'));
await import(pathToFileURL(command).href);
