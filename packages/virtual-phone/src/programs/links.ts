/** Programs that say where links lead: readlink, realpath. */
import { FileError, type FileSystem } from '../kernel/file-system.ts';
import { errorText } from '../shell/errors.ts';
import { complain, parseOptions, pathOf, say, tool } from './tool.ts';

/** toybox: what cannot be told is an exit code without a word. */
export const readlink = tool(async (task) => {
  const { rest, has } = parseOptions(task.args, { letters: 'efmnq' });
  const { files } = task.system;
  const isCanonical = has('f') || has('e') || has('m');
  let status = 0;
  for (const path of rest) {
    const target = pathOf(task, path);
    const answer = orNothing(() => {
      if (!isCanonical) return files.readLink(target);
      if (has('e')) files.stat(target);
      return files.resolve(target);
    });
    const shown = answer ?? (has('m') ? target : undefined);
    if (shown === undefined) status = 1;
    else if (!has('q')) await say(task, has('n') ? shown : `${shown}\n`);
  }
  return status;
});

/** Android 5's toolbox: -f wants everything to be there, and without -f it reads its first argument, option or not. */
export const toolboxReadlink = tool(async (task) => {
  const { rest, has } = parseOptions(task.args, { letters: 'nfqs' });
  const { files } = task.system;
  if (rest.length !== 1) {
    await complain(task, 'Usage: readlink [OPTION]... FILE');
    return 1;
  }
  try {
    const target = pathOf(task, (has('f') ? rest[0] : task.args[0]) ?? '');
    const answer = has('f') ? existing(files, target) : files.readLink(target);
    await say(task, has('n') ? answer : `${answer}\n`);
    return 0;
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    if (!has('q') && !has('s')) await complain(task, errorText(error));
    return 1;
  }
});

export const realpath = tool(async (task) => {
  const { files } = task.system;
  let status = 0;
  for (const path of task.args) {
    try {
      await say(task, `${existing(files, pathOf(task, path))}\n`);
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      await complain(task, `${path}: ${errorText(error)}`);
      status = 1;
    }
  }
  return status;
});

function existing(files: FileSystem, path: string): string {
  files.stat(path);
  return files.resolve(path);
}

function orNothing(look: () => string): string | undefined {
  try {
    return look();
  } catch (error) {
    if (error instanceof FileError) return undefined;
    throw error;
  }
}
