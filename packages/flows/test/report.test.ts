import assert from 'node:assert/strict';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { writeRunReport } from '../src/report/folder.ts';
import { junit } from '../src/report/junit.ts';
import { reportPage } from '../src/report/page.ts';
import { progress, type ReporterName } from '../src/report/progress.ts';
import { REPORT_STYLE as style } from '../src/report/style.ts';
import type { Evidence } from '../src/suite/evidence.ts';
import type { Outcome, SuiteResult } from '../src/suite/outcome.ts';
import { divergedResult, flowNamed, resultOf, stepOf } from './results.ts';

const HOSTILE = `Save</pre><script>alert(1)</script>"'&\u0007 \ud800`;

test('JUnit tells failures of the app from errors of the infrastructure, and names what flaked', () => {
  const xml = junit(suite(), { acceptHealed: false });
  assert.match(xml, /<testsuites name="handeye test" tests="5" failures="2" errors="1" skipped="0"/);
  assert.match(xml, /<testcase name="saves a note" classname="phone" file="[^"]+" time="1\.200"\/>/);
  assert.match(
    xml,
    /<failure message="flows\/diverges\.flow\.yaml:5: tapOn &quot;Save&quot;: [^"]*" type="failure">/,
  );
  assert.match(xml, /<error message="The phone is gone\." type="error">/);
  assert.match(xml, /<property name="status" value="flaky"\/>/);
  assert.match(xml, /<flakyFailure /);
  assert.match(xml, /<failure message="healed: accept the new file"/);
  assert.match(junit(suite(), { acceptHealed: true }), /failures="1" errors="1"/);
});

test('no text of a device leaves its element, in JUnit or on the page', () => {
  const hostile = outcome('hostile', 'failed', [divergedResult(flowNamed('hostile'), HOSTILE)]);
  const result = { ...suite(), outcomes: [hostile] };
  const xml = junit(result, { acceptHealed: false });
  const { html } = reportPage(result, { style });
  for (const text of [xml, html]) {
    assert.doesNotMatch(text, /<script/);
    assert.ok(!text.includes('\u0007') && !/\p{Surrogate}/u.test(text));
    assert.match(text, /Save&lt;\/pre&gt;&lt;script&gt;/);
  }
  assert.match(html, /default-src 'none'/);
});

test('the page has each step with its time, screens, picture and candidates, and opens failed flows', () => {
  const { html, files } = reportPage(suite(), { style });
  assert.match(html, /<title>1 passed, 1 flaky, 1 healed, 1 failed, 1 not performed \(infrastructure\)/);
  assert.match(html, /<details class="flow" id="flow-1">/);
  assert.match(html, /<details class="flow" open id="flow-2">/);
  assert.match(html, /875183 button Done/);
  assert.match(html, /<img loading="lazy" src="pictures\/2-1-step-1\.jpg" alt="step-1">/);
  assert.deepEqual(
    files.map(({ path }) => path),
    ['pictures/2-1-step-1.jpg'],
  );
});

test('a report is a folder of its own, and only old reports are removed', async (t) => {
  const reports = temporaryFolder(t);
  mkdirSync(join(reports, 'mine'));
  for (const day of ['01', '02', '03']) mkdirSync(join(reports, `2023-11-${day}-101500`));
  const films = temporaryFolder(t);
  writeFileSync(join(films, 'film.mp4'), 'film');
  const page = await writeRunReport(suite('film.mp4'), {
    reports,
    keep: 2,
    filmAt: (film) => join(films, film),
  });
  assert.ok(existsSync(page));
  assert.deepEqual(readdirSync(reports).sort(), ['2023-11-03-101500', '2023-11-14-221320', 'mine']);
  const folder = join(reports, '2023-11-14-221320');
  assert.equal(statSync(folder).mode & 0o777, 0o700);
  assert.equal(readFileSync(join(folder, 'films', '2-1.mp4'), 'utf8'), 'film');
  assert.match(readFileSync(page, 'utf8'), /<video controls preload="none" src="films\/2-1\.mp4">/);
});

test('a pipe gets one line a flow and no control characters; a terminal sees the step that is performed', () => {
  const pipe = shownBy('line', { isTerminal: false });
  assert.match(pipe, /^✓ saves a note on phone \(1\.2 s\)$/m);
  assert.match(pipe, /^1 passed, 1 flaky, .* in 9\.0 s$/m);
  assert.ok(!pipe.includes('\u001b'));
  const terminal = shownBy('line', { isTerminal: true });
  assert.match(terminal, /… saves a note › tapOn "Save"/);
  assert.equal(shownBy('dot', { isTerminal: false }).split('\n')[0], '✓✗≈+!');
  const lines = shownBy('json', { isTerminal: false }).trim().split('\n');
  const read = lines.map((line): unknown => JSON.parse(line));
  assert.deepEqual(read.at(-1), {
    summary: '1 passed, 1 flaky, 1 healed, 1 failed, 1 not performed (infrastructure)',
    flows: 5,
    milliseconds: 9000,
  });
});

function shownBy(name: ReporterName, { isTerminal }: { readonly isTerminal: boolean }): string {
  let written = '';
  const shown = progress(
    name,
    { isTerminal, hasColour: false, columns: 80, write: (text) => void (written += text) },
    { acceptHealed: false },
  );
  const result = suite();
  for (const [key, done] of result.outcomes.entries()) {
    const { flow } = done;
    shown.see({ kind: 'began', key, flow, performer: 'phone' });
    const step = stepOf(flow.file, 2, 'tapOn "Save"', 'passed');
    shown.see({ kind: 'event', key, flow, event: { kind: 'step began', step, screen: undefined } });
    shown.see({ kind: 'ended', key, outcome: done });
  }
  shown.end(result);
  return written;
}

function suite(film?: string): SuiteResult {
  const evidence: Evidence = {
    steps: [
      {
        number: 1,
        before: 'Home',
        after: 'Notes',
        picture: { name: 'step-1', mimeType: 'image/jpeg', bytes: Buffer.from('picture') },
      },
    ],
    log: 'I/Notes: started',
    crashes: undefined,
    film,
    problems: [],
  };
  const named = (name: string) => flowNamed(name);
  return {
    startedAt: Date.UTC(2023, 10, 14, 22, 13, 20),
    milliseconds: 9000,
    outcomes: [
      outcome('saves a note', 'passed', [resultOf(named('saves a note'), 'passed')]),
      outcome('diverges', 'failed', [divergedResult(named('diverges'))], evidence),
      outcome('flakes', 'flaky', [divergedResult(named('flakes')), resultOf(named('flakes'), 'passed')]),
      outcome('heals', 'healed', [
        resultOf(named('heals'), 'healed', {
          healing: { steps: [], file: 'heals.healed.flow.yaml', diff: '-text: Save\n+text: Keep' },
        }),
      ]),
      outcome('lost', 'infrastructure', [resultOf(named('lost'), 'infrastructure')]),
    ],
  };
}

function outcome(
  name: string,
  status: Outcome['status'],
  results: readonly ReturnType<typeof resultOf>[],
  evidence?: Evidence,
): Outcome {
  return {
    flow: flowNamed(name),
    device: 'phone',
    status,
    attempts: results.map((result) => ({ result, evidence })),
    problem: undefined,
  };
}

function temporaryFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'handeye-report-'));
  t.after(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}
