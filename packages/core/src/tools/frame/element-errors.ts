import { actionFailed, type DeviceError, elementNotFound } from '../../device/errors.ts';
import { centre } from '@handeye/screen/bounds';
import { foundText } from '@handeye/screen/format/lean/found';
import { resembling, type Target, type TargetOptions, targetsIn } from '@handeye/screen/format/lean/targets';
import { nameOf } from '@handeye/screen/identity/signature';
import type { Successor } from '@handeye/screen/identity/successors';
import { isIdLike, shortId } from '@handeye/screen/ids';
import { cut, flat } from '@handeye/screen/sanitize';
import type { Element, Snapshot } from '@handeye/screen/snapshot';
import { windowsAt } from '@handeye/screen/touch/hit-test';

/** A label says which element is meant; more of it would only be device text in an error. */
const LONGEST_LABEL = 40;

/** What is known about an id that names nothing on the screen. */
export interface MissingAdvice {
  readonly successor?: Successor | undefined;
  /** Its last label, and the application that showed it, which is not on the screen any more. */
  readonly left?:
    { readonly label: string; readonly app: string; readonly now: string | undefined } | undefined;
  /** Its list still shows other rows: a gesture scrolled it away, or the application moved or removed it. */
  readonly outOfSight?: 'scrolled' | 'moved' | undefined;
}

/** The error for an id whose element is not on the screen, with what became of it where that is known. */
export function missingElement(id: string, advice: MissingAdvice, names: boolean): Error {
  if (advice.outOfSight) return elementNotFound(`Element '${id}' ${outOfSight[advice.outOfSight]}`);
  const text = `Element '${id}' not found on the screen. Call get_screen_state or find_elements to get current ids.`;
  if (!names) return elementNotFound(text);
  if (!isIdLike(id))
    return elementNotFound(`${text} A text on the screen is passed as text:${cut(id, LONGEST_LABEL, '…')}`);
  const why = whyGone(id, advice);
  return elementNotFound(why === undefined ? text : `${text} ${why}`);
}

const outOfSight = {
  scrolled: 'left the screen by scrolling. Call scroll_to_element with the same id first.',
  moved:
    'is gone from its list: it was removed, or the list has moved. Call get_screen_state, or scroll_to_element to search the list.',
} as const;

/** What became of an element, as one truth for errors and answers; undefined if that is not known. */
export function whyGone(id: string, { successor, left, ...advice }: MissingAdvice): string | undefined {
  if (advice.outOfSight) return `it ${outOfSight[advice.outOfSight]}`;
  if (successor) {
    const [was, is] = [named(id, successor.was), named(successor.now.id, nameOf(successor.now.node))];
    return `${was} is gone; in its place: ${is}`;
  }
  if (!left) return undefined;
  const now = left.now === undefined ? '' : `; ${left.now} is in front now`;
  return `${named(id, left.label)} was in ${left.app}, which was left${now}`;
}

function named(id: string, label: string): string {
  const shown = cut(flat(label), LONGEST_LABEL, '…');
  return shown === '' ? shortId(id) : `${shortId(id)} (${shown})`;
}

/** How many candidates an error names, and in how many tokens. */
const CANDIDATES = { most: 8, maxTokens: 300 };

/** A target that means nothing on a screen, or more than one thing: the error names what it could mean. */
export function unclearTarget(
  id: string,
  target: Target,
  { snapshot, ...options }: TargetOptions & { readonly snapshot: Snapshot },
): DeviceError {
  const matches = targetsIn(snapshot, target, options);
  if (matches.length > 1) {
    const lines = foundText(snapshot, matches, CANDIDATES);
    return elementNotFound(
      `${matches.length} elements match '${id}'. Use the id of the one you mean:\n${lines}`,
    );
  }
  const { textless } = snapshot;
  const unread = textless === undefined ? '' : ` But no texts of this screen could be read: ${textless}`;
  const similar = resembling(snapshot, target);
  const near = similar.length > 0 ? ` Similar:\n${foundText(snapshot, similar, CANDIDATES)}` : '';
  return elementNotFound(
    `Nothing on the screen matches '${id}'.${unread}${near || ' Call get_screen_state to see what is there.'}`,
  );
}

/** The error for an element that cannot be touched. It names the window over it: only then is it known what to close. */
export function covered({ id, node, window }: Element, snapshot: Snapshot): DeviceError {
  const [top] = node.visible ? windowsAt(snapshot, centre(node.bounds)) : [];
  const app = top === undefined || top === window ? undefined : top.app;
  const by = app === undefined || app === window.app ? '' : ` (a window of ${app} lies over it)`;
  return actionFailed(
    `Element '${id}' is not visible or is covered${by}, so it cannot be touched. Scroll to it with scroll_to_element, or close what covers it.`,
  );
}
