import type { CommandCall } from './command.ts';

/**
 * A service's answer to unknown commands (ShellCommand.handleDefaultCommands, 7 and later): without arguments or for help, its
 * help; otherwise the message that the command is unknown. Always exits with -1. Help is the
 * first line of the real page.
 */
export async function defaultCommand(call: CommandCall, help: string): Promise<number> {
  const [name] = call.args;
  const wantsHelp = name === undefined || name === 'help' || name === '-h';
  await call.print(wantsHelp ? help : `Unknown command: ${name}\n`);
  return 255;
}
