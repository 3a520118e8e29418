import type { Framework } from '../../framework/system/framework.ts';
import type { Task } from '../../framework/system/activities.ts';

/** `am stack list`: tasks by stack on Android 5, where home has its own (recorded); one root task per task since 12. */
export function stacks(framework: Framework): string {
  const tasks = framework.tasks().toReversed();
  const isHome = (task: Task) => task.package === framework.homePackage;
  const { release } = framework.shape;
  if (release >= 12)
    return tasks
      .map((task) => `RootTask ${head(framework, task.id)} userId=0\n${line(framework, task)}\n`)
      .join('');
  const groups: readonly (readonly [number, readonly Task[]])[] = [
    [0, tasks.filter(isHome)],
    [1, tasks.filter((task) => !isHome(task))],
  ];
  return groups
    .filter(([, group]) => group.length > 0)
    .map(
      ([id, group]) =>
        `Stack ${head(framework, id)}\n${group.map((task) => line(framework, task)).join('')}\n`,
    )
    .join('');
}

function head({ display }: Framework, id: number): string {
  return `id=${id} bounds=[0,0][${display.size.width},${display.size.height}] displayId=0`;
}

function line({ shape, display }: Framework, task: Task): string {
  const top = task.activities.at(-1)?.component;
  const name = `  taskId=${task.id}: ${task.package}/${top?.full ?? ''}`;
  if (shape.release < 12) return `${name}\n`;
  const visible = task.activities.at(-1)?.state === 'resumed';
  return `${name} bounds=[0,0][${display.size.width},${display.size.height}] userId=0 visible=${visible}\n`;
}
