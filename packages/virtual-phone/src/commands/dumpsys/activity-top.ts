import type { AccessibilityNode } from '../../framework/windows/accessibility.ts';
import type { Framework } from '../../framework/system/framework.ts';
import type { Rect } from '../../framework/views/geometry.ts';
import { hashOf } from '../names.ts';
import { configuration } from './window-facts.ts';

/** `dumpsys activity top`: the front activity's views with class, flags and bounds within the parent, without texts. */
export function dumpTop(framework: Framework): string {
  const task = framework.tasks().at(-1);
  const front = task?.activities.at(-1);
  if (task === undefined || front === undefined) return '';
  const { package: name, short } = front.component;
  const root =
    framework
      .windows()
      .find((window) => window.kind === 'application')
      ?.root() ?? null;
  const { release } = framework.shape;
  return `TASK ${name} id=${task.id}${release >= 9 ? ' userId=0' : ''}
  ACTIVITY ${name}/${short} ${hashOf(`activity ${front.id}`)} pid=${framework.processes.pidOf(name) ?? 0}
    Local Activity ${hashOf(`local ${front.id}`)} State:
      mResumed=true mStopped=false mFinished=false
      mChangingConfigurations=false
      mCurrentConfig=${configuration(framework)}
    ViewRoot:
      mAdded=true mRemoved=false
      mConsumeBatchedInputScheduled=false
      mPendingInputEventCount=0
      mProcessInputEventsScheduled=false
      mTraversalScheduled=false
    Choreographer:
      mFrameScheduled=false
    View Hierarchy:
      ${decorClass(release)}{${hashOf(`decor ${front.id}`)} V.E..... R.....I. 0,0-${framework.display.size.width},${framework.display.size.height}}
${root === null ? '' : views(root, { parent: framework.display.bounds, indent: 8, path: String(front.id) })}    Looper (main, tid 1) {${hashOf(`looper ${name}`)}}
      (Total messages: 0, idling=false, quitting=false)
`;
}

function decorClass(release: number): string {
  return release === 5 ? 'com.android.internal.policy.impl.PhoneWindow$DecorView' : 'DecorView';
}

interface Place {
  readonly parent: Rect;
  readonly indent: number;
  readonly path: string;
}

function views(node: AccessibilityNode, place: Place): string {
  const { bounds } = node;
  const { indent, path } = place;
  const line = `${' '.repeat(indent)}${viewName(node, place)}\n`;
  const below = node.children.map((child) =>
    views(child, { parent: bounds, indent: indent + 2, path: `${path}/${child.index}` }),
  );
  return line + below.join('');
}

/**
 * The format of View.toString: `android.widget.EditText{2fb1a3c VFED..CL .F....I. 0,48-480,96 #7f0a00ff app:id/name}`.
 */
export function viewName(node: AccessibilityNode, { parent, path }: Pick<Place, 'parent' | 'path'>): string {
  const { left, top, right, bottom } = node.bounds;
  const here = `${left - parent.left},${top - parent.top}-${right - parent.left},${bottom - parent.top}`;
  return `${node.class}{${hashOf(`view ${path}`)} ${flags(node)} ${here}${idOf(node)}}`;
}

/** As View.toString writes them: visible, focusable, enabled and so on; after the space the states. */
function flags(node: AccessibilityNode): string {
  const flag = (on: boolean, letter: string) => (on ? letter : '.');
  const kinds = [
    'V',
    flag(node.focusable, 'F'),
    flag(node.enabled, 'E'),
    node.children.length === 0 ? 'D' : '.',
    '.',
    flag(node.scrollable, 'V'),
    flag(node.clickable, 'C'),
    flag(node.longClickable, 'L'),
  ];
  const states = ['.', flag(node.focused, 'F'), flag(node.selected, 'S'), '.', '.', '.', 'I', '.'];
  return `${kinds.join('')} ${states.join('')}`;
}

/** `#7f0a00ff app:id/name`: the app's own ids are in the namespace `app`. */
function idOf({ resourceId, package: owner }: AccessibilityNode): string {
  if (resourceId === '') return '';
  const [space = '', name = ''] = resourceId.split(':id/');
  return ` #${idNumber(resourceId).toString(16)} ${space === owner ? 'app' : space}:id/${name}`;
}

/** The number of a resource id; -1 for a view without one. */
export function idNumber(resourceId: string): number {
  if (resourceId === '') return -1;
  const number = Number.parseInt(hashOf(resourceId), 16) & 0xffff;
  return (resourceId.startsWith('android:') ? 0x01020000 : 0x7f0a0000) + number;
}
