import type { Rect } from '../../framework/views/geometry.ts';
import { perform, planActions } from '../touch/actions.ts';
import type { Body } from '../body.ts';
import type { ServerContext, Routes } from '../context.ts';
import { ServerError } from '../errors.ts';
import { find } from '../find/find.ts';
import type { Point } from '../../commands/input/fingers.ts';
import { directions, type Direction } from '../touch/gestures.ts';
import { scrollTo } from '../find/scroll-to.ts';
import { anyNode, textConditions, type UiSelector } from '../find/ui-selector.ts';
import { parseUiAutomator } from '../find/ui-selector-parser.ts';
import { centerOf } from './elements.ts';

const SESSION = '/session/:sessionId';
const GESTURES = `${SESSION}/appium/gestures`;
/** UiObject2 keeps fingers this far from an element's edges. */
const MARGIN = 5;

/** Routes for touch: W3C actions, and UiAutomator's gestures. */
export const touchRoutes: Routes = {
  [`POST ${SESSION}/actions`]: async (context, { body }) => {
    const locate = (id: string) => centerOf(context.elements.get(id).info.bounds);
    const plan = planActions(body.list('actions'), locate);
    await perform(context.android.framework, plan, context.signal);
    return null;
  },

  [`POST ${GESTURES}/click`]: async (context, { body }) => {
    await context.gestures.click(await pointOf(context, body));
    return null;
  },

  [`POST ${GESTURES}/long_click`]: async (context, { body }) => {
    await context.gestures.longClick(await pointOf(context, body), body.optionalNumber('duration'));
    return null;
  },

  [`POST ${GESTURES}/double_click`]: async (context, { body }) => {
    await context.gestures.doubleClick(await pointOf(context, body));
    return null;
  },

  [`POST ${GESTURES}/drag`]: async (context, { body }) => {
    const bounds = originBounds(context, body);
    const start = body.optionalObject('start');
    if (bounds === undefined && start === undefined)
      throw new ServerError(
        'unknown',
        'The starting point coordinates must be provided if element is not set',
      );
    const from =
      bounds === undefined ? { x: 0, y: 0 } : start === undefined ? centerOf(bounds) : cornerOf(bounds);
    const shift = start === undefined ? { x: 0, y: 0 } : readPoint(start);
    const at = { x: from.x + shift.x, y: from.y + shift.y };
    await context.gestures.drag(at, readPoint(body.object('end')), body.optionalNumber('speed'));
    return null;
  },

  [`POST ${GESTURES}/swipe`]: async (context, { body }) => {
    const area = areaOf(context, body, 'swipe');
    await context.gestures.swipe(
      area,
      directionOf(body),
      body.number('percent'),
      body.optionalNumber('speed'),
    );
    return null;
  },

  [`POST ${GESTURES}/scroll`]: (context, { body }) => {
    const area = areaOf(context, body, 'scroll');
    const speed = body.optionalNumber('speed');
    return context.gestures.scroll(area, directionOf(body), body.number('percent'), speed);
  },

  [`POST ${GESTURES}/fling`]: (context, { body }) =>
    context.gestures.fling(areaOf(context, body, 'fling'), directionOf(body), body.optionalNumber('speed')),

  [`POST ${GESTURES}/pinch_open`]: (context, { body }) => pinch(context, body, 'open'),
  [`POST ${GESTURES}/pinch_close`]: (context, { body }) => pinch(context, body, 'close'),

  [`POST ${SESSION}/gestures/scroll_to`]: async (context, { body }) => {
    const params = body.object('params');
    const maxSwipes = params.optionalNumber('maxSwipes') ?? 30;
    const container = { ...anyNode, conditions: [(node: { scrollable: boolean }) => node.scrollable] };
    const wanted = scrollTarget(params.text('strategy'), params.text('selector'));
    const found = await scrollTo(context, { container, horizontal: false, maxSwipes }, wanted);
    if (found === undefined)
      throw new ServerError('elementNotFound', `Cannot scroll to ${params.text('selector')}`);
    return null;
  },
};

async function pinch(context: ServerContext, body: Body, way: 'open' | 'close'): Promise<null> {
  const area = areaOf(context, body, 'pinch');
  await context.gestures.pinch(area, way, body.number('percent'), body.optionalNumber('speed'));
  return null;
}

/** A point on the screen, or in an element that is given or found; its middle if there is no offset. */
async function pointOf(context: ServerContext, body: Body): Promise<Point> {
  const offset = body.optionalObject('offset');
  const bounds =
    originBounds(context, body) ?? (await locatedBounds(context, body.optionalObject('locator')));
  if (bounds === undefined) {
    if (offset !== undefined) return readPoint(offset);
    throw new ServerError('unknown', 'Either the element, the locator or the click offset must be provided');
  }
  if (offset === undefined) return centerOf(bounds);
  const { x, y } = readPoint(offset);
  return { x: bounds.left + x, y: bounds.top + y };
}

async function locatedBounds(context: ServerContext, locator: Body | undefined): Promise<Rect | undefined> {
  if (locator === undefined) return undefined;
  const [first] = await find(context, {
    strategy: locator.text('strategy'),
    selector: locator.text('selector'),
  });
  if (first === undefined || !('node' in first)) throw new ServerError('elementNotFound');
  return first.node.info.bounds;
}

function originBounds(context: ServerContext, body: Body): Rect | undefined {
  const origin = body.optionalObject('origin');
  const id = origin?.optionalText('element-6066-11e4-a52e-4f735466cecf') ?? origin?.optionalText('ELEMENT');
  return id === undefined ? undefined : context.elements.get(id).info.bounds;
}

function areaOf(context: ServerContext, body: Body, gesture: string): Rect {
  const bounds = originBounds(context, body);
  if (bounds !== undefined)
    return {
      left: bounds.left + MARGIN,
      top: bounds.top + MARGIN,
      right: bounds.right - MARGIN,
      bottom: bounds.bottom - MARGIN,
    };
  const area = body.optionalObject('area');
  if (area === undefined)
    throw new ServerError(
      'unknown',
      `The ${gesture} area coordinates must be provided if element is not set`,
    );
  const [left, top] = [area.number('left'), area.number('top')];
  return { left, top, right: left + area.number('width'), bottom: top + area.number('height') };
}

function directionOf(body: Body): Direction {
  const named = body.text('direction').toLowerCase();
  const direction = directions.find((one) => one === named);
  if (direction !== undefined) return direction;
  throw new ServerError(
    'unknown',
    `Unsupported direction '${named}'. Only the following direction values are supported: [${directions.join(', ')}]`,
  );
}

function readPoint(body: Body): Point {
  return { x: body.number('x'), y: body.number('y') };
}

function cornerOf({ left, top }: Rect): Point {
  return { x: left, y: top };
}

const conditionOf: ReadonlyMap<string, string> = new Map([
  ['accessibility id', 'description'],
  ['class name', 'className'],
]);

function scrollTarget(strategy: string, selector: string): UiSelector {
  const condition = textConditions.get(conditionOf.get(strategy) ?? '');
  if (condition !== undefined) return { ...anyNode, conditions: [condition(selector)] };
  const [first] = strategy === '-android uiautomator' ? parseUiAutomator(selector) : [];
  if (first?.kind === 'selector') return first.selector;
  throw new ServerError('invalidSelector', `Unsupported strategy: '${strategy}'`);
}
