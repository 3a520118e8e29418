import type { CommandCall } from './command.ts';

/** A command of a service, and a short description. */
export type HelpEntry = readonly [usage: string, about: string];

/** A service's help page: its title, how to show it, and the commands that this phone has. */
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
 * A service's answer to unknown commands (ShellCommand.handleDefaultCommands, 7 and later): without arguments or for help, its
 * help page; otherwise the message that the command is unknown. Always exits with -1.
 */
export async function defaultCommand(call: CommandCall, help: string): Promise<number> {
  const [name] = call.args;
  const wantsHelp = name === undefined || name === 'help' || name === '-h';
  await call.print(wantsHelp ? help : `Unknown command: ${name}\n`);
  return 255;
}
