import { tryTasks } from './trial.ts';

tryTasks('GNOME on Wayland');
tryTasks('sway');
