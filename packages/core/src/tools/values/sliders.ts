import { actionFailed } from '../../device/errors.ts';
import { shortId } from '@handeye/screen/ids';
import { centre } from '@handeye/screen/bounds';
import type { Point } from '../../device/port.ts';
import type { Range, UiNode } from '@handeye/screen/node';
import { flat } from '@handeye/screen/sanitize';
import type { Element, Screen } from '@handeye/screen/snapshot';
import { liesOpen } from '@handeye/screen/touch/reach';
import { valueKind } from '@handeye/screen/value/kinds';
import { numberOn, rangeText, shareOf, type WantedValue } from '@handeye/screen/value/range';
import type { ToolContext } from '../frame/define.ts';
import type { Found } from '../frame/eyes.ts';
import { drag, hold } from '../frame/touch/strokes.ts';

type Context = Pick<ToolContext, 'eyes' | 'hands'>;

/** How often a finger tries to come nearer. */
const MOST_TOUCHES = 4;
const TOUCH_TIME = 100;
/** The margin of Material's SeekBar at both ends of its track, in dp; most others come close to it. */
const TRACK_PADDING = 16;
/** A RatingBar has five stars unless an application says otherwise. */
const STARS = 5;
/** A finger touches a star just before its end: half stars and whole ones both count up. */
const BEFORE_STARS_END = 0.02;

/** Sets a slider or a rating; returns what it shows then. */
export async function setSlider(context: Context, found: Found, value: WantedValue): Promise<string> {
  const { element, snapshot } = found;
  const wanted = inStars(element.node, value);
  mustBeOnScale(element, wanted);
  if (!element.node.enabled)
    throw actionFailed(`Element '${shortId(element.id)}' is disabled, so it cannot be set.`);
  if (!liesOpen(snapshot, element))
    throw actionFailed(
      `Element '${shortId(element.id)}' is not visible or is covered. Scroll to it with scroll_to_element, or close what covers it.`,
    );
  const done = await context.hands.setValue(element, wanted);
  if (!done) return byFinger(context, found, wanted);
  if (done.remark !== undefined) return done.remark;
  const now = await reread(context, element);
  if (!now) return UNREAD;
  return now.node.range || saysOtherwise(element, now)
    ? shownBy(now, wanted, 'the nearest that it takes')
    : UNREAD;
}

const UNREAD = 'it cannot be read back';

/** Stars of a rating as a share: its own scale may count halves of them. */
function inStars(node: UiNode, wanted: WantedValue): WantedValue {
  if (valueKind(node) !== 'rating' || 'share' in wanted) return wanted;
  const { range } = node;
  if (range && (range.min !== 0 || range.max % STARS !== 0)) return wanted;
  return wanted.number >= 0 && wanted.number <= STARS ? { share: wanted.number / STARS } : wanted;
}

function mustBeOnScale({ id, node }: Element, wanted: WantedValue): void {
  const { range } = node;
  const isShare = 'share' in wanted;
  if (isShare && (wanted.share < 0 || wanted.share > 1))
    throw actionFailed(`Element '${shortId(id)}' goes from 0 % to 100 %.`);
  if (range && numberOn(range, wanted) === undefined)
    throw actionFailed(
      `Element '${shortId(id)}' goes from ${range.min} to ${range.max}, or from 0 % to 100 %.`,
    );
}

/** Touches the track where the value is, and as long as it can be read back, again until it is near enough. */
async function byFinger(
  context: Context,
  { element, snapshot }: Found,
  wanted: WantedValue,
): Promise<string> {
  const { range } = element.node;
  if (!range && 'number' in wanted)
    throw actionFailed(
      `The scale of element '${shortId(element.id)}' cannot be read this way. Give a percentage, such as '40%'.`,
    );
  const share = shareWanted(range, wanted);
  let now: Element | undefined = element;
  let aim = share;
  for (let touches = 0; touches < MOST_TOUCHES; touches += 1) {
    const before = now.node;
    const point = pointAt(before, snapshot.screen, aim);
    // A thumb that a touch on the track did not move may follow a finger that drags it.
    const isStuck = touches > 0 && before.range?.current === range?.current;
    const from = pointAt(
      before,
      snapshot.screen,
      before.range ? shareOf(before.range, before.range.current) : 0,
    );
    await context.hands.touch([isStuck ? drag(from, point) : hold(point, TOUCH_TIME)]);
    now = await reread(context, element);
    if (!now?.node.range || isNear(now.node.range, wanted)) break;
    const reached = shareOf(now.node.range, now.node.range.current);
    aim = corrected({ aim, share, reached, isFirst: touches === 0 });
  }
  if (!now) return `${percent(share)} touched, but ${UNREAD}`;
  return now.node.range || saysOtherwise(element, now)
    ? shownBy(now, wanted, 'the nearest that a finger reached')
    : `touched at ${percent(share)}, but ${UNREAD}`;
}

function shareWanted(range: Range | undefined, wanted: WantedValue): number {
  if ('share' in wanted) return wanted.share;
  return range ? shareOf(range, wanted.number) : 0;
}

/** Where to touch next. A track that runs from right to left answered the first touch with its mirror image. */
function corrected({
  aim,
  share,
  reached,
  isFirst,
}: {
  aim: number;
  share: number;
  reached: number;
  isFirst: boolean;
}): number {
  const isMirrored = isFirst && Math.abs(share - 0.5) > 0.1 && Math.abs(1 - reached - share) < 0.1;
  if (isMirrored) return 1 - share;
  // On a mirrored track the finger goes the other way.
  const way = Math.abs(aim - reached) <= Math.abs(1 - aim - reached) ? 1 : -1;
  return Math.min(1, Math.max(0, aim + way * (share - reached)));
}

/** The point of a track at a share of its length. The ends are the view's own: there a touch means the end, padding or not. */
function pointAt(node: UiNode, screen: Screen, share: number): Point {
  const { left, top, right, bottom } = node.bounds;
  const { x, y } = centre(node.bounds);
  const isUpright = bottom - top > 2 * (right - left);
  const [start, end] = isUpright ? [bottom, top] : [left, right];
  const isRating = valueKind(node) === 'rating';
  const padding = isRating ? 0 : Math.min(TRACK_PADDING * (screen.density / 160), Math.abs(end - start) / 4);
  const aim = isRating && share > 0 ? share - BEFORE_STARS_END : share;
  const sign = Math.sign(end - start);
  const along =
    share <= 0
      ? start + sign
      : share >= 1
        ? end - 2 * sign
        : start + sign * (padding + aim * (Math.abs(end - start) - 2 * padding));
  return isUpright ? { x, y: Math.round(along) } : { x: Math.round(along), y };
}

async function reread({ eyes }: Context, { id }: Element): Promise<Element | undefined> {
  const snapshot = await eyes.lookBack();
  return 'unreadable' in snapshot ? undefined : snapshot.element(id);
}

/** The value of an element in words, and whether it is the wanted one. */
function shownBy({ node }: Element, wanted: WantedValue, otherwise: string): string {
  if (!node.range) return saidBy(node) || UNREAD;
  const text = rangeText(node.range);
  return isNear(node.range, wanted) ? text : `${text}, ${otherwise}`;
}

function saidBy({ stateDescription, text, description }: UiNode): string {
  return [stateDescription, text, description].map(flat).find((said) => said !== '') ?? '';
}

function saysOtherwise(before: Element, now: Element): boolean {
  return saidBy(before.node) !== saidBy(now.node);
}

/** Within half of a step of whole numbers, or of a percent of others. */
function isNear(range: Range, wanted: WantedValue): boolean {
  const number = numberOn(range, wanted);
  const step =
    range.max - range.min > 1 && Number.isInteger(range.current) ? 0.5 : (range.max - range.min) / 200;
  return number !== undefined && Math.abs(range.current - number) <= step;
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}
