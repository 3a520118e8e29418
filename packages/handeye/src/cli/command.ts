import type { Readable, Writable } from 'node:stream';
import type { Config } from '../config/settings.ts';
import type { Source } from '../config/load.ts';
import type { UserEnvironment } from '../config/folder.ts';
import type { Setting, SettingName } from '../config/settings.ts';
import type { Log } from './log.ts';
import type { Services } from './services.ts';

/** Exit codes. */
export const exit = { fine: 0, failed: 1, wrongUsage: 2 } as const;

/** The process that the program runs in; a parameter, so that tests can inject another one. */
export interface ProcessEnvironment extends UserEnvironment {
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: Writable & { readonly isTTY?: boolean; readonly columns?: number };
  readonly stderr: Writable & { readonly isTTY?: boolean };
  readonly version: string;
  /** The current folder. */
  readonly cwd: string;
  /** The node executable and the script of this program. */
  readonly program: readonly [node: string, script: string];
  /** Fires when the user or the system asks the program to stop. */
  readonly stopped: AbortSignal;
}

/** A command's arguments, settings and services. */
export interface CommandContext {
  readonly config: Config;
  /** The source of each setting that was given. */
  readonly sources: ReadonlyMap<string, Source>;
  /** The folder of the user's settings, the token and the certificate. */
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

/** A command in the general help. */
interface CommandSummary {
  readonly name: string;
  /** Its positional arguments, as the help shows them: `<tool> [json]`. With `…` there may be any number. */
  readonly takes?: string;
  readonly about: string;
}

/** A command that another package parses and runs, including its help. */
export interface DelegatedCommand extends CommandSummary {
  delegate(argv: readonly string[], environment: ProcessEnvironment): Promise<number>;
}

/** A command. To add one, write such an object and list it in command-list.ts. */
export interface CliCommand extends CommandSummary {
  /** A further paragraph for its own help. */
  readonly more?: string;
  /** The settings that it uses. */
  readonly settings: readonly SettingName[];
  /** Help texts for settings that mean something else here. */
  readonly abouts?: Readonly<Partial<Record<SettingName, string>>>;
  /** Logs only warnings and errors unless a log level is given: for one-off commands. */
  readonly quiet?: true;
  /** Flags that only this command has. They win over a setting of the same name. */
  readonly own?: Readonly<Record<string, Setting>>;
  run(context: CommandContext): Promise<number>;
}

/** The command line is wrong; the message says why. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
