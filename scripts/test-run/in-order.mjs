// Runs test files in the given order. `node --test` sorts them by name, so a long one may start last, with nothing beside it.
// node in-order.mjs CONCURRENCY REPORT FILE...: REPORT is a file for a second report, in the form of TAP.
import { setMaxListeners } from 'node:events';
import { createWriteStream } from 'node:fs';
import { compose } from 'node:stream';
import { run } from 'node:test';
import { tap } from 'node:test/reporters';
import report from '../test-reporter.mjs';

/** For a single file: that of the desktop programs takes five minutes on an idle machine. */
const LIMIT_MS = 1_200_000;

const [concurrency, reportFile, ...files] = process.argv.slice(2);
const stopped = new AbortController();
// Every file has listeners for it.
setMaxListeners(0, stopped.signal);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(signal, () => {
    process.exitCode = 1;
    stopped.abort();
  });
const tests = run({ files, concurrency: Number(concurrency), timeout: LIMIT_MS, signal: stopped.signal });
tests.on('test:fail', () => {
  process.exitCode = 1;
});
compose(tests, report).pipe(process.stdout);
compose(tests, tap).pipe(createWriteStream(reportFile));
