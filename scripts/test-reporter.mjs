// node's own spec report, closed by node's own summary in the form of TAP (`# tests 12`), which CI reads.
import { relative } from 'node:path';
import { Readable } from 'node:stream';
import { spec } from 'node:test/reporters';

const summaryLine = /^(tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) [\d.]+$/;

export default async function* report(events) {
  const summary = [];
  const durations = [];
  yield* Readable.from(withoutSummary(timed(events, durations), summary)).pipe(new spec());
  yield slowest(durations);
  const left = summary.filter((line) => /^(skipped|todo) [1-9]/.test(line));
  if (left.length > 0) {
    // A skipped test proves nothing, so the run must not look fine.
    yield `\nTests were left out (${left.join(', ')}): this counts as a failure.\n`;
    process.exitCode = 1;
  }
  yield `\n${summary.map((line) => `# ${line}\n`).join('')}`;
}

/** The number of slowest tests listed at the end of a run. */
const named = 10;

function slowest(durations) {
  const longest = durations.sort((one, other) => other.seconds - one.seconds).slice(0, named);
  const lines = longest.map(
    ({ seconds, name, file }) => `${seconds.toFixed(1).padStart(7)} s  ${name} (${file})\n`,
  );
  return `\nThe slowest tests:\n${lines.join('')}`;
}

/** Notes how long each test took; a suite's time is that of its tests. */
async function* timed(events, durations) {
  for await (const event of events) {
    const ended = event.type === 'test:pass' || event.type === 'test:fail';
    if (ended && event.data.details.type !== 'suite' && event.data.file !== undefined) {
      const file = relative(process.cwd(), event.data.file);
      durations.push({ seconds: event.data.details.duration_ms / 1000, name: event.data.name, file });
    }
    yield event;
  }
}

async function* withoutSummary(events, summary) {
  for await (const event of events) {
    const isSummary = event.type === 'test:diagnostic' && summaryLine.test(event.data.message);
    if (isSummary) summary.push(event.data.message);
    else yield event;
  }
}
