import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, describe, test, type TestContext } from 'node:test';
import { Hands } from '../../../../bench/loop/handeye/hands.ts';
import { ways } from '../../../../bench/loop/handeye/ways.ts';
import type { Answer } from '../../../../bench/loop/meter.ts';
import { tidy } from '../../../../bench/loop/place.ts';
import { type TaskName, taskNames, tasks } from '../../../../bench/loop/tasks.ts';
import { Asking } from '@handeye/core/guard/asking';
import { defaultPolicy } from '@handeye/core/guard/policy';
import { type ProfileName, profiles } from '@handeye/core/guard/profiles';
import type { Question } from '@handeye/core/guard/questions';
import { realClock } from '@handeye/core/call/clock';
import { eventually } from '@handeye/testing/attached';
import { type PageCall, tasksOf } from '../everyday/page.ts';
import { onlyReads, runTask } from '../everyday/run-task.ts';
import { type PhoneTools, phoneTools } from '../phone-tools.ts';
import { expectedQuestions } from './expected-questions.ts';

const everyday = tasksOf(
  readFileSync(new URL('../../../../docs/everyday-tasks.md', import.meta.url), 'utf8'),
);

/** A user who is asked, says yes once, and remembers every question. */
class AskedUser {
  #questions: Question[] = [];

  readonly asking = new Asking({
    clock: realClock,
    askers: [
      {
        way: 'test',
        ask: (question) => {
          this.#questions.push(question);
          return Promise.resolve('once' as const);
        },
      },
    ],
  });

  /** The questions since the last time, by tool and reason; equal ones in a row count once. */
  take(): readonly string[] {
    const asked = this.#questions.map(({ tool, why }) => `${tool}: ${why}`);
    this.#questions = [];
    return asked.filter((one, at) => one !== asked[at - 1]);
  }

  frame(profile: ProfileName) {
    const { rules, changedScreen } = profiles[profile];
    const policy = { ...defaultPolicy, writesPerSecond: 1000, rules, changedScreen };
    return { policy, asking: this.asking };
  }
}

interface Part {
  /** The number of phones that do the tasks of the benchmark. */
  readonly phones: number;
  readonly has: (task: string) => boolean;
}

/** Everything is done under `careful`; under `open` only the tasks that `careful` asks about. */
const parts: Readonly<Record<'careful' | 'open', Part>> = {
  careful: { phones: 3, has: () => true },
  open: { phones: 1, has: (task) => task in expectedQuestions },
};

// Most of a task is waiting for a phone, so several phones work at the same time.
describe('everyday work asks only what it should', { concurrency: true }, () => {
  for (const profile of ['careful', 'open'] as const) {
    const { phones, has } = parts[profile];
    const names = taskNames.filter(has);
    for (let phone = 0; phone < phones; phone += 1) {
      benchmarkTasks(
        profile,
        names.filter((_, index) => index % phones === phone),
      );
    }

    describe(`under ${profile}, tasks of docs/everyday-tasks.md`, { concurrency: false }, () => {
      const user = new AskedUser();
      for (const task of everyday.filter(({ title }) => has(title))) {
        test(task.title, async (t) => {
          await runTask(t, task, answersAsOnPage, user.frame(profile));
          assert.deepEqual(user.take(), expected(profile, task.title));
        });
      }
    });
  }
});

/** Tasks that one phone does one after the other. */
function benchmarkTasks(profile: ProfileName, names: readonly TaskName[]): void {
  describe(`under ${profile}, tasks of the benchmark`, { concurrency: false }, () => {
    const user = new AskedUser();
    const closing: (() => unknown)[] = [];
    let opened: Promise<PhoneTools> | undefined;
    const phone = () =>
      (opened ??= phoneOf(user.frame(profile), {
        after: (close) => closing.push(close as () => unknown),
      }));
    after(async () => {
      for (const close of closing) await close();
    });

    for (const task of names) {
      test(`${task}: ${tasks[task].wish}`, async () => {
        await doTask(await phone(), task);
        assert.deepEqual(user.take(), expected(profile, task));
      });
    }
  });
}

async function phoneOf(
  frame: ReturnType<AskedUser['frame']>,
  t: Pick<TestContext, 'after'>,
): Promise<PhoneTools> {
  const tools = await phoneTools(t, {
    tier: 'companion',
    frame: { ...frame, screenFormat: 'lean', observe: 'changes' },
  });
  tools.phone.framework.settings.put('global', 'transition_animation_scale', '0');
  return tools;
}

async function answersAsOnPage(call: PageCall, ask: () => Promise<string>): Promise<void> {
  let answer = await ask();
  // A message is answered after two seconds: reading calls are repeated until the answer has come.
  if (onlyReads(call) && firstLine(answer) !== firstLine(call.answer))
    await eventually(async () => {
      answer = await ask();
      return firstLine(answer) === firstLine(call.answer);
    }, `${call.tool} answers as on the page`);
  assert.doesNotMatch(answer, /^\(an error\)/, call.tool);
}

function firstLine(answer: string): string {
  return answer.split('\n')[0] ?? '';
}

function expected(profile: ProfileName, task: string): readonly string[] {
  return profile === 'careful' ? (expectedQuestions[task] ?? []) : [];
}

async function doTask({ phone, call }: PhoneTools, task: TaskName): Promise<void> {
  const { prepare, problem } = tasks[task];
  tidy(phone);
  prepare?.(phone);
  const tools = {
    call: async (name: string, args: object = {}): Promise<Answer> => {
      const result = await call(name, args);
      const texts = result.content.map((item) => (item.type === 'text' ? item.text : ''));
      return { text: texts.join('\n'), failed: result.isError === true };
    },
  };
  const answer = await ways(new Hands(tools, { observes: true }))[task]();
  assert.equal(await problem(phone, answer), undefined);
}
