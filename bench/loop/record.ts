import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import * as z from 'zod';
import type { Counts } from './meter.ts';
import type { Run } from './results.ts';
import { taskNames } from './tasks.ts';

const FILE = new URL('recorded.json', import.meta.url);

const figure = z.int().nonnegative();
const counts = z.strictObject({
  calls: figure,
  failed: figure,
  tokens: figure,
  input: figure,
  seconds: z.number().nonnegative(),
});
const recordedRun = z.strictObject({
  /** Version, format, tier. */
  what: z.string().min(1),
  listTokens: figure,
  opening: counts,
  tasks: z.record(z.enum(taskNames), counts.extend({ right: z.boolean() })),
});
const recorded = z.strictObject({
  tokenizer: z.literal('o200k_base'),
  agents: z.record(z.string(), recordedRun),
});

/** The cost of agents at an earlier time; later runs are compared with it. */
export type Recorded = z.infer<typeof recorded>;

/** The record as it is in the repository. */
export async function readRecord(): Promise<Recorded> {
  return parseRecord(await readFile(FILE, 'utf8'));
}

/** Throws an error that describes a wrong form. */
export function parseRecord(text: string): Recorded {
  return recorded.parse(JSON.parse(text));
}

/** Puts a run of all tasks into the record. */
export async function writeRecord(run: Run): Promise<void> {
  if (run.results.length < taskNames.length) throw new Error('only a run of all tasks is recorded');
  const tasks = Object.fromEntries(
    run.results.map(({ task, counts: of, problem }) => [
      task,
      { ...rounded(of), right: problem === undefined },
    ]),
  );
  const { agents } = await readRecord();
  const entry = { what: run.what, listTokens: run.listTokens, opening: rounded(run.opening), tasks };
  const next = recorded.parse({ tokenizer: 'o200k_base', agents: { ...agents, [run.agent]: entry } });
  const style = await resolveConfig(fileURLToPath(FILE));
  await writeFile(FILE, await format(JSON.stringify(next), { ...style, parser: 'json' }));
}

function rounded(of: Counts): Counts {
  return { ...of, seconds: Math.round(of.seconds * 10) / 10 };
}
