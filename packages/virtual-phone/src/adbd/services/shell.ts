import type { SpawnOptions, TerminalSize } from '../../kernel/process.ts';
import type { Service, ServiceContext, ServiceFactory } from './context.ts';
import { bareProgram, packetProgram } from './program.ts';

/** The window size until the host sends one, if it ever does. */
const DEFAULT_WINDOW: TerminalSize = { rows: 24, columns: 80 };

/** `shell[,v2][,raw|pty][,TERM=x]:command`; without a command it is an interactive shell. */
export function shell(
  options: string | undefined,
  command: string,
  { device }: ServiceContext,
): Service | undefined {
  if (device.release < 9) {
    // Before Android 7 there was only `shell:`, always on a terminal: hence the CR LF.
    if (options !== undefined) return undefined;
    return bareProgram(() => device.spawn(command, { terminal: DEFAULT_WINDOW }));
  }
  const words = options?.split(',') ?? [];
  const wantsTerminal = words.includes('pty') || (command === '' && !words.includes('raw'));
  const env = environmentOf(words);
  if (words.includes('v2')) {
    return packetProgram(() =>
      device.spawn(command, { env, terminal: wantsTerminal ? DEFAULT_WINDOW : undefined }),
    );
  }
  return bareProgram(() => device.spawn(command, { ...onTerminal(!wantsTerminal), env }));
}

/** `exec:command`: bytes pass unchanged, which makes it the way to fetch a screenshot. */
export const exec: ServiceFactory = (command, { device }) => {
  // On Android 5 it is a pipe, and /dev/tty is not there; since Android 7 it is a terminal in raw mode.
  const options = device.release < 9 ? {} : onTerminal(true);
  return bareProgram(() => device.spawn(command, options));
};

/** Without the shell protocol every program runs on a terminal, so the end of the stream hangs it up. */
function onTerminal(raw: boolean): SpawnOptions {
  return { terminal: DEFAULT_WINDOW, rawTerminal: raw };
}

function environmentOf(words: readonly string[]): ReadonlyMap<string, string> {
  const term = words.find((word) => word.startsWith('TERM='));
  return new Map(term === undefined ? [] : [['TERM', term.slice('TERM='.length)]]);
}
