import type { ChildProcess } from 'node:child_process';
import type { PrivateDesktop } from '../desktop-session.ts';

/** Starts programs. */
export interface Launcher {
  readonly home: string;
  /** Starts a program and waits until a window with this title is active. */
  launch(
    program: string,
    args: readonly string[],
    title: RegExp,
    own?: NodeJS.ProcessEnv,
  ): Promise<ChildProcess>;
}

/** The sessions in which tasks are done, as the table names them. */
export const sessionNames = ['X11', 'GNOME on Wayland', 'sway'] as const;
export type SessionName = (typeof sessionNames)[number];

/** A desktop on which tasks are done: X11's or a Wayland compositor's. */
export interface Session extends Launcher {
  readonly name: SessionName;
  readonly environment: NodeJS.ProcessEnv;
  /** Its processes are those of an ordinary user in a user namespace, if tests run as root. */
  readonly asUser: boolean;
  /** The tools of a desktop in the lean format, called by a real MCP client. */
  readonly tools: PrivateDesktop['tools'];
  /** Ends the programs of one task, before the next one begins. */
  endPrograms(): Promise<void>;
}
