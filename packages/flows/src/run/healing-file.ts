import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import type { Command, Flow } from '../file/flow.ts';
import { writeFlow } from '../file/write.ts';
import type { HealedStep, Healing } from './result.ts';

/** Writes the healed flow beside the old one, which stays as it is. */
export async function writtenHealing(
  flow: Flow,
  steps: readonly HealedStep[],
  commands: readonly Command[],
): Promise<Healing> {
  const file = `${flow.file.replace(/(\.flow)?\.ya?ml$/, '')}.healed.flow.yaml`;
  const text = writeFlow({ ...flow, commands });
  await writeAtomically(file, text);
  const before = await readFile(flow.file, 'utf8').catch(() => writeFlow(flow));
  return { steps, file, diff: diffOf(before, text, { from: flow.file, to: file }) };
}

/** The file whole, or the old one: a crash half-way leaves only a file of another name. */
export async function writeAtomically(file: string, text: string): Promise<void> {
  const aside = `${file}.${randomBytes(4).toString('hex')}.part`;
  try {
    await writeFile(aside, text, { flag: 'wx' });
    await rename(aside, file);
  } catch (error) {
    await rm(aside, { force: true });
    throw error;
  }
}

/** The lines that differ, as `diff -u` shows them but for the lines around them. */
export function diffOf(before: string, after: string, { from, to }: { from: string; to: string }): string {
  const [old, now] = [before.split('\n'), after.split('\n')];
  const lines = [`--- ${from}`, `+++ ${to}`];
  const lengths = commonLengths(old, now);
  let [at, place] = [0, 0];
  while (at < old.length || place < now.length) {
    if (at < old.length && place < now.length && old[at] === now[place]) {
      at += 1;
      place += 1;
    } else if (
      place >= now.length ||
      (at < old.length && (lengths[at + 1]?.[place] ?? 0) >= (lengths[at]?.[place + 1] ?? 0))
    ) {
      lines.push(`-${old[at] ?? ''}`);
      at += 1;
    } else {
      lines.push(`+${now[place] ?? ''}`);
      place += 1;
    }
  }
  return lines.join('\n');
}

/** For each pair of places, how many lines the rests have in common, in order. */
function commonLengths(old: readonly string[], now: readonly string[]): readonly (readonly number[])[] {
  const lengths: number[][] = Array.from({ length: old.length + 1 }, () =>
    new Array<number>(now.length + 1).fill(0),
  );
  for (let at = old.length - 1; at >= 0; at -= 1)
    for (let place = now.length - 1; place >= 0; place -= 1) {
      const row = lengths[at];
      if (!row) continue;
      row[place] =
        old[at] === now[place]
          ? (lengths[at + 1]?.[place + 1] ?? 0) + 1
          : Math.max(lengths[at + 1]?.[place] ?? 0, row[place + 1] ?? 0);
    }
  return lengths;
}
