import type { Readable, Writable } from 'node:stream';
import type { Config } from '../config/settings.ts';
import type { UserEnvironment } from '../config/folder.ts';
import type { Setting, SettingName } from '../config/settings.ts';
import type { Log } from './log.ts';
import type { Services } from './services.ts';

/** How a command ended, as the shell sees it. */
export const exit = { fine: 0, failed: 1, wrongUsage: 2 } as const;

/** The process around the program; a parameter, so that tests can give another one. */
export interface ProcessEnvironment extends UserEnvironment {
  readonly stdin: Readable;
  readonly stdout: Writable;
  readonly stderr: Writable & { readonly isTTY?: boolean };
  readonly version: string;
  /** The folder in which the user is. */
  readonly cwd: string;
  /** How this very program is started: the node executable and the script. */
  readonly program: readonly [node: string, script: string];
  /** Fires when the user or the system asks the program to stop. */
  readonly stopped: AbortSignal;
}

/** All that a command works with. */
export interface CommandContext {
  readonly config: Config;
  /** Where the user's settings, the token and the certificate live. */
  readonly folder: string;
  /** The words after the command's name. */
  readonly words: readonly string[];
  /** The command's own flags, checked. */
  readonly own: Readonly<Record<string, unknown>>;
  readonly log: Log;
  readonly services: Services;
  readonly environment: ProcessEnvironment;
  /** Prints a line for the user. */
  readonly print: (line: string) => void;
}

/** What the general help says of a command. */
interface CommandSummary {
  readonly name: string;
  /** The words it takes, as help shows them: `<tool> [json]`. */
  readonly takes?: string;
  readonly about: string;
}

/** A command that another package reads and runs; its help is that package's, too. */
export interface DelegatedCommand extends CommandSummary {
  delegate(argv: readonly string[], environment: ProcessEnvironment): Promise<number>;
}

/** A command of the shell. Adding one means writing one such object and naming it in commands.ts. */
export interface CliCommand extends CommandSummary {
  /** More for its own help. */
  readonly more?: string;
  /** The settings that it heeds. */
  readonly settings: readonly SettingName[];
  /** How much it logs unless told: one-off commands only what is wrong. */
  readonly quiet?: true;
  /** Flags that only this command has. They win over a setting of the same name. */
  readonly own?: Readonly<Record<string, Setting>>;
  run(context: CommandContext): Promise<number>;
}

/** The user asked for something that cannot be meant. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
