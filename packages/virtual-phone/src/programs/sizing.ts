/** truncate and fallocate: set a file's length, without and with allocating space. */
import type { Task } from '../shell/task.ts';
import { parseOptions, pathOf, tool, ToolError } from './tool.ts';

const UNITS: Readonly<Record<string, number>> = {
  '': 1,
  b: 512,
  k: 1024,
  m: 1024 ** 2,
  g: 1024 ** 3,
  t: 1024 ** 4,
};

/** A number of bytes with a unit: 10k, 4M, 2g. */
function sizeOf(text: string): number {
  const [, digits = '', unit = ''] = /^(\d+)([bkmgt]?)$/i.exec(text) ?? [];
  const scale = UNITS[unit.toLowerCase()];
  if (digits === '' || scale === undefined) throw new ToolError(`bad size '${text}'`);
  return Number(digits) * scale;
}

function resize(task: Task, name: string, size: number, allocate: boolean): void {
  const { files } = task.system;
  files.resize?.(pathOf(task, name), size, { allocate });
}

/** `truncate [-c] -s [+|-|<|>]SIZE FILE…`. */
export const truncate = tool((task) => {
  const options = parseOptions(task.args, { letters: 'cs:', long: { size: 's' } });
  const [, sign = '', text = ''] = /^([-+<>]?)(.*)$/.exec(options.value('s') ?? '') ?? [];
  if (text === '') throw new ToolError('Needs -s');
  if (options.rest.length === 0) throw new ToolError('Needs 1 argument');
  const wanted = sizeOf(text);
  for (const name of options.rest) {
    const exists = task.system.files.exists(pathOf(task, name));
    if (!exists && options.has('c')) continue;
    const size = exists ? task.system.files.stat(pathOf(task, name)).size : 0;
    const next = {
      '': wanted,
      '+': size + wanted,
      '-': Math.max(0, size - wanted),
      '<': Math.min(size, wanted),
      '>': Math.max(size, wanted),
    }[sign];
    resize(task, name, next ?? wanted, false);
  }
  return Promise.resolve(0);
});

/** `fallocate [-l SIZE] [-o OFFSET] FILE`: allocates the space at once. */
export const fallocate = tool((task) => {
  const options = parseOptions(task.args, { letters: 'l:o:' });
  const [name] = options.rest;
  if (name === undefined) throw new ToolError('Needs 1 argument');
  const path = pathOf(task, name);
  const size = sizeOf(options.value('l') ?? '0') + sizeOf(options.value('o') ?? '0');
  const before = task.system.files.exists(path) ? task.system.files.stat(path).size : 0;
  resize(task, name, Math.max(before, size), true);
  return Promise.resolve(0);
});
