import { watch } from 'node:fs';
import { dirname } from 'node:path';
import type { Command, Flow } from '@handeye/flows/file/flow';
import { type CommandContext, UsageError } from '../command.ts';

/** Editors write a file in several steps; a run begins when nothing has changed for that long. */
const QUIET_MS = 200;

interface Watched {
  /** Reads all flows again. */
  readonly read: () => Promise<readonly Flow[]>;
  /** Performs the changed ones and resolves to the exit code. */
  readonly again: (changed: readonly Flow[]) => Promise<number>;
  /** The exit code of the first run. */
  readonly code: number;
}

/** Performs flows again when a file that they consist of changes, until the program is stopped. */
export async function watchFlows(context: CommandContext, { read, again, code }: Watched): Promise<number> {
  const { environment, print } = context;
  let last = code;
  let flows = await read();
  while (!environment.stopped.aborted) {
    print('Waiting for changes; Ctrl-C ends.');
    const changed = await nextChange([...new Set(flows.flatMap(filesOf))], environment.stopped);
    if (changed.size === 0) break;
    try {
      flows = await read();
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      print(error.message);
      continue;
    }
    const affected = flows.filter((flow) => filesOf(flow).some((file) => changed.has(file)));
    if (affected.length > 0) last = await again(affected);
  }
  return last;
}

/** Resolves to the files that changed, after a quiet moment; empty when it was stopped. */
function nextChange(files: readonly string[], stopped: AbortSignal): Promise<ReadonlySet<string>> {
  const folders = [...new Set(files.map((file) => dirname(file)))];
  return new Promise((resolve) => {
    const changed = new Set<string>();
    let timer: NodeJS.Timeout | undefined;
    const end = () => {
      clearTimeout(timer);
      stopped.removeEventListener('abort', end);
      for (const watcher of watchers) watcher.close();
      resolve(stopped.aborted ? new Set() : changed);
    };
    const watchers = folders.map((folder) =>
      watch(folder, (_, name) => {
        const touched = files.filter((file) => dirname(file) === folder && file.endsWith(`/${name ?? ''}`));
        if (touched.length === 0) return;
        for (const file of touched) changed.add(file);
        clearTimeout(timer);
        timer = setTimeout(end, QUIET_MS);
      }),
    );
    if (stopped.aborted) end();
    else stopped.addEventListener('abort', end);
  });
}

/** The flow's file and those that it runs. */
function filesOf({ file, commands, header }: Flow): string[] {
  return [file, ...[...commands, ...header.onFlowStart, ...header.onFlowComplete].flatMap(filesInside)];
}

function filesInside(command: Command): string[] {
  if (command.name === 'runFlow' || command.name === 'retry')
    return [...(command.flow ? filesOf(command.flow) : []), ...command.commands.flatMap(filesInside)];
  return command.name === 'repeat' ? command.commands.flatMap(filesInside) : [];
}
