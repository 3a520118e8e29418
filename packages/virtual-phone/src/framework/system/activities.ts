import { isDeepStrictEqual } from 'node:util';
import { ActivityRecord, type ActivityRequest, type Component, type WindowHost } from './activity-record.ts';
import type { ActivityHost, InstalledApp, Intent } from './app.ts';
import type { Clock } from './clock.ts';
import type { LogBuffer } from './log.ts';
import { SYSTEM_SERVER, type Processes } from './processes.ts';
import type { Settings } from './settings.ts';
import type { PhoneShape } from './shape.ts';

/** Activities that belong together; the last one is in front. */
export interface Task {
  readonly id: number;
  readonly package: string;
  /** The number of its profile. */
  readonly user?: number | undefined;
  readonly activities: readonly ActivityRecord[];
}

interface OpenTask extends Task {
  readonly activities: ActivityRecord[];
}

export type StartOutcome = 'started' | 'broughtToFront' | 'noSuchActivity' | 'unresolved';

export interface StartOptions {
  readonly caller?: ActivityRecord;
  readonly onResult?: (result: unknown) => void;
  readonly uid?: number;
}

/** The parts of the phone that tasks use. */
export interface ActivitiesContext {
  readonly clock: Clock;
  readonly shape: PhoneShape;
  readonly settings: Settings;
  readonly log: LogBuffer;
  readonly processes: Processes;
  readonly windows: WindowHost;
  readonly homePackage: string;
  installed(packageName: string, user?: number): InstalledApp | undefined;
  resolve(intent: Intent): Component | undefined;
  hostFor(record: () => ActivityRecord, intent: Intent): ActivityHost;
  /** Another activity came to the front. */
  frontChanged(packageName: string): void;
}

/** Tasks with their back stacks, and which activity is in front. */
export class Activities {
  /** The last task is in front. */
  private stack: OpenTask[] = [];
  private nextTask = 2;
  private nextRecord = 1;

  readonly #context: ActivitiesContext;

  constructor(context: ActivitiesContext) {
    this.#context = context;
  }

  get tasks(): readonly Task[] {
    return this.stack;
  }

  get front(): ActivityRecord | undefined {
    return this.stack.at(-1)?.activities.at(-1);
  }

  taskOf(record: ActivityRecord): Task | undefined {
    return this.stack.find((task) => task.activities.includes(record));
  }

  recordsOf(packageName: string): readonly ActivityRecord[] {
    return this.stack
      .flatMap((task) => task.activities)
      .filter((one) => one.component.package === packageName);
  }

  /** Starts an activity: in the caller's task, or in the task of its app, which comes to the front. */
  start(intent: Intent, options: StartOptions = {}): StartOutcome {
    const component = this.component(intent);
    if (component === undefined) return intent.component === undefined ? 'unresolved' : 'noSuchActivity';
    this.#logStart(intent, component, options);
    const ownTask = this.stack.find(
      (task) => task.package === component.package && task.user === component.user,
    );
    if (intent.clearTask === true && ownTask !== undefined) {
      for (const record of ownTask.activities.splice(0)) this.#stop(record);
    }
    const withinApp = options.caller?.component.package === component.package;
    const root = ownTask?.activities[0];
    // An intent with other data is another intent (Intent.filterEquals) and starts a new instance.
    const isRoot = root?.component.full === component.full && root.request.intent.data === intent.data;
    const reopensTask = !withinApp && isRoot && intent.extras === undefined;
    if (ownTask !== undefined && (reopensTask || this.#isOnTop(ownTask, component, intent))) {
      const wasFront = ownTask === this.stack.at(-1);
      this.#bringToFront(ownTask);
      return wasFront ? 'broughtToFront' : 'started';
    }
    const { onResult } = options;
    this.#push(ownTask ?? this.#newTask(component), component, {
      intent,
      ...(onResult && { onResult }),
    });
    return 'started';
  }

  /** The component that an intent names directly, by action, or by a bare package (its main activity). */
  component(intent: Intent): Component | undefined {
    if (intent.component === undefined) return this.#context.resolve(intent);
    const [packageName = '', name = ''] = intent.component.split('/');
    const app = this.#context.installed(packageName, intent.user)?.app;
    const component = componentOf(packageName, name === '' ? (app?.main ?? '') : name);
    const known = app?.activityNames.some((one) => componentOf(packageName, one).full === component.full);
    if (known !== true) return undefined;
    return intent.user === undefined ? component : { ...component, user: intent.user };
  }

  /** Finishes an activity; the one below comes to the front. */
  finish(record: ActivityRecord, result?: unknown): void {
    const task = this.#taskHolding(record);
    if (task === undefined) return;
    const wasFront = this.front === record;
    this.#stop(record);
    task.activities.splice(task.activities.indexOf(record), 1);
    if (task.activities.length === 0) this.#drop(task);
    if (wasFront) this.#resumeFront();
    record.request.onResult?.(result);
  }

  /** No window handled Back: the front activity finishes, or its task moves to the back (12+). */
  back(): void {
    const { front } = this;
    if (front === undefined || front.component.package === this.#context.homePackage) return;
    const task = this.#taskHolding(front);
    const home = this.stack.find((one) => one.package === this.#context.homePackage);
    const stepsAside = task?.activities.length === 1 && !this.#context.shape.backEndsTask;
    if (stepsAside && home !== undefined) this.#bringToFront(home);
    else this.finish(front);
  }

  /** Makes the front activity readable at once, as if it had been open for long. */
  settle(): void {
    if (this.front !== undefined) this.front.readableFrom = this.#context.clock.now();
  }

  bringToFront(taskId: number): void {
    const task = this.stack.find((one) => one.id === taskId);
    if (task !== undefined) this.#bringToFront(task);
  }

  removeTask(taskId: number): void {
    const task = this.stack.find((one) => one.id === taskId);
    if (task === undefined) return;
    const wasFront = this.stack.at(-1) === task;
    for (const record of task.activities) this.#stop(record);
    this.#drop(task);
    if (wasFront) this.#resumeFront();
  }

  /** Removes everything of a package, as a force-stop or a crash does. */
  removePackage(packageName: string, user?: number): void {
    const before = this.front;
    for (const task of [...this.stack]) {
      task.activities.splice(
        0,
        task.activities.length,
        ...task.activities.filter(
          ({ component }) => component.package !== packageName || component.user !== user,
        ),
      );
      if (task.activities.length === 0) this.#drop(task);
    }
    if (this.front !== before) this.#resumeFront();
  }

  /** Whether a singleTop intent finds its activity already on top with the same intent. */
  #isOnTop(task: Task, component: Component, intent: Intent): boolean {
    const top = task.activities.at(-1);
    return (
      intent.singleTop === true &&
      top?.component.full === component.full &&
      isDeepStrictEqual(top.request.intent.extras, intent.extras)
    );
  }

  #newTask({ package: packageName, user }: Component): OpenTask {
    return { id: this.nextTask++, package: packageName, user, activities: [] };
  }

  #taskHolding(record: ActivityRecord): OpenTask | undefined {
    return this.stack.find((task) => task.activities.includes(record));
  }

  #drop(task: OpenTask): void {
    this.stack = this.stack.filter((one) => one !== task);
  }

  #push(task: OpenTask, component: Component, request: ActivityRequest): void {
    const before = this.front;
    const { windows } = this.#context;
    const record: ActivityRecord = new ActivityRecord(this.nextRecord++, component, request, windows);
    this.#ensureProcess(component);
    const app = this.#context.installed(component.package, component.user);
    record.running = windows.guard(component.package, () => {
      const name = app?.app.activityNames.find(
        (one) => componentOf(component.package, one).full === component.full,
      );
      return app?.launch(
        name ?? '',
        this.#context.hostFor(() => record, request.intent),
      );
    });
    this.#pause(before);
    task.activities.push(record);
    this.stack = [...this.stack.filter((one) => one !== task), task];
    this.#resumeFront();
  }

  #bringToFront(task: OpenTask): void {
    if (this.stack.at(-1) === task) return;
    this.#pause(this.front);
    this.stack = [...this.stack.filter((one) => one !== task), task];
    this.#resumeFront();
  }

  #pause(record: ActivityRecord | undefined): void {
    if (record?.state !== 'resumed') return;
    record.state = 'stopped';
    this.#context.windows.guard(record.component.package, () => record.running?.pause());
  }

  #stop(record: ActivityRecord): void {
    this.#pause(record);
    record.state = 'stopped';
  }

  #resumeFront(): void {
    const { front } = this;
    if (front === undefined) {
      const home = this.#context.installed(this.#context.homePackage)?.app;
      if (home !== undefined) this.start({ component: `${home.package}/${home.main}` });
      return;
    }
    const { clock, settings, shape, log } = this.#context;
    this.#ensureProcess(front.component);
    const opening = shape.transitionMs * settings.number('global', 'transition_animation_scale', 1);
    front.state = 'resumed';
    front.readableFrom = clock.now() + opening;
    front.invalidate();
    this.#context.windows.guard(front.component.package, () => front.running?.resume());
    this.#context.frontChanged(front.component.package);
    clock.after(opening, () => {
      if (this.front !== front) return;
      this.#context.windows.windowsChanged(front.component.package);
      const name = `${front.component.package}/${front.component.short}`;
      log.write({
        pid: SYSTEM_SERVER,
        level: 'I',
        tag: this.#tag,
        message: `Displayed ${name}: +${Math.round(opening)}ms`,
        buffer: 'system',
      });
    });
  }

  get #tag(): string {
    return this.#context.shape.release <= 9 ? 'ActivityManager' : 'ActivityTaskManager';
  }

  #ensureProcess(component: Component): void {
    const { process, started } = this.#context.processes.ensure(component.package, component.user);
    if (!started) return;
    const message = `Start proc ${process.pid}:${component.package}/${process.user.replace('_', '')} for ${
      this.#context.shape.release <= 9 ? 'activity' : 'next-top-activity'
    } {${component.package}/${component.full}}`;
    this.#context.log.write({
      pid: SYSTEM_SERVER,
      level: 'I',
      tag: 'ActivityManager',
      message,
      buffer: 'system',
    });
  }

  #logStart(intent: Intent, component: Component, options: StartOptions): void {
    const uid =
      options.uid ??
      (options.caller && this.#context.processes.uidOf(options.caller.component.package)) ??
      2000;
    const action = intent.action === undefined ? '' : `act=${intent.action} `;
    const target = `${component.package}/${component.short}`;
    const message = `START u${component.user ?? 0} {${action}flg=0x10000000 cmp=${target}} from uid ${uid}`;
    this.#context.log.write({ pid: SYSTEM_SERVER, level: 'I', tag: this.#tag, message, buffer: 'system' });
  }
}

/** A component from a package and a class name, short or full. */
export function componentOf(packageName: string, name: string): Component {
  const full = name.startsWith('.') ? packageName + name : name;
  const short = full.startsWith(`${packageName}.`) ? full.slice(packageName.length) : full;
  return { package: packageName, short, full };
}
