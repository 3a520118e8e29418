import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startPhone } from '@handeye/virtual-phone';
import { comparison, measuredIn, recordedFor } from '../bench/loop/compare.ts';
import { missedGoals } from '../bench/loop/goals.ts';
import { Screen } from '../bench/loop/handeye/screen.ts';
import { type Answer, Meter, tokensOf } from '../bench/loop/meter.ts';
import { tidy } from '../bench/loop/place.ts';
import { parseRecord, readRecord } from '../bench/loop/record.ts';
import { failures, type Result, type Run, runTable, sumOf } from '../bench/loop/results.ts';
import { lastSentence, taskNames, tasks } from '../bench/loop/tasks.ts';

function says(text: string, failed = false): () => Promise<Answer> {
  return () => Promise.resolve({ text, failed });
}

test('tokens are those of o200k_base', () => {
  // cl100k_base takes 13 for the third.
  assert.deepEqual(['', 'hello world', 'Спасибо, 谢谢!'].map(tokensOf), [0, 2, 6]);
});

test('each answer is counted once, and read again with every answer after it', async () => {
  const heard: string[] = [];
  const meter = new Meter((what) => heard.push(what));
  await meter.measure('home', says('hello world'));
  const opening = meter.takeAsOpening();
  assert.deepEqual({ ...opening, seconds: 0 }, { calls: 1, failed: 0, tokens: 2, input: 2, seconds: 0 });
  await meter.measure('look', says('hello world'));
  await meter.measure('click', says('hello', true));
  const { seconds, ...counts } = meter.take();
  // 2 of the opening and 2, then the same and 1 more.
  assert.deepEqual(counts, { calls: 2, failed: 1, tokens: 3, input: 9 });
  assert.ok(seconds >= 0);
  assert.deepEqual(heard, ['home', 'look', 'click']);
  assert.equal(meter.take().calls, 0, 'a conversation that was taken is over');
});

test('an agent that runs in a circle is stopped', async () => {
  const meter = new Meter();
  await assert.rejects(async () => {
    for (;;) await meter.measure('scroll', says('ok'));
  }, /not done after 150 calls/);
});

const counts = { calls: 4, failed: 0, tokens: 100, input: 250, seconds: 1 };

function runOf(results: readonly Partial<Result>[]): Run {
  const [task] = taskNames;
  const whole = results.map((result) => ({
    task: task!,
    counts,
    problem: undefined,
    limit: undefined,
    ...result,
  }));
  return {
    agent: 'handeye:plain',
    what: 'a test',
    listTokens: 2000,
    opening: { ...counts, calls: 1 },
    results: whole,
  };
}

test('only what should have been done and was not is a failure', () => {
  const run = runOf([{}, { problem: 'no €', limit: 'ASCII only' }, { problem: 'the alarm is off' }]);
  assert.deepEqual(
    failures(run).map(({ problem }) => problem),
    ['the alarm is off'],
  );
  assert.match(
    runTable(run),
    /right\n.*not possible: ASCII only\n.*WRONG: the alarm is off\nsum .* 1 of 3 right$/,
  );
  assert.equal(sumOf(run).calls, 13);
});

test('the record has both tiers with all twelve tasks', async () => {
  const record = await readRecord();
  assert.equal(taskNames.length, 12);
  for (const agent of ['handeye:plain', 'handeye:helper']) {
    const { tasks: done } = record.agents[agent]!;
    assert.deepEqual(Object.keys(done), taskNames);
    for (const [task, { calls, tokens, input, right }] of Object.entries(done)) {
      assert.ok(calls > 0 && tokens > 0 && input > tokens, `${agent} ${task}`);
      // Typing anything but ASCII takes more than ADB.
      assert.equal(
        right,
        agent === 'handeye:helper' || !['note', 'message'].includes(task),
        `${agent} ${task}`,
      );
    }
  }
});

test('agents are compared over the tasks that both did right', () => {
  const [first, second, third] = taskNames;
  const wrong = { problem: 'the alarm is off' };
  const one = measuredIn(runOf([{ task: first! }, { task: second! }, { task: third!, ...wrong }]));
  const more = { ...counts, calls: 9, tokens: 99, input: 1000 };
  const other = measuredIn(runOf([{ task: second!, counts: more }, { task: third! }]));
  assert.equal(
    comparison(one, { ...other, name: 'other' }),
    'handeye:plain against other: 0.50x the calls, 1.01x the tokens, 0.40x the input; fewer tokens on 0 of 1 tasks',
  );
});

test('a recorded agent is compared by what it did right', async () => {
  const plain = recordedFor(await readRecord(), 'handeye:plain')!;
  assert.deepEqual(
    Object.keys(plain.right),
    taskNames.filter((task) => task !== 'note' && task !== 'message'),
  );
  assert.match(comparison(plain, plain), /: 1\.00x the calls, .* on 0 of 10 tasks$/);
  assert.equal(recordedFor(await readRecord(), 'nobody'), undefined);
});

test('a record that lacks a task or a figure is refused', async () => {
  const { agents } = await readRecord();
  const { alarm, ...others } = agents['handeye:plain']!.tasks;
  const withTasks = (done: object) =>
    JSON.stringify({ tokenizer: 'o200k_base', agents: { a: { ...agents['handeye:plain'], tasks: done } } });
  parseRecord(withTasks({ ...others, alarm }));
  assert.throws(() => parseRecord(withTasks(others)), /alarm/);
  assert.throws(
    () => parseRecord(withTasks({ ...others, alarm: { ...alarm, tokens: undefined } })),
    /tokens/,
  );
});

test('on a phone where nobody did anything every task is wrong', async (t) => {
  const phone = await startPhone();
  t.after(() => phone.close());
  for (const name of taskNames) {
    const { prepare, problem } = tasks[name];
    tidy(phone);
    prepare?.(phone);
    assert.ok(await problem(phone, ''), name);
  }
});

test('the last sentence of a text is found', () => {
  assert.equal(lastSentence('One, two. Three 4.5 m. Last. '), 'Last.');
});

test('a goal that is missed is named', async () => {
  const record = await readRecord();
  const before = recordedFor(record, 'handeye:plain')!;
  const mobileMcp = recordedFor(record, 'mobile-mcp');
  const agentDevice = recordedFor(record, 'agent-device');
  assert.deepEqual(
    missedGoals(before, { before, mobileMcp, agentDevice }).map((line) => line.replace(/^.*\): /, '')),
    [
      'at most 0.3x the calls as before',
      'at most 0.3x the tokens as before',
      'fewer calls than mobile-mcp',
      'fewer tokens than agent-device',
      'fewer tokens than agent-device on all but two tasks',
    ],
  );
  const little = { calls: 1, failed: 0, tokens: 1, input: 1, seconds: 1 };
  const right = Object.fromEntries(taskNames.map((task) => [task, little]));
  assert.deepEqual(
    missedGoals({ name: 'x', opening: little, right }, { before, mobileMcp, agentDevice }),
    [],
  );
});

test('the scripted agent reads a screen, and what changed on it', () => {
  const screen = new Screen().after(
    ['1080x2400 s4f1 com.example/.Main', '553066 [off] Airplane mode', '- 08', ' 553070 VPN | None'].join(
      '\n',
    ),
  );
  assert.equal(screen.app, 'com.example/.Main');
  assert.equal(screen.find('None')?.id, '553070');
  const later = screen.after(
    ['~ 553066 [on] Airplane mode (was off)', '~ - 09 (was 08)', '+ 553080 New', 'gone: 553070', 's4f2'].join(
      '\n',
    ),
  );
  assert.equal(later.find('Airplane mode')?.marks, 'on');
  assert.equal(later.find('VPN'), undefined);
  assert.equal(later.find('New')?.id, '553080');
  assert.equal(later.find(/^0\d$/)?.label, '09');
});
