import type { Call } from '@handeye/core/call/call';
import { deviceErrorOf } from '@handeye/core/device/errors';
import { outputOf, type Phone } from '../phone.ts';
import type { Cell } from './cells.ts';

export interface CellWrite {
  readonly cell: Cell;
  /** Null removes the value. */
  readonly value: string | null;
}

/** The means to write: the phone's shell and, for languages, the companion. */
export interface Writer {
  readonly phone: Phone;
  readonly sdk: number;
  /** Sets the system's languages: tags separated by commas. Absent if the tier cannot. */
  readonly setLanguages: ((tags: string, call: Call) => Promise<void>) | undefined;
}

/** Writes values in their order, the languages last; resolves with the phone's complaint about each, in words. */
export async function writeCells(
  writes: readonly CellWrite[],
  { phone, sdk, setLanguages }: Writer,
  call: Call,
): Promise<readonly string[]> {
  const commands = writes.flatMap(({ cell: { write }, value }) =>
    write === 'languages' ? [] : [write(value, sdk)],
  );
  const answers = commands.length === 0 ? [] : await phone.script(commands, call);
  const complaints: string[] = [];
  let next = 0;
  for (const { cell, value } of writes) {
    const answer = cell.write === 'languages' ? undefined : answers[next++];
    if (cell.write === 'languages') complaints.push(await written(value, setLanguages, call));
    else if (answer === undefined || answer.code === 0) complaints.push('');
    else complaints.push(`${answer.stderr}\n${outputOf(answer)}`.trim().split('\n')[0] ?? '');
  }
  return complaints;
}

async function written(
  tags: string | null,
  setLanguages: Writer['setLanguages'],
  call: Call,
): Promise<string> {
  if (tags === null || setLanguages === undefined) return 'the languages need the companion';
  try {
    await setLanguages(tags, call);
    return '';
  } catch (error) {
    const problem = deviceErrorOf(error);
    if (problem === undefined) throw error;
    return problem.message;
  }
}
