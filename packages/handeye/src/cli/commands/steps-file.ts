import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { text as readAll } from 'node:stream/consumers';
import * as z from 'zod';
import { type ProcessEnvironment, UsageError } from '../command.ts';

/* What `handeye call --steps` reads. Only the form is checked here: what the steps mean is for run_steps to judge. */

const step = z.strictObject(
  {
    tool: z.string({ error: 'must be the name of a tool' }),
    arguments: z.record(z.string(), z.unknown(), { error: 'must be an object' }).optional(),
    times: z.int({ error: 'must be a whole number' }).optional(),
  },
  { error: whatFor('must be an object with tool, arguments and times') },
);
const steps = z.array(step, { error: 'must be a list of steps' });
const list = steps.transform((all) => ({ steps: all }));
const object = z.strictObject(
  { steps, observe: z.unknown().optional(), device: z.unknown().optional() },
  { error: whatFor('must be a list of steps, or an object with steps and observe') },
);

/** zod's own words name unknown keys well. */
function whatFor(form: string) {
  return ({ code }: { readonly code?: string | undefined }) =>
    code === 'unrecognized_keys' ? undefined : form;
}

/** The arguments of run_steps from a file, or from standard input if it is named -. */
export async function stepsIn(
  file: string,
  { cwd, stdin }: Pick<ProcessEnvironment, 'cwd' | 'stdin'>,
): Promise<Readonly<Record<string, unknown>>> {
  const name = file === '-' ? 'standard input' : file;
  const source = await (file === '-' ? readAll(stdin) : readFile(resolve(cwd, file), 'utf8')).catch(
    (cause: unknown) => {
      throw new UsageError(`--steps: ${name} cannot be read: ${messageOf(cause)}`, { cause });
    },
  );
  return checkedSteps(parsed(source, name), name);
}

function parsed(source: string, name: string): unknown {
  try {
    return JSON.parse(source);
  } catch (cause) {
    throw new UsageError(`--steps: ${name} is not valid JSON: ${messageOf(cause)}`, { cause });
  }
}

function checkedSteps(value: unknown, name: string): Readonly<Record<string, unknown>> {
  const { data, error } = Array.isArray(value) ? list.safeParse(value) : object.safeParse(value);
  if (data !== undefined) return data;
  const problems = error.issues.map(({ path, message }) => `${placeOf(path)}${message}`);
  throw new UsageError(problems.map((problem) => `--steps: ${name}: ${problem}`).join('\n'));
}

/** `["steps", 2, "tool"]` -> `step 3: tool: ` */
function placeOf(path: readonly PropertyKey[]): string {
  return path
    .filter((part) => part !== 'steps')
    .map((part) => (typeof part === 'number' ? `step ${part + 1}: ` : `${String(part)}: `))
    .join('');
}

function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
