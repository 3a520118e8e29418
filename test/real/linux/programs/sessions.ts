import type { TestContext } from 'node:test';
import { PrivateDesktop } from '../desktop-session.ts';
import type { SessionName } from './page.ts';
import type { Session } from './session.ts';
import type { Task } from './task.ts';
import { tasks } from './tasks.ts';

/** A kind of session, and the tasks that are done in it. */
export interface ProgramSession {
  readonly name: SessionName;
  readonly open: (t: Pick<TestContext, 'after'>) => Promise<Session>;
  readonly tasks: readonly Task[];
}

export const programSessions: readonly ProgramSession[] = [
  { name: 'X11', open: (t) => PrivateDesktop.start(t, {}, {}, 'lean'), tasks },
];
