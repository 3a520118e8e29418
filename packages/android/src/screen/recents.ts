/**
 * The applications that have a card in Recents, by `dumpsys activity recents`; undefined if it lists none.
 *
 *     * Recent #0: TaskRecord{2c6a #12 A=com.example.notes U=0 sz=1}                    Android 5 to 9
 *     * Recent #0: Task{8f1 #12 type=standard A=10089:com.example.notes U=0 visible=…}  later
 *
 * `A=` is the task's affinity, usually its package; a task without one has `I=com.example/.Main`. The line `intent={…
 * cmp=com.example.notes/.Main}` below names the application even if the affinity is made up.
 */
export function parseRecents(output: string): string[] | undefined {
  const tasks = output.split(/^\s*\* Recent #\d+: /m).slice(1);
  const apps = new Set<string>();
  for (const task of tasks) {
    const [, name] = /^Task(?:Record)?\{[^}\n]*?\b[AI]=(?:\d+:)?([\w.]+)/.exec(task) ?? [];
    if (name !== undefined) apps.add(name);
    for (const [, component] of task.matchAll(/\b(?:cmp|realActivity|mActivityComponent)=([\w.]+)\//g)) {
      if (component !== undefined) apps.add(component);
    }
  }
  return apps.size === 0 ? undefined : Array.from(apps);
}
