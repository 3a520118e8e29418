import type { Framework } from '../../framework/system/framework.ts';
import { activityName, appToken, windowName } from '../names.ts';
import { activitiesFromTop, focusedApp } from './window-facts.ts';
import { focusName } from './window-windows.ts';

const rotationNames = ['ROTATION_0', 'ROTATION_90', 'ROTATION_180', 'ROTATION_270'] as const;

/** `dumpsys window displays`: the screen's sizes and, since 10, the focus. */
export function dumpDisplays(framework: Framework): string {
  const head = `WINDOW MANAGER DISPLAY CONTENTS (dumpsys window displays)
  Display: mDisplayId=0${framework.shape.release >= 12 ? ' rootTasks=2' : ''}
    ${sizes(framework)}
    deferred=false ${framework.shape.release === 5 ? '' : 'mLayoutNeeded=false '}layoutNeeded=false
`;
  return framework.shape.release <= 9
    ? head + oldStacks(framework)
    : head + focus(framework) + rootTasks(framework);
}

/** `init=` the panel, `base=` with `wm size`, `cur=` in the current rotation, `app=` without the bars. */
function sizes({ display, shape }: Framework): string {
  const { overrideSize, overrideDensity, density, size, appFrame } = display;
  const natural = display.naturalSize;
  const base =
    overrideSize === undefined && overrideDensity === undefined
      ? ''
      : ` base=${natural.width}x${natural.height} ${density}dpi`;
  const app = `${appFrame.right - appFrame.left}x${appFrame.bottom - appFrame.top}`;
  return `init=${shape.width}x${shape.height} ${shape.density}dpi${base} cur=${size.width}x${size.height} app=${app} rng=${range(display)}`;
}

/** The smallest and largest size of an app in either orientation, without the bars. */
function range(display: Framework['display']): string {
  const { width, height } = display.naturalSize;
  const { shape } = display;
  const [bar, side] = [display.px(shape.navigationBar), display.px(shape.sideBar)];
  const status = display.px(shape.statusBar);
  const [short, long] = [Math.min(width, height), Math.max(width, height)];
  return `${short}x${short - status}-${long - side}x${long - bar - status}`;
}

/** Up to 9: stacks and tokens, home's stack below (recorded on 5.1). */
function oldStacks(framework: Framework): string {
  const { release } = framework.shape;
  const tasks = framework.tasks().toReversed();
  const groups = [
    { id: 1, tasks: tasks.filter(({ package: name }) => name !== framework.homePackage) },
    { id: 0, tasks: tasks.filter(({ package: name }) => name === framework.homePackage) },
  ].filter((group) => group.tasks.length > 0);
  const lists = groups.map(({ id, tasks: own }) => {
    const lines = own.map((task) => {
      const names = task.activities.map((activity) => appToken(activity, task.id, release));
      return `    {taskId=${task.id} appTokens=[${names.join(', ')}] mdr=false}\n`;
    });
    return `  mStacks[${id}]${id}\n    mStackId=${id}\n    mDeferDetach=false\n${lines.join('')}`;
  });
  const details = groups.map(
    ({ id, tasks: own }) => `  mStackId=${id}\n${own.map((task) => taskDetails(framework, task)).join('')}`,
  );
  return `${lists.join('')}\n  Application tokens in top down Z order:\n${details.join('')}\n`;
}

function taskDetails(framework: Framework, task: ReturnType<Framework['tasks']>[number]): string {
  const lines = task.activities
    .map((activity, place) => {
      const visible = activity.state === 'resumed';
      const window = windowName({ id: activity.main.id, title: activity.title });
      return `    Activity #${place} ${appToken(activity, task.id, framework.shape.release)}:
      windows=[${window}]
      windowType=2 hidden=${!visible} hasVisible=true
      app=true voiceInteraction=false
      allAppWindows=[${window}]
      groupId=${task.id} appFullscreen=true requestedOrientation=-1
      hiddenRequested=${!visible} clientHidden=${!visible} willBeHidden=false reportedDrawn=${visible} reportedVisible=${visible}
      numInterestingWindows=1 numDrawnWindows=1 inPendingTransaction=false allDrawn=true (animator=true)
      startingData=null removed=false firstWindowDrawn=true mDeferRemoval=false
`;
    })
    .toReversed();
  return `    mTaskId=${task.id}\n${lines.join('')}`;
}

function focus(framework: Framework): string {
  const { display } = framework;
  const { width, height } = display.size;
  return `  mCurrentFocus=${focusName(framework)}
  mFocusedApp=${focusedApp(framework)}

  DisplayFrames w=${width} h=${height} r=${display.rotation}
  DisplayRotation
    mCurrentAppOrientation=SCREEN_ORIENTATION_UNSPECIFIED
    mLastOrientation=-1
    mRotation=${rotationNames[display.rotation]} mDeferredRotationPauseCount=0
    mUserRotationMode=${framework.settings.isOn('system', 'accelerometer_rotation') ? 'USER_ROTATION_FREE' : 'USER_ROTATION_LOCKED'} mUserRotation=${rotationNames[display.rotation]}
    mDisplayRotation=${rotationNames[display.rotation]}

`;
}

function rootTasks(framework: Framework): string {
  const { release } = framework.shape;
  const lines = activitiesFromTop(framework).map(
    ({ activity, task }, place) =>
      `    * Task{#${task.id} type=standard A=${framework.processes.uidOf(task.package)}:${task.package}}\n      #${place} ${activityName(activity, task.id, release)}\n`,
  );
  return `  Application tokens in top down Z order:\n${lines.join('')}\n`;
}
