import type { Framework } from '../../framework/system/framework.ts';
import type { Task } from '../../framework/system/activities.ts';
import { activityName, hashOf } from '../names.ts';
import type { RunningAndroid } from '../running-android.ts';
import { configuration } from './window-facts.ts';

type Activity = Task['activities'][number];

/** `dumpsys activity activities`: the back stacks and the resumed activity, in the format of the release. */
export function dumpActivities(android: RunningAndroid): string {
  const { framework } = android;
  const tasks = framework.tasks().toReversed();
  const body = framework.shape.release <= 9 ? oldStacks(android, tasks) : rootTasks(android, tasks);
  return `ACTIVITY MANAGER ACTIVITIES (dumpsys activity activities)\nDisplay #0 (activities from top to bottom):\n${body}`;
}

function frontName(framework: Framework): string {
  const task = framework.tasks().at(-1);
  const front = task?.activities.at(-1);
  return task && front ? activityName(front, task.id, framework.shape.release) : 'null';
}

/** Up to 9: `Stack #1` for apps and `Stack #0` for home, as recorded on 5.1. */
function oldStacks(android: RunningAndroid, tasks: readonly Task[]): string {
  const { framework } = android;
  const isHome = (task: Task) => task.package === framework.homePackage;
  const stacks = [
    { id: 1, tasks: tasks.filter((task) => !isHome(task)) },
    { id: 0, tasks: tasks.filter(isHome) },
  ].filter((stack) => stack.tasks.length > 0);
  const text = stacks.map((stack) => {
    const running = stack.tasks.map((task) => {
      const lines = task.activities
        .map(
          (one, place) => `        Run #${place}: ${activityName(one, task.id, framework.shape.release)}\n`,
        )
        .toReversed();
      return `      ${taskRecord(task)}\n${lines.join('')}`;
    });
    const resumed = stack.tasks.includes(framework.tasks().at(-1) ?? never)
      ? `    mResumedActivity: ${frontName(framework)}\n`
      : '';
    return `  Stack #${stack.id}:\n${stack.tasks.map((task) => taskText(android, task)).join('')}
    Running activities (most recent first):
${running.join('')}
${resumed}
`;
  });
  const focused =
    framework.shape.release === 5
      ? `  mFocusedActivity: ${frontName(framework)}\n`
      : `  ResumedActivity: ${frontName(framework)}\n`;
  const stack = `ActivityStack{${hashOf('stack')} stackId=${stacks[0]?.id ?? 0}, ${tasks.length} tasks}`;
  return `${text.join('')}${focused}  mFocusedStack=${stack} mLastFocusedStack=${stack}
  mSleepTimeout=false
  mCurTaskId=${Math.max(0, ...tasks.map((task) => task.id))}
`;
}

const never: Task = { id: -1, package: '', activities: [] };

/** Since 10: one root task per task, and the resumed activity of the display. */
function rootTasks(android: RunningAndroid, tasks: readonly Task[]): string {
  const { framework } = android;
  const { release } = framework.shape;
  const text = tasks.map((task) => {
    const front = task.activities.at(-1);
    const isFront = task === framework.tasks().at(-1);
    const record = `Task{${hashOf(`task ${task.id}`)} #${task.id} type=${task.package === framework.homePackage ? 'home' : 'standard'} A=${framework.processes.uidOf(task.package)}:${task.package} U=0 visible=${isFront} visibleRequested=${isFront} mode=fullscreen translucent=${!isFront} sz=${task.activities.length}}`;
    const resumed =
      isFront && front !== undefined
        ? `    mResumedActivity: ${activityName(front, task.id, release)}\n    topResumedActivity=${activityName(front, task.id, release)}\n`
        : '';
    return `  * ${record}\n    mBounds=Rect(0, 0 - 0, 0)\n${resumed}${task.activities
      .map((one, place) => history(android, { task, activity: one, place }))
      .toReversed()
      .join('')}`;
  });
  return `${text.join('')}
  topResumedActivity=${frontName(framework)}
  ResumedActivity: ${frontName(framework)}

ActivityTaskSupervisor state:
  topDisplayFocusedRootTask=Task{${hashOf(`task ${tasks[0]?.id ?? 0}`)} #${tasks[0]?.id ?? 0}}
  mCurTaskIdForUser={0=${Math.max(0, ...tasks.map((task) => task.id))}}
`;
}

function taskRecord(task: Task): string {
  return `TaskRecord{${hashOf(`task ${task.id}`)} #${task.id} A=${task.package} U=0 sz=${task.activities.length}}`;
}

function taskText(android: RunningAndroid, task: Task): string {
  const { framework } = android;
  const uid = framework.processes.uidOf(task.package) - 10_000;
  const root = task.activities[0]?.component;
  const names = task.activities.map((one) => activityName(one, task.id, framework.shape.release));
  const up = Math.round((framework.clock.now() - framework.bootedAt) / 1000);
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
      hasBeenVisible=true firstActiveTime=${Math.round(framework.bootedAt)} lastActiveTime=${Math.round(framework.bootedAt)} (inactive for ${up}s)
${task.activities
  .map((activity, place) => history(android, { task, activity, place }))
  .toReversed()
  .join('')}`;
}

function history(
  { framework, packages }: RunningAndroid,
  { task, activity, place }: { task: Task; activity: Activity; place: number },
): string {
  const name = activity.component.package;
  const process = framework.processes.list().find((one) => one.name === name);
  const resumed = activity.state === 'resumed';
  const up = Math.round(framework.clock.now() - framework.bootedAt);
  const owner = `u0a${framework.processes.uidOf(name) - 10_000}`;
  return `      * Hist ${framework.shape.release >= 12 ? ' ' : ''}#${place}: ${activityName(activity, task.id, framework.shape.release)}
          packageName=${name} processName=${name}
          launchedFromUid=2000 launchedFromPackage=null userId=0
          app=ProcessRecord{${hashOf(`process ${name}`)} ${process?.pid ?? 0}:${name}/${owner}}
          Intent { flg=0x10000000 cmp=${name}/${activity.component.short} }
          frontOfTask=${place === 0} task=${taskRecord(task)}
          taskAffinity=${name}
          realActivity=${name}/${activity.component.short}
          baseDir=${packages.get(name)?.path ?? ''}
          dataDir=/data/data/${name}
          config=${configuration(framework)}
          state=${resumed ? 'RESUMED' : 'STOPPED'} stopped=${!resumed} delayedResume=false finishing=false
          keysPaused=false inHistory=true visible=${resumed} sleeping=false idle=true
          fullscreen=true noDisplay=false immersive=false launchMode=0
          mActivityType=APPLICATION_ACTIVITY_TYPE
          waitingVisible=false nowVisible=${resumed} lastVisibleTime=-${Math.floor(up / 1000)}s${up % 1000}ms
`;
}
