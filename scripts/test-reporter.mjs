// node's own spec report, closed by node's own summary in the form of TAP (`# tests 12`), which CI reads.
import { Readable } from 'node:stream';
import { spec } from 'node:test/reporters';

const summaryLine = /^(tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) [\d.]+$/;

export default async function* report(events) {
  const summary = [];
  yield* Readable.from(withoutSummary(events, summary)).pipe(new spec());
  const left = summary.filter((line) => /^(skipped|todo) [1-9]/.test(line));
  if (left.length > 0) {
    // A test that did not run proves nothing: the run must not look fine.
    yield `\nTests were left out (${left.join(', ')}): this counts as a failure.\n`;
    process.exitCode = 1;
  }
  yield `\n${summary.map((line) => `# ${line}\n`).join('')}`;
}

async function* withoutSummary(events, summary) {
  for await (const event of events) {
    const isSummary = event.type === 'test:diagnostic' && summaryLine.test(event.data.message);
    if (isSummary) summary.push(event.data.message);
    else yield event;
  }
}
