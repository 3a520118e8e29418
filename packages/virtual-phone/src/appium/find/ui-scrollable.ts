import { badSelector, ServerError } from '../errors.ts';
import type { ServerContext } from '../context.ts';
import type { Direction } from '../touch/gestures.ts';
import { nodesBelow, type UiNode } from '../screen.ts';
import { scrollTo } from './scroll-to.ts';
import { anyNode, select, textConditions, type UiSelector } from './ui-selector.ts';

/** What scrolls, how, and for how long to search. */
export interface Scrollable {
  readonly container: UiSelector;
  readonly horizontal: boolean;
  readonly maxSwipes: number;
  /** The fraction of the container at each edge that swipes avoid. */
  readonly deadZone: number;
}

export type Argument = string | number | boolean | UiSelector;

/** A method that is called on a UiScrollable. */
export interface ScrollCall {
  readonly name: string;
  readonly args: readonly Argument[];
}

/** Each step of a swipe takes 5 ms. */
const SCROLL_STEPS = 55;
const FLING_STEPS = 5;
export const DEFAULT_MAX_SWIPES = 30;
const DEFAULT_DEAD_ZONE = 0.1;

/** The state of a chain of calls: what scrolls, and what was found last. */
interface Progress {
  readonly scrollable: Scrollable;
  /** Undefined if nothing was searched yet: then the container is the result. */
  readonly found: readonly UiNode[] | undefined;
}

type Method = (
  context: ServerContext,
  progress: Progress,
  args: readonly Argument[],
) => Promise<Progress> | undefined;

/**
 * Calls methods of UiScrollable in order, as the server does while it parses them. The result is what the last
 * searching call found; if none searches (`scrollToEnd`), it is the container.
 */
export async function evaluateScrollable(
  context: ServerContext,
  source: string,
  { container, calls }: { container: UiSelector; calls: readonly ScrollCall[] },
): Promise<readonly UiNode[]> {
  let progress: Progress = {
    scrollable: { container, horizontal: false, maxSwipes: DEFAULT_MAX_SWIPES, deadZone: DEFAULT_DEAD_ZONE },
    found: undefined,
  };
  for (const { name, args } of calls) {
    const next = methods.get(name)?.(context, progress, args);
    if (next === undefined)
      throw badSelector(source, `UiScrollable has no \`${name}\` method with such arguments`);
    progress = await next;
  }
  return progress.found ?? select(await context.screen.roots(), container);
}

const methods: ReadonlyMap<string, Method> = new Map(
  Object.entries<Method>({
    setAsHorizontalList: (_context, progress, args) => none(args, change(progress, { horizontal: true })),
    setAsVerticalList: (_context, progress, args) => none(args, change(progress, { horizontal: false })),
    setMaxSearchSwipes: (_context, progress, [count]) =>
      typeof count === 'number' ? Promise.resolve(change(progress, { maxSwipes: count })) : undefined,
    setSwipeDeadZonePercentage: (_context, progress, [part]) =>
      typeof part === 'number' ? Promise.resolve(change(progress, { deadZone: part })) : undefined,
    getMaxSearchSwipes: (_context, progress, args) => none(args, progress),
    getSwipeDeadZonePercentage: (_context, progress, args) => none(args, progress),

    scrollForward: (context, progress, args) =>
      swipe(context, progress, { args, way: 'forward', steps: SCROLL_STEPS }),
    scrollBackward: (context, progress, args) =>
      swipe(context, progress, { args, way: 'backward', steps: SCROLL_STEPS }),
    flingForward: (context, progress, args) =>
      args.length > 0 ? undefined : swipe(context, progress, { args, way: 'forward', steps: FLING_STEPS }),
    flingBackward: (context, progress, args) =>
      args.length > 0 ? undefined : swipe(context, progress, { args, way: 'backward', steps: FLING_STEPS }),
    scrollToBeginning: (context, progress, args) =>
      swipeAll(context, progress, { args, way: 'backward', steps: SCROLL_STEPS }),
    scrollToEnd: (context, progress, args) =>
      swipeAll(context, progress, { args, way: 'forward', steps: SCROLL_STEPS }),
    flingToBeginning: (context, progress, args) =>
      swipeAll(context, progress, { args, way: 'backward', steps: FLING_STEPS }),
    flingToEnd: (context, progress, args) =>
      swipeAll(context, progress, { args, way: 'forward', steps: FLING_STEPS }),

    scrollIntoView: (context, progress, [wanted]) =>
      typeof wanted === 'object' ? intoView(context, progress, wanted) : undefined,
    scrollTextIntoView: (context, progress, [text]) =>
      typeof text === 'string' ? intoView(context, progress, having('text', text)) : undefined,
    scrollDescriptionIntoView: (context, progress, [text]) =>
      typeof text === 'string' ? intoView(context, progress, having('description', text)) : undefined,

    getChildByText: (context, progress, args) => childHaving(context, progress, { args, property: 'text' }),
    getChildByDescription: (context, progress, args) =>
      childHaving(context, progress, { args, property: 'description' }),
    getChildByInstance(context, progress, [pattern, instance]) {
      if (typeof pattern !== 'object' || typeof instance !== 'number') return undefined;
      return childrenLike(context, progress, pattern).then((children) => ({
        ...progress,
        found: children.slice(instance, instance + 1),
      }));
    },
  }),
);

function none(args: readonly Argument[], progress: Progress): Promise<Progress> | undefined {
  return args.length === 0 ? Promise.resolve(progress) : undefined;
}

function change(progress: Progress, by: Partial<Scrollable>): Progress {
  return { ...progress, scrollable: { ...progress.scrollable, ...by } };
}

function having(property: 'text' | 'description', value: string): UiSelector {
  const condition = textConditions.get(property);
  return condition === undefined ? anyNode : { ...anyNode, conditions: [condition(value)] };
}

interface Swipe {
  readonly args: readonly Argument[];
  readonly way: 'forward' | 'backward';
  readonly steps: number;
}

/** `scrollForward([steps])`: one swipe. */
function swipe(context: ServerContext, progress: Progress, wish: Swipe): Promise<Progress> | undefined {
  const [steps = wish.steps, ...more] = wish.args;
  if (typeof steps !== 'number' || more.length > 0) return undefined;
  return step(context, progress.scrollable, { ...wish, steps }).then(() => progress);
}

/** `scrollToEnd(maxSwipes[, steps])`: swipes until nothing moves. */
function swipeAll(context: ServerContext, progress: Progress, wish: Swipe): Promise<Progress> | undefined {
  const [most, steps = wish.steps, ...more] = wish.args;
  if (typeof most !== 'number' || typeof steps !== 'number' || more.length > 0) return undefined;
  return (async () => {
    for (let swipes = 0; swipes < most; swipes++)
      if (!(await step(context, progress.scrollable, { ...wish, steps }))) break;
    return progress;
  })();
}

/** Returns whether it can scroll further. */
async function step(context: ServerContext, scrollable: Scrollable, { way, steps }: Swipe): Promise<boolean> {
  const scroller = await scrollerOf(context, scrollable);
  const ways: readonly [Direction, Direction] = scrollable.horizontal ? ['right', 'left'] : ['down', 'up'];
  const direction = ways[way === 'forward' ? 0 : 1];
  return context.gestures.searchStep(scroller.info.bounds, direction, {
    steps,
    deadZone: scrollable.deadZone,
  });
}

async function scrollerOf(context: ServerContext, { container }: Scrollable): Promise<UiNode> {
  const [scroller] = select(await context.screen.roots(), container);
  if (scroller === undefined) throw new ServerError('elementNotFound');
  return scroller;
}

/** What is already visible is returned without looking for the container, which may not exist. */
async function intoView(context: ServerContext, progress: Progress, wanted: UiSelector): Promise<Progress> {
  const there = select(await context.screen.roots(), wanted);
  if (there.length > 0) return { ...progress, found: there };
  const found = await scrollTo(context, progress.scrollable, wanted);
  return { ...progress, found: found === undefined ? [] : [found] };
}

/**
 * `getChildByText(pattern, text[, allowScrollSearch])`: the child of that kind that has the text or contains a node
 * that has it.
 */
function childHaving(
  context: ServerContext,
  progress: Progress,
  { args, property }: { args: readonly Argument[]; property: 'text' | 'description' },
): Promise<Progress> | undefined {
  const [pattern, value, mayScroll = true] = args;
  if (typeof pattern !== 'object' || typeof value !== 'string' || typeof mayScroll !== 'boolean')
    return undefined;
  return (async () => {
    await scrollerOf(context, progress.scrollable);
    if (mayScroll) await scrollTo(context, progress.scrollable, having(property, value));
    const children = await childrenLike(context, progress, pattern);
    const found = children.find((child) =>
      [...nodesBelow(child)].some(({ info }) => info[property] === value),
    );
    if (found === undefined) throw new ServerError('elementNotFound');
    return { ...progress, found: [found] };
  })();
}

async function childrenLike(
  context: ServerContext,
  { scrollable }: Progress,
  pattern: UiSelector,
): Promise<readonly UiNode[]> {
  const scroller = await scrollerOf(context, scrollable);
  return select(scroller.children, pattern);
}
