import { officeTasks } from './tasks.ts';
import { tryTasks } from './trial.ts';

tryTasks('X11', officeTasks);
