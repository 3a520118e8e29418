/** ls of Android 5's toolbox (recorded): its own columns, links are not followed, no -1, no `.` and `..`. */
import { FileError } from '../kernel/file-system.ts';
import { nameOf } from '../files/paths.ts';
import { userName } from '../files/users.ts';
import { errorText } from '../shell/errors.ts';
import type { Task } from '../shell/task.ts';
import { dateText, entryAt, modeText, type Entry } from './listing.ts';
import { pathOf, say, tool, ToolError } from './tool.ts';
import { encode } from '../shell/text.ts';

export const toolboxLs = tool(async (task) => {
  const flags = new Set<string>();
  const names: string[] = [];
  for (const arg of task.args) {
    if (!/^-./.test(arg)) names.push(arg);
    else for (const flag of arg.slice(1)) flags.add(demandFlag(flag));
  }
  let status = 0;
  for (const name of names.length > 0 ? names : ['.'])
    status = Math.max(status, await list(task, name, flags));
  return status;
});

function demandFlag(flag: string): string {
  if (!'adiFlnRsZ'.includes(flag)) throw new ToolError(`Unknown option '-${flag}'. Aborting.`);
  return flag;
}

async function list(task: Task, name: string, flags: ReadonlySet<string>): Promise<number> {
  const { files } = task.system;
  try {
    const entry = entryAt(files, name, pathOf(task, name), true);
    if (entry.stat.kind !== 'directory' || flags.has('d')) {
      await show(task, { ...entry, name: flags.has('l') ? nameOf(name) : name }, flags);
      return 0;
    }
    for (const child of files.list(pathOf(task, name))) {
      if (child.startsWith('.') && !flags.has('a')) continue;
      await show(task, entryAt(files, child, `${pathOf(task, name)}/${child}`, true), flags);
    }
    return 0;
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    const words =
      error.code === 'EACCES' ? `opendir failed, ${errorText(error)}` : `${name}: ${errorText(error)}`;
    await task.stderr.write(encode(`${words}\n`));
    return 1;
  }
}

async function show(task: Task, { name, stat, target }: Entry, flags: ReadonlySet<string>): Promise<void> {
  if (!flags.has('l')) {
    await say(task, `${name}\n`);
    return;
  }
  const owner = userName(stat.uid).padEnd(8);
  const group = userName(stat.gid).padEnd(8);
  const size = stat.kind === 'file' ? String(stat.size).padStart(8) : ' '.repeat(8);
  const arrow = target === undefined ? '' : ` -> ${target}`;
  await say(task, `${modeText(stat)} ${owner} ${group} ${size} ${dateText(stat.modified)} ${name}${arrow}\n`);
}
