import type { TestContext } from 'node:test';
import { PrivateDesktop, until } from '../desktop-session.ts';
import { GnomeDesktop, type ListedWindow } from '../wayland/gnome-session.ts';
import { startSway } from '../wayland/sway-session.ts';
import type { Session, SessionName } from './session.ts';
import type { Task } from './task.ts';
import { gnomeTasks, tasks, waylandTasks } from './tasks.ts';

/** A kind of session, and the tasks that are done in it. */
export interface ProgramSession {
  readonly name: SessionName;
  readonly open: (t: Pick<TestContext, 'after'>) => Promise<Session>;
  readonly tasks: readonly Task[];
  /** One session serves all tasks. Not sway's: after a program was killed, popups of the next one get no clicks. */
  readonly isShared?: boolean;
}

export const programSessions: readonly ProgramSession[] = [
  { name: 'X11', open: openX11, tasks, isShared: true },
  { name: 'GNOME on Wayland', open: openGnome, tasks: gnomeTasks },
  { name: 'sway', open: openSway, tasks: waylandTasks },
];

type Ending = Pick<TestContext, 'after'>;

/** Opens the session of each task: a new one, or the one that is shared until `whole` ends. */
export function sessionFor(
  { open, isShared }: ProgramSession,
  whole: Ending,
): (task: Ending) => Promise<Session> {
  if (!isShared) return open;
  let opening: Promise<Session> | undefined;
  return async (task) => {
    opening ??= open(whole);
    const session = await opening;
    task.after(() => session.endPrograms());
    return session;
  };
}

async function openX11(t: Pick<TestContext, 'after'>): Promise<Session> {
  return sessionOf('X11', await PrivateDesktop.startAsUser(t, 'lean'));
}

async function openSway(t: Pick<TestContext, 'after'>): Promise<Session> {
  return sessionOf('sway', await startSway(t, { screenFormat: 'lean' }));
}

/** With its user's consent, which is asked for by the first key. */
async function openGnome(t: Pick<TestContext, 'after'>): Promise<Session> {
  const desktop = await GnomeDesktop.start(t);
  const { environment, home } = desktop;
  const { tools } = await desktop.tools();
  await Promise.all([tools.text('press_key', { key: 'ESCAPE' }), desktop.answer('share')]);
  return {
    ...{ name: 'GNOME on Wayland', environment, home, tools, asUser: false },
    async launch(program, args, title, own) {
      const child = desktop.start(program, args, own);
      await until(`a window ${String(title)} of ${program}`, async () => {
        const { windows } = (await tools.json('list_windows', {})) as { windows: readonly ListedWindow[] };
        return windows.some((window) => window.frontmost && title.test(window.title));
      });
      return child;
    },
    endPrograms: () => Promise.resolve(),
  };
}

function sessionOf(name: SessionName, desktop: PrivateDesktop): Session {
  const { environment, home, tools } = desktop;
  return {
    ...{ name, environment, home, tools, asUser: true },
    launch: (program, args, title, own) => desktop.launch(program, args, title, own),
    endPrograms: () => desktop.endPrograms(),
  };
}
