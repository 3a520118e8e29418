import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Flow } from '../src/file/flow.ts';
import type { FlowStatus } from '../src/run/result.ts';
import { exitCode } from '../src/suite/outcome.ts';
import { type Performer, runSuite, type SuiteEvent, type SuiteOptions } from '../src/suite/suite.ts';
import { flowNamed, resultOf } from './results.ts';

const [a, b, c] = [flowNamed('a'), flowNamed('b'), flowNamed('c')];

test('flows are shared out: each is performed once, by the device that is free', async () => {
  const both = meeting(2);
  const [left, right] = [
    scripted('left', () => both.arrive('passed')),
    scripted('right', () => both.arrive('passed')),
  ];
  const { outcomes } = await run([a, b], { performers: [left, right] });
  assert.deepEqual(
    outcomes.map(({ flow, device, status }) => [flow.header.name, device, status]),
    [
      ['a', 'left', 'passed'],
      ['b', 'right', 'passed'],
    ],
  );
});

test('with --shard-all each device performs each flow', async () => {
  const done: string[] = [];
  const performers = ['left', 'right'].map((name) =>
    scripted(name, (flow) => {
      done.push(`${flow.header.name} ${name}`);
      return 'passed';
    }),
  );
  const result = await run([a, b], { performers, shard: 'all' });
  assert.deepEqual(done.sort(), ['a left', 'a right', 'b left', 'b right']);
  assert.equal(result.outcomes.length, 4);
  assert.equal(exitCode(result, false), 0);
});

test('a flow that passes at its second try is flaky, which is said and does not fail the run', async () => {
  const answers: FlowStatus[] = ['failed', 'passed'];
  const { events, ...result } = await run([a], {
    performers: [scripted('phone', () => answers.shift() ?? 'passed')],
    retries: 2,
  });
  assert.equal(result.outcomes[0]?.status, 'flaky');
  assert.equal(result.outcomes[0].attempts.length, 2);
  assert.equal(exitCode(result, false), 0);
  assert.ok(events.includes('again a'));
});

test('a flow that never passes fails after its retries', async () => {
  const result = await run([a], { performers: [scripted('phone', () => 'failed')], retries: 2 });
  assert.equal(result.outcomes[0]?.status, 'failed');
  assert.equal(result.outcomes[0].attempts.length, 3);
  assert.equal(exitCode(result, false), 1);
});

test('a healed flow is not tried again, and fails the run unless it is accepted', async () => {
  const result = await run([a], { performers: [scripted('phone', () => 'healed')], retries: 2 });
  assert.equal(result.outcomes[0]?.attempts.length, 1);
  assert.equal(exitCode(result, false), 1);
  assert.equal(exitCode(result, true), 0);
});

test('a flow whose device goes away is performed on another one, and the device gets no more flows', async () => {
  const bothBegan = meeting(2);
  const seen: string[] = [];
  const performers = [
    scripted('dying', () => bothBegan.arrive('infrastructure')),
    scripted('well', (flow) => {
      seen.push(flow.header.name);
      return seen.length === 1 ? bothBegan.arrive('passed') : 'passed';
    }),
  ];
  const result = await run([a, b, c], { performers });
  assert.deepEqual(
    result.outcomes.map(({ status, device }) => [status, device]),
    [
      ['passed', 'well'],
      ['passed', 'well'],
      ['passed', 'well'],
    ],
  );
  assert.deepEqual(seen, ['b', 'a', 'c']);
  assert.equal(exitCode(result, false), 0);
});

test('without any device left the rest is infrastructure, apart from failures: exit code 3', async () => {
  const result = await run([a, b], { performers: [scripted('dying', () => 'infrastructure')] });
  assert.deepEqual(
    result.outcomes.map(({ status, problem }) => [status, problem]),
    [
      ['infrastructure', undefined],
      ['infrastructure', 'No device is left to perform it.'],
    ],
  );
  assert.equal(exitCode(result, false), 3);
});

test('--fail-fast ends at the first failure; the others are skipped, and the run fails', async () => {
  const result = await run([a, b, c], { performers: [scripted('phone', () => 'failed')], failFast: true });
  assert.deepEqual(
    result.outcomes.map(({ status }) => status),
    ['failed', 'skipped', 'skipped'],
  );
  assert.equal(exitCode(result, false), 1);
});

test('a run that is stopped starts nothing more', async () => {
  const stop = new AbortController();
  const result = await run([a, b], {
    signal: stop.signal,
    performers: [
      scripted('phone', () => {
        stop.abort();
        return 'cancelled';
      }),
    ],
  });
  assert.deepEqual(
    result.outcomes.map(({ status }) => status),
    ['cancelled', 'skipped'],
  );
  assert.equal(exitCode(result, false), 1);
});

type Answer = (flow: Flow) => FlowStatus | Promise<FlowStatus>;

function scripted(name: string, answer: Answer): Performer {
  return {
    name,
    perform: async (flow) => ({ result: resultOf(flow, await answer(flow), { device: name }) }),
  };
}

/** A barrier: callers go on when that many have arrived. */
function meeting(count: number) {
  let arrived = 0;
  let open: () => void = () => undefined;
  const all = new Promise<void>((resolve) => (open = resolve));
  return {
    async arrive<T>(value: T): Promise<T> {
      arrived += 1;
      if (arrived === count) open();
      await all;
      return value;
    },
  };
}

async function run(
  flows: readonly Flow[],
  options: Partial<SuiteOptions> & Pick<SuiteOptions, 'performers'>,
) {
  const events: string[] = [];
  const result = await runSuite(flows, {
    shard: 'split',
    retries: 0,
    failFast: false,
    signal: new AbortController().signal,
    ...options,
    onEvent(event: SuiteEvent) {
      events.push(
        `${event.kind} ${event.kind === 'ended' ? event.outcome.flow.header.name : event.flow.header.name}`,
      );
    },
  });
  return { ...result, events };
}
