import type { TestContext } from 'node:test';
import { PrivateDesktop } from '../desktop-session.ts';
import { startSway } from '../wayland/sway-session.ts';
import type { Session } from './session.ts';
import type { Task } from './task.ts';
import { tasks, waylandTasks } from './tasks.ts';

/** A kind of session, and the tasks that are done in it. */
export interface ProgramSession {
  readonly name: Session['name'];
  readonly open: (t: Pick<TestContext, 'after'>) => Promise<Session>;
  readonly tasks: readonly Task[];
}

export const programSessions: readonly ProgramSession[] = [
  { name: 'X11', open: openX11, tasks },
  { name: 'sway', open: openSway, tasks: waylandTasks },
];

async function openX11(t: Pick<TestContext, 'after'>): Promise<Session> {
  return sessionOf('X11', await PrivateDesktop.startAsUser(t, 'lean'));
}

async function openSway(t: Pick<TestContext, 'after'>): Promise<Session> {
  return sessionOf('sway', await startSway(t, { screenFormat: 'lean' }));
}

function sessionOf(name: Session['name'], desktop: PrivateDesktop): Session {
  const { environment, home, tools } = desktop;
  return {
    ...{ name, environment, home, tools, asUser: true },
    launch: (program, args, title, own) => desktop.launch(program, args, title, own),
  };
}
