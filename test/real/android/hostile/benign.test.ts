import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, describe, test, type TestContext } from 'node:test';
import { Hands } from '../../../../bench/loop/handeye/hands.ts';
import { ways } from '../../../../bench/loop/handeye/ways.ts';
import type { Answer } from '../../../../bench/loop/meter.ts';
import { tidy } from '../../../../bench/loop/place.ts';
import { type TaskName, taskNames, tasks } from '../../../../bench/loop/tasks.ts';
import { Asking } from '../../../../packages/handeye/src/guard/asking.ts';
import { defaultPolicy } from '../../../../packages/handeye/src/guard/policy.ts';
import { type ProfileName, profiles } from '../../../../packages/handeye/src/guard/profiles.ts';
import type { Question } from '../../../../packages/handeye/src/guard/questions.ts';
import { realClock } from '../../../../packages/handeye/src/call/clock.ts';
import { eventually } from '../../../../packages/handeye/test/android/adb/attached.ts';
import { tasksOf } from '../everyday/page.ts';
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

  /** What was asked since the last time, by tool and reason; the same twice in a row is told once. */
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

for (const profile of ['open', 'careful'] as const) {
  describe(`everyday work under ${profile} asks only what it should`, () => {
    const user = new AskedUser();
    const closing: (() => unknown)[] = [];
    let opened: Promise<PhoneTools> | undefined;
    const phone = () =>
      (opened ??= phoneTools(
        { after: (close) => closing.push(close as () => unknown) },
        {
          tier: 'companion',
          frame: { ...user.frame(profile), screenFormat: 'lean', observe: 'changes' },
        },
      ));
    after(async () => {
      for (const close of closing) await close();
    });

    for (const task of taskNames) {
      test(`${task}: ${tasks[task].wish}`, async () => {
        const tools = await phone();
        await doTask(tools, task);
        assert.deepEqual(user.take(), expected(profile, task));
      });
    }

    for (const task of everyday) {
      test(task.title, async (t: TestContext) => {
        await runTask(
          t,
          task,
          async (call, ask) => {
            let answer = await ask();
            // Somebody answers a message after two seconds: what only reads is asked again until it has come.
            if (onlyReads(call) && firstLine(answer) !== firstLine(call.answer))
              await eventually(async () => {
                answer = await ask();
                return firstLine(answer) === firstLine(call.answer);
              }, `${call.tool} answers as on the page`);
            assert.doesNotMatch(answer, /^\(an error\)/, call.tool);
          },
          user.frame(profile),
        );
        assert.deepEqual(user.take(), expected(profile, task.title));
      });
    }
  });
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
