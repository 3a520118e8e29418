import type { ChildProcess } from 'node:child_process';
import type { callers } from '../../../../packages/handeye/test/support/tools.ts';

/** A desktop on which tasks are done: X11's or a Wayland compositor's. */
export interface Session {
  readonly environment: NodeJS.ProcessEnv;
  readonly home: string;
  /** The tools of a desktop in the lean format, called by a real MCP client. */
  readonly tools: ReturnType<typeof callers>;
  /** Starts a program and waits until a window with this title is active. */
  launch(
    program: string,
    args: readonly string[],
    title: RegExp,
    own?: NodeJS.ProcessEnv,
  ): Promise<ChildProcess>;
}
