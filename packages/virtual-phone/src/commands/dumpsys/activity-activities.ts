import type { PhoneSystem } from '../../framework/system/framework.ts';
import type { Task } from '../../framework/system/activities.ts';
import { activityName, hashOf } from '../names.ts';
import type { World } from '../command-context.ts';
import { configuration } from './window-facts.ts';

type Activity = Task['activities'][number];

/** `dumpsys activity activities`: the back stacks, and which activity is resumed, in the words of the release. */
export function dumpActivities(world: World): string {
  const { system } = world;
  const tasks = system.tasks().toReversed();
  const body = system.shape.release <= 9 ? oldStacks(world, tasks) : rootTasks(world, tasks);
  return `ACTIVITY MANAGER ACTIVITIES (dumpsys activity activities)\nDisplay #0 (activities from top to bottom):\n${body}`;
}

function frontName(system: PhoneSystem): string {
  const task = system.tasks().at(-1);
  const front = task?.activities.at(-1);
  return task && front ? activityName(front, task.id, system.shape.release) : 'null';
}

/** Up to 9: `Stack #1` for apps and `Stack #0` for home, as recorded on 5.1. */
function oldStacks(world: World, tasks: readonly Task[]): string {
  const { system } = world;
  const isHome = (task: Task) => task.package === system.homePackage;
  const stacks = [
    { id: 1, tasks: tasks.filter((task) => !isHome(task)) },
    { id: 0, tasks: tasks.filter(isHome) },
  ].filter((stack) => stack.tasks.length > 0);
  const text = stacks.map((stack) => {
    const running = stack.tasks.map((task) => {
      const lines = task.activities
        .map((one, place) => `        Run #${place}: ${activityName(one, task.id, system.shape.release)}\n`)
        .toReversed();
      return `      ${taskRecord(task)}\n${lines.join('')}`;
    });
    const resumed = stack.tasks.includes(system.tasks().at(-1) ?? never)
      ? `    mResumedActivity: ${frontName(system)}\n`
      : '';
    return `  Stack #${stack.id}:\n${stack.tasks.map((task) => taskText(world, task)).join('')}
    Running activities (most recent first):
${running.join('')}
${resumed}
`;
  });
  const focused =
    system.shape.release === 5
      ? `  mFocusedActivity: ${frontName(system)}\n`
      : `  ResumedActivity: ${frontName(system)}\n`;
  const stack = `ActivityStack{${hashOf('stack')} stackId=${stacks[0]?.id ?? 0}, ${tasks.length} tasks}`;
  return `${text.join('')}${focused}  mFocusedStack=${stack} mLastFocusedStack=${stack}
  mSleepTimeout=false
  mCurTaskId=${Math.max(0, ...tasks.map((task) => task.id))}
`;
}

const never: Task = { id: -1, package: '', activities: [] };

/** Since 10: one root task each, and the resumed activity of the display. */
function rootTasks(world: World, tasks: readonly Task[]): string {
  const { system } = world;
  const { release } = system.shape;
  const text = tasks.map((task) => {
    const front = task.activities.at(-1);
    const isFront = task === system.tasks().at(-1);
    const record = `Task{${hashOf(`task ${task.id}`)} #${task.id} type=${task.package === system.homePackage ? 'home' : 'standard'} A=${system.processes.uidOf(task.package)}:${task.package} U=0 visible=${isFront} visibleRequested=${isFront} mode=fullscreen translucent=${!isFront} sz=${task.activities.length}}`;
    const resumed =
      isFront && front !== undefined
        ? `    mResumedActivity: ${activityName(front, task.id, release)}\n    topResumedActivity=${activityName(front, task.id, release)}\n`
        : '';
    return `  * ${record}\n    mBounds=Rect(0, 0 - 0, 0)\n${resumed}${task.activities
      .map((one, place) => history(world, { task, activity: one, place }))
      .toReversed()
      .join('')}`;
  });
  return `${text.join('')}
  topResumedActivity=${frontName(system)}
  ResumedActivity: ${frontName(system)}

ActivityTaskSupervisor state:
  topDisplayFocusedRootTask=Task{${hashOf(`task ${tasks[0]?.id ?? 0}`)} #${tasks[0]?.id ?? 0}}
  mCurTaskIdForUser={0=${Math.max(0, ...tasks.map((task) => task.id))}}
`;
}

function taskRecord(task: Task): string {
  return `TaskRecord{${hashOf(`task ${task.id}`)} #${task.id} A=${task.package} U=0 sz=${task.activities.length}}`;
}

function taskText(world: World, task: Task): string {
  const { system } = world;
  const uid = system.processes.uidOf(task.package) - 10_000;
  const root = task.activities[0]?.component;
  const names = task.activities.map((one) => activityName(one, task.id, system.shape.release));
  const up = Math.round((system.clock.now() - system.bootedAt) / 1000);
  return `    Task id #${task.id}
    * ${taskRecord(task)}
      userId=0 effectiveUid=u0a${uid} mCallingUid=0 mCallingPackage=null
      affinity=${task.package}
      intent={flg=0x10000000 cmp=${task.package}/${root?.short ?? ''}}
      realActivity=${task.package}/${root?.short ?? ''}
      autoRemoveRecents=false isPersistable=true numFullscreen=${task.activities.length} taskType=0 mTaskToReturnTo=1
      rootWasReset=false mNeverRelinquishIdentity=true mReuseTask=false
      Activities=[${names.join(', ')}]
      askedCompatMode=false inRecents=true isAvailable=true
      hasBeenVisible=true firstActiveTime=${Math.round(system.bootedAt)} lastActiveTime=${Math.round(system.bootedAt)} (inactive for ${up}s)
${task.activities
  .map((activity, place) => history(world, { task, activity, place }))
  .toReversed()
  .join('')}`;
}

function history(
  { system, packages }: World,
  { task, activity, place }: { task: Task; activity: Activity; place: number },
): string {
  const name = activity.component.package;
  const process = system.processes.list().find((one) => one.name === name);
  const resumed = activity.state === 'resumed';
  const up = Math.round(system.clock.now() - system.bootedAt);
  const owner = `u0a${system.processes.uidOf(name) - 10_000}`;
  return `      * Hist ${system.shape.release >= 12 ? ' ' : ''}#${place}: ${activityName(activity, task.id, system.shape.release)}
          packageName=${name} processName=${name}
          launchedFromUid=2000 launchedFromPackage=null userId=0
          app=ProcessRecord{${hashOf(`process ${name}`)} ${process?.pid ?? 0}:${name}/${owner}}
          Intent { flg=0x10000000 cmp=${name}/${activity.component.short} }
          frontOfTask=${place === 0} task=${taskRecord(task)}
          taskAffinity=${name}
          realActivity=${name}/${activity.component.short}
          baseDir=${packages.get(name)?.path ?? ''}
          dataDir=/data/data/${name}
          config=${configuration(system)}
          state=${resumed ? 'RESUMED' : 'STOPPED'} stopped=${!resumed} delayedResume=false finishing=false
          keysPaused=false inHistory=true visible=${resumed} sleeping=false idle=true
          fullscreen=true noDisplay=false immersive=false launchMode=0
          mActivityType=APPLICATION_ACTIVITY_TYPE
          waitingVisible=false nowVisible=${resumed} lastVisibleTime=-${Math.floor(up / 1000)}s${up % 1000}ms
`;
}
