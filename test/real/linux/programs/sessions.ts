import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
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
}

export const programSessions: readonly ProgramSession[] = [
  { name: 'X11', open: openX11, tasks },
  { name: 'GNOME on Wayland', open: openGnome, tasks: gnomeTasks },
  { name: 'sway', open: openSway, tasks: waylandTasks },
];

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
  const programs: ChildProcess[] = [];
  await Promise.all([tools.text('press_key', { key: 'ESCAPE' }), desktop.answer('share')]);
  return {
    ...{ name: 'GNOME on Wayland', environment, home, tools, asUser: false },
    async launch(program, args, title, own) {
      const child = desktop.start(program, args, own);
      programs.push(child);
      await until(`a window ${String(title)} of ${program}`, async () => {
        const { windows } = (await tools.json('list_windows', {})) as { windows: readonly ListedWindow[] };
        return windows.some((window) => window.frontmost && title.test(window.title));
      });
      return child;
    },
    async endPrograms() {
      for (const child of programs.splice(0)) {
        child.kill('SIGKILL');
        if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      }
    },
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
