/**
 * Twelve everyday tasks on the virtual phone, done by scripted agents with Handeye and with others' tools: calls, tokens of the
 * answers, all tokens that the model reads, seconds, and whether the phone is as it should be in the end. `--only NAME` and
 * `--task NAME or number` (both repeatable) choose; `--show` prints every call and answer; `--record` writes the counts to
 * loop/recorded.json, with which later runs are compared.
 */
import { parseArgs } from 'node:util';
import { agentDeviceAgent } from './loop/agent-device/agent.ts';
import type { Agent } from './loop/agent.ts';
import { comparison, measuredIn, recordedFor } from './loop/compare.ts';
import { baselines, missedGoals } from './loop/goals.ts';
import { handeyeAgents } from './loop/handeye/agent.ts';
import { type Answer, Lost, Meter } from './loop/meter.ts';
import { inPlace, type Place, tidy } from './loop/place.ts';
import { mobileMcpAgent } from './loop/mobile-mcp/agent.ts';
import { readRecord, type Recorded, writeRecord } from './loop/record.ts';
import { failures, type Result, type Run, runTable } from './loop/results.ts';
import { taskNames, tasks, type TaskName } from './loop/tasks.ts';

const agents: readonly Agent[] = [...handeyeAgents, mobileMcpAgent, agentDeviceAgent];

const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true, default: [] },
    task: { type: 'string', multiple: true, default: [] },
    show: { type: 'boolean', default: false },
    record: { type: 'boolean', default: false },
  },
});

await main();

async function main(): Promise<void> {
  const chosenAgents = chosen(
    agents.map(({ name }) => name),
    values.only,
    'agent',
  );
  const chosenTasks = chosen(taskNames, values.task, 'task');
  const record = await readRecord();
  const runs: Run[] = [];
  for (const agent of agents.filter(({ name }) => chosenAgents.includes(name))) {
    const run = await inPlace((place) => runOf(agent, chosenTasks, place));
    runs.push(run);
    console.log(`${runTable(run)}\n`);
    if (values.record) await writeRecord(run);
    if (failures(run).length > 0) process.exitCode = 1;
  }
  for (const line of comparisons(runs, record)) console.log(line);
  const missed = runs.length === 0 || values.task.length > 0 ? [] : goalsMissed(runs, record);
  for (const line of missed) console.log(line);
  if (missed.length > 0) process.exitCode = 1;
}

/** The goals hold for Handeye with observation and steps, over all tasks. */
function goalsMissed(runs: readonly Run[], record: Recorded): string[] {
  const measured = runs.map(measuredIn);
  const now = (name: string) => measured.find((one) => one.name === name) ?? recordedFor(record, name);
  return measured.flatMap((one) => {
    const baseline = baselines[one.name];
    if (baseline === undefined) return [];
    return missedGoals(one, {
      before: recordedFor(record, baseline),
      mobileMcp: now(mobileMcpAgent.name),
      agentDevice: now(agentDeviceAgent.name),
    });
  });
}

/** Handeye against its own record, and against the others: from this run, or else from the record. */
function comparisons(runs: readonly Run[], record: Recorded): string[] {
  const measured = runs.map(measuredIn);
  const others = agents.filter(({ name }) => !isHandeye(name)).map(({ name }) => name);
  return measured
    .filter(({ name }) => isHandeye(name))
    .flatMap((one) =>
      [
        recordedFor(record, baselines[one.name] ?? one.name),
        ...others.map((name) => measured.find((other) => other.name === name) ?? recordedFor(record, name)),
      ].flatMap((other) => (other === undefined ? [] : [comparison(one, other)])),
    );
}

function isHandeye(name: string): boolean {
  return handeyeAgents.some((agent) => agent.name === name);
}

/** The requested names, given by name or by number from 1; all of them by default. */
function chosen<Name extends string>(
  names: readonly Name[],
  wishes: readonly string[],
  kind: string,
): readonly Name[] {
  const unknown = wishes.find((wish) => !names.some((name, at) => isMeant(wish, name, at)));
  if (unknown !== undefined) throw new Error(`no ${kind} ${unknown}; there are ${names.join(', ')}`);
  return wishes.length === 0
    ? names
    : names.filter((name, at) => wishes.some((wish) => isMeant(wish, name, at)));
}

/** `handeye` means every agent whose name begins with it. */
function isMeant(wish: string, name: string, at: number): boolean {
  return wish === name || wish === String(at + 1) || name.startsWith(`${wish}:`);
}

async function runOf(agent: Agent, chosenTasks: readonly TaskName[], place: Place): Promise<Run> {
  const meter = new Meter(values.show ? show : undefined);
  const session = await agent.begin(place, meter);
  await session.meet();
  const opening = meter.takeAsOpening();
  const results: Result[] = [];
  for (const task of chosenTasks) {
    const { prepare, problem } = tasks[task];
    tidy(place.phone);
    prepare?.(place.phone);
    const end = await session.ways[task]().then(
      (answer) => ({ answer }),
      (error: unknown) => ({ lost: reasonOf(error) }),
    );
    const wrong = 'lost' in end ? end.lost : await problem(place.phone, end.answer);
    results.push({ task, counts: meter.take(), problem: wrong, limit: session.limits[task] });
  }
  return { agent: agent.name, what: agent.what, listTokens: session.listTokens, opening, results };
}

/** An agent that gives up has not done its task; any other error is one of the bench. */
function reasonOf(error: unknown): string {
  if (error instanceof Lost) return error.message;
  throw error;
}

function show(what: string, { text, failed }: Answer): void {
  console.log(`> ${what}${failed ? ' FAILED' : ''}\n${text}\n`);
}
