import type { CommandCall } from './command.ts';

/** A command of a service, and what it does in a few words. */
export type HelpEntry = readonly [usage: string, about: string];

/** A service's help page: its title, how to see it again, and the commands that this phone has. */
export function helpPage(
  title: string,
  entries: readonly HelpEntry[],
  { indent = 4, verb = 'Print' }: { indent?: number; verb?: 'Print' | 'Prints' } = {},
): string {
  const lines = [['help', `${verb} this help text.`] as const, ...entries].flatMap(([usage, about]) => [
    `  ${usage}`,
    `${' '.repeat(indent)}${about}`,
  ]);
  return [title, ...lines, ''].join('\n');
}

/**
 * What a service's shell command answers to whatever is none of its commands (ShellCommand.handleDefaultCommands, 7
 * and later): without a word, or asked for help, its page; else that it does not know. All of it ends with -1.
 */
export async function defaultCommand(call: CommandCall, help: string): Promise<number> {
  const [name] = call.args;
  const wantsHelp = name === undefined || name === 'help' || name === '-h';
  await call.print(wantsHelp ? help : `Unknown command: ${name}\n`);
  return 255;
}
