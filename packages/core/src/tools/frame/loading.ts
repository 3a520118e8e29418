import { isEndless, isProgress, simpleName } from '@handeye/screen/format/lean/kinds';
import type { UiNode } from '@handeye/screen/node';
import { flat } from '@handeye/screen/sanitize';
import type { Element, Snapshot } from '@handeye/screen/snapshot';

/** How long a progress bar is watched: one that does not move in this time only shows a value. */
const WATCHED = 1_000;
/** A longer text that ends in dots is a text, not a state. */
const LONGEST_STATE = 40;

/** The value of a progress bar, and since when it has it. */
interface Value {
  readonly current: number;
  readonly since: number;
}

/**
 * Whether a screen is still loading after an act, by what the act brought: activity that has no end, progress that moves, or a
 * state such as `Signing in…`. What was there before says nothing about the act: a player's progress moves all the time.
 */
export class Loading {
  readonly #before: Snapshot | undefined;
  readonly #values = new Map<string, Value>();

  constructor(before: Snapshot | undefined) {
    this.#before = before;
  }

  /** `time` is when the screen was seen, in milliseconds. */
  isShownBy({ elements }: Snapshot, time: number): boolean {
    const counted = elements.filter(
      ({ node, window }) => node.visible && (window.type !== 'system' || window.active),
    );
    // Every bar is noted, not only those up to the first that moves.
    const moving = counted.filter((element) => this.#isMoving(element, time));
    return moving.length > 0 || counted.some((element) => this.#isBusy(element));
  }

  #isBusy(element: Element): boolean {
    const { node } = element;
    const before = this.#nodeBefore(element);
    if (isSpinner(node)) return before?.visible !== true;
    // Menus hold disabled entries such as `Find…`, so it must be another text in the same place.
    const isChanged = before?.visible === true && flat(before.text) !== flat(node.text);
    return isChanged && (!node.enabled || !node.clickable) && !node.editable && endsInDots(node);
  }

  #isMoving(element: Element, time: number): boolean {
    const { range } = element.node;
    if (!range || !isProgress(element.node) || this.#wasUnderWay(element)) return false;
    const known = this.#values.get(element.id);
    const isSame = known?.current === range.current;
    const since = known && isSame ? known.since : time;
    this.#values.set(element.id, { current: range.current, since });
    return range.current < range.max && time - since < WATCHED;
  }

  #wasUnderWay(element: Element): boolean {
    const before = this.#nodeBefore(element);
    return before?.visible === true && (before.range?.current ?? 0) > (before.range?.min ?? 0);
  }

  #nodeBefore({ id }: Element): UiNode | undefined {
    return this.#before?.element(id)?.node;
  }
}

/** Plain ADB tells of no progress bar whether it has an end; a round one has none. */
function isSpinner(node: UiNode): boolean {
  if (isEndless(node)) return true;
  if (!isProgress(node) || node.range || node.actions || simpleName(node) === 'progressbar') return false;
  const [width, height] = [node.bounds.right - node.bounds.left, node.bounds.bottom - node.bounds.top];
  return width > 0 && Math.abs(width - height) <= 0.1 * width;
}

function endsInDots({ text, password }: UiNode): boolean {
  const said = flat(text);
  return !password && said.length <= LONGEST_STATE && /[^.…](…|\.\.\.)$/u.test(said);
}
