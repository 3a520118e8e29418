import { readFile, writeFile } from 'node:fs/promises';
import type { Answer } from './client.ts';
import type { Tier } from './served.ts';

const MARK = '>>> ';

function fileOf(tier: Tier): URL {
  return new URL(`answers/${tier}.txt`, import.meta.url);
}

/** The answers as a file that people can read and compare: each call after `>>> `, then its lines. */
export async function writeAnswers(tier: Tier, answers: readonly Answer[]): Promise<void> {
  const text = answers.map(({ call, lines }) => [MARK + call, ...lines].join('\n')).join('\n');
  await writeFile(fileOf(tier), `${text}\n`);
}

export async function readAnswers(tier: Tier): Promise<Answer[]> {
  const text = await readFile(fileOf(tier), 'utf8');
  return text
    .replace(/\n$/, '')
    .split(new RegExp(`^${MARK}`, 'm'))
    .slice(1)
    .map((block) => {
      const [call = '', ...lines] = block.replace(/\n$/, '').split('\n');
      return { call, lines };
    });
}
