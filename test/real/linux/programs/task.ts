import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { residentMemory } from '../../../../packages/linux/src/atspi/memory-watch.ts';
import { Agent } from './agent.ts';
import { Evidence } from './evidence.ts';
import type { Session } from './session.ts';

/** The abilities to try: the columns of the table in docs/linux.md. */
export const abilities = ['read', 'click', 'type', 'menu', 'context menu', 'scroll', 'picture'] as const;
export type Ability = (typeof abilities)[number];

/** Where a task is done: the agent with its tools, and what looks at the outcome without them. */
export interface Stage {
  readonly session: Session;
  readonly agent: Agent;
  readonly evidence: Evidence;
}

/** A part of the task that an agent does, and that is verified without its tools. */
export interface Step {
  readonly ability: Ability;
  readonly run: (stage: Stage) => Promise<void>;
}

/** A task from start to end in one program. */
export interface Task {
  /** As the table names it, without its version. */
  readonly program: string;
  readonly start: (stage: Stage) => Promise<ChildProcess>;
  /** In the order in which an agent would go on. */
  readonly steps: readonly Step[];
  /** The abilities that the program itself does not offer, and why. */
  readonly without?: Readonly<Partial<Record<Ability, string>>>;
}

export const WORKS = 'yes';
export const FAILS = 'no';

/** The outcome of each ability. */
export type Outcomes = Readonly<Partial<Record<Ability, string>>>;

export interface Trial {
  readonly outcomes: Outcomes;
  /** The errors of the steps that failed, for the test's output. */
  readonly errors: readonly string[];
}

/** No look makes an application grow by more than this. */
const MAX_GROWTH_MB = 200;

/** Does a whole task. A step that fails does not keep the next ones from being tried. */
export async function attempt(task: Task, session: Session): Promise<Trial> {
  const stage: Stage = { session, agent: new Agent(session.tools), evidence: new Evidence(session) };
  const program = await task.start(stage);
  const outcomes: Partial<Record<Ability, string>> = { ...task.without };
  const errors: string[] = [];
  for (const { ability, run } of task.steps) {
    try {
      await run(stage);
      outcomes[ability] ??= WORKS;
    } catch (error) {
      outcomes[ability] = FAILS;
      errors.push(`${task.program}, ${ability}: ${error instanceof Error ? error.message : String(error)}`);
      // A menu or a dialog that stayed open would take part in the next step.
      await stage.agent.press('ESCAPE').catch(() => undefined);
    }
    assert.ok(
      isAlive(program),
      `${task.program} did not outlive the step '${ability}' (${program.signalCode ?? program.exitCode ?? ''}): ${errors.join('\n')}`,
    );
  }
  await staysSmall(stage);
  assert.ok(isAlive(program), `${task.program} did not outlive the last looks`);
  return { outcomes, errors };
}

async function staysSmall({ session: { tools } }: Stage): Promise<void> {
  const { windows } = await tools.json('list_windows', {});
  const front = (windows as { frontmost: boolean; pid: number }[]).find(({ frontmost }) => frontmost);
  assert.ok(front, 'no window is in front');
  const before = (await residentMemory(front.pid)) ?? 0;
  for (let look = 0; look < 3; look++) {
    await tools.text('get_screen_state', {});
    await tools.call('get_focused_element', {});
  }
  const after = (await residentMemory(front.pid)) ?? Infinity;
  assert.ok(after - before < MAX_GROWTH_MB, `looks made it grow from ${before} to ${after} MB`);
}

function isAlive({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode === null && signalCode === null;
}
