import type { Task } from './task.ts';
import { chromium, firefox } from './tasks/browsers.ts';
import { calc } from './tasks/calc.ts';
import { evince } from './tasks/evince.ts';
import { gedit } from './tasks/gedit.ts';
import { gimp } from './tasks/gimp.ts';
import { qt6 } from './tasks/qt-form.ts';
import { swing } from './tasks/swing.ts';
import { thunar } from './tasks/thunar.ts';
import { vlc } from './tasks/vlc.ts';
import { writer } from './tasks/writer.ts';
import { foot, xterm } from './tasks/xterm.ts';

/** The largest programs. */
export const officeTasks: readonly Task[] = [firefox, chromium, writer, calc];

export const otherTasks: readonly Task[] = [thunar, gedit, evince, gimp, vlc, qt6, swing, xterm];

/** A task in every program that people use, as the table lists them. */
export const tasks: readonly Task[] = [...officeTasks, ...otherTasks];

/** Some of them, where the compositor is what is tried, and a terminal of Wayland's own. */
export const waylandTasks: readonly Task[] = [gedit, qt6, foot];

/** GNOME's own editor: one session of GNOME costs as much as three of the others. */
export const gnomeTasks: readonly Task[] = [gedit];
