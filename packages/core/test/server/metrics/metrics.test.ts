import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { realClock } from '../../../src/call/clock.ts';
import { CallMetrics, MeasuredToolbox } from '../../../src/server/metrics/call-metrics.ts';
import { Metrics } from '../../../src/server/metrics/metrics.ts';
import { addProcessMetrics } from '../../../src/server/metrics/process-metrics.ts';
import { ask, authorized, post, serving, TOKEN, toolCall } from '@handeye/testing/serving';
import { TestToolbox } from '@handeye/testing/toolbox';

/** A server whose calls are counted. */
async function measured(t: Parameters<typeof serving>[0]) {
  const metrics = new Metrics();
  addProcessMetrics(metrics, '1.2.3');
  const inner = new TestToolbox();
  const toolbox = new MeasuredToolbox(inner, new CallMetrics(metrics, realClock));
  const { server } = await serving(t, { toolbox, metrics });
  const read = async () => {
    const answer = await ask(server, { path: '/metrics', headers: { Authorization: `Bearer ${TOKEN}` } });
    assert.equal(answer.status, 200);
    return answer;
  };
  return { server, inner, read };
}

/** The value of a series, as it is written. */
function valueOf(text: string, series: string): string | undefined {
  return text
    .split('\n')
    .find((line) => line.startsWith(`${series} `))
    ?.slice(series.length + 1);
}

test('/metrics counts calls by tool and outcome, and measures them', async (t) => {
  const { server, read } = await measured(t);
  await post(server, toolCall('echo', { text: 'hello' }));
  await post(server, toolCall('echo', { text: 'again' }));
  await post(server, toolCall('failing'));
  const { text, headers } = await read();
  assert.equal(headers['content-type'], 'text/plain; version=0.0.4; charset=utf-8');
  assert.equal(valueOf(text, 'handeye_calls_total{tool="echo",outcome="ok"}'), '2');
  assert.equal(valueOf(text, 'handeye_calls_total{tool="failing",outcome="element_not_found"}'), '1');
  assert.equal(valueOf(text, 'handeye_call_duration_seconds_bucket{tool="echo",le="+Inf"}'), '2');
  assert.equal(valueOf(text, 'handeye_call_duration_seconds_count{tool="echo"}'), '2');
  assert.equal(valueOf(text, 'handeye_build_info{version="1.2.3"}'), '1');
  assert.ok(Number(valueOf(text, 'process_resident_memory_bytes')) > 1e6);
});

test('/metrics answers while calls run, and counts them', async (t) => {
  const { server, inner, read } = await measured(t);
  const began = once(inner.events, 'slow');
  const slow = post(server, toolCall('slow'));
  await began;
  assert.equal(valueOf((await read()).text, 'handeye_calls_running'), '1');
  inner.release();
  await slow;
  assert.equal(valueOf((await read()).text, 'handeye_calls_running'), '0');
});

test('names that clients make up, and what they send, make no series', async (t) => {
  const { server, read } = await measured(t);
  for (let at = 0; at < 20; at += 1) await post(server, toolCall(`made-up-${at}`, { text: 'typed text' }));
  const { text } = await read();
  assert.doesNotMatch(text, /made-up|typed text/);
});

test('/metrics needs the token, takes only GET, and is not there unless it is asked for', async (t) => {
  const { server } = await measured(t);
  assert.equal((await ask(server, { path: '/metrics' })).status, 401);
  assert.equal((await ask(server, { path: '/metrics', method: 'POST', headers: authorized })).status, 405);
  const { server: other } = await serving(t);
  assert.equal((await ask(other, { path: '/metrics', headers: authorized })).status, 404);
});

test('every line of the text is of the format that Prometheus reads, whatever a label holds', () => {
  const metrics = new Metrics();
  metrics.counter({ name: 'a_total', help: 'Counts.' }).add();
  const awkward = metrics.counter({ name: 'b_total', help: 'Counts.', labels: ['what'] });
  awkward.add(['a "quoted" \\ text\nwith lines']);
  metrics.gauge({ name: 'nothing', help: 'Has no series.', labels: ['x'] }, () => []);
  const seconds = metrics.histogram({ name: 'c_seconds', help: 'Times.' }, [0.1, 1]);
  for (const value of [0.1, 0.5, 7]) seconds.observe(value);
  assert.equal(
    metrics.text(),
    `# HELP a_total Counts.
# TYPE a_total counter
a_total 1
# HELP b_total Counts.
# TYPE b_total counter
b_total{what="a \\"quoted\\" \\\\ text\\nwith lines"} 1
# HELP c_seconds Times.
# TYPE c_seconds histogram
c_seconds_bucket{le="0.1"} 1
c_seconds_bucket{le="1"} 2
c_seconds_bucket{le="+Inf"} 3
c_seconds_sum 7.6
c_seconds_count 3
`,
  );
});
