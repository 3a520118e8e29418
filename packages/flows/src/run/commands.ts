import { pause } from '@handeye/core/call/call';
import type { PicturedSnapshot } from '@handeye/core/device/session';
import { Waited } from '@handeye/core/tools/frame/define';
import { succeeded } from '@handeye/core/tools/frame/results';
import { centre } from '@handeye/screen/bounds';
import { changesBetween } from '@handeye/screen/format/lean/changes';
import { flat } from '@handeye/screen/sanitize';
import type { Element } from '@handeye/screen/snapshot';
import { clickTarget, longClickTarget, touchPoint } from '@handeye/screen/touch/reach';
import type { CommandNamed, Direction, Selector, Tap } from '../file/flow.ts';
import { visibleShare } from '../find/maestro.ts';
import { appCommand, launch, openLink } from './apps.ts';
import { Diverged } from './diverged.ts';
import { device } from './device.ts';
import { evaluatedSelector } from './evaluate.ts';
import { matches } from './finder.ts';
import { randomText } from './random.ts';
import type { Meant, SimpleCommand, Surroundings } from './surroundings.ts';

/** Maestro's times, in milliseconds (Orchestra.kt, Commands.kt, AndroidDriver.kt). */
export const LOOKUP_TIMEOUT = 17_000;
export const OPTIONAL_TIMEOUT = 7_000;
const ANIMATION_TIMEOUT = 15_000;
const SCROLL_LOOKUP = 500;
const DOUBLE_TAP_DELAY = 100;
const MOST_ERASED = 50;
const SWIPE_TIME = 400;

/** Does one command, once. It throws Diverged where it cannot be done for certain. */
export async function perform(command: SimpleCommand, around: Surroundings): Promise<void> {
  const { hand, screen, scripts, comes } = around;
  const text = (template: string) => scripts.text(template);
  const number = async (template: string | undefined, otherwise: number) =>
    template === undefined ? otherwise : Number(await text(template));
  switch (command.name) {
    case 'tapOn':
    case 'doubleTapOn':
    case 'longPressOn':
      return tap(command, around);
    case 'assertVisible':
    case 'assertNotVisible': {
      const visible = command.name === 'assertVisible';
      const selector = await evaluatedSelector(command.selector, text);
      const timeout = await number(command.timeout, command.optional ? OPTIONAL_TIMEOUT : LOOKUP_TIMEOUT);
      if (await comes(selector, { visible, timeout })) return;
      throw notSo(
        `${visible ? '' : 'not '}visible`,
        visible ? 'it is not there' : 'it is still there',
        around,
        visible ? selector : undefined,
      );
    }
    case 'extendedWaitUntil': {
      const timeout = await number(command.timeout, LOOKUP_TIMEOUT);
      for (const [template, visible] of [
        [command.visible, true],
        [command.notVisible, false],
      ] as const) {
        if (!template) continue;
        const selector = await evaluatedSelector(template, text);
        if (await comes(selector, { visible, timeout })) continue;
        throw notSo(
          visible ? 'visible' : 'not visible',
          `not within ${timeout} ms`,
          around,
          visible ? selector : undefined,
        );
      }
      return;
    }
    case 'assertTrue':
      if (await scripts.holds(command.condition)) return;
      throw notSo(command.condition, 'it is not true', around);
    case 'copyTextFrom': {
      const { element } = await around.meant(await evaluatedSelector(command.selector, text), command);
      const { text: own, hint, description } = element.node;
      const copied = [own, hint, description].find((one) => one !== undefined && one !== '');
      if (copied === undefined || element.node.password)
        throw notSo('an element with a text', 'it has none', around);
      scripts.copiedText = copied;
      return;
    }
    case 'inputText':
      return type(
        command.secret === undefined ? await text(command.text ?? '') : `{{${command.secret}}}`,
        around,
      );
    case 'inputRandomText':
    case 'inputRandomNumber':
    case 'inputRandomEmail':
    case 'inputRandomPersonName':
    case 'inputRandomCityName':
    case 'inputRandomCountryName':
    case 'inputRandomColorName':
      return type(randomText(command.name, 'length' in command ? command.length : undefined), around);
    case 'pasteText':
      if (scripts.copiedText !== '') await type(scripts.copiedText, around);
      return;
    case 'setClipboard': {
      const copied = await text(command.text);
      await hand.act('set_clipboard', { text: copied });
      scripts.copiedText = copied;
      return;
    }
    case 'eraseText':
      return erase(command.charactersToErase ?? MOST_ERASED, around);
    case 'pressKey':
      return press(command.key, around);
    case 'back':
      await hand.act('press_back', {});
      return;
    case 'hideKeyboard':
      if ((await screen.look()).windows.some(({ type: kind }) => kind === 'keyboard'))
        await hand.act('press_back', {});
      return;
    case 'scroll':
      return swipe(around, await shares('50%,50%', around), await shares('50%,10%', around), SWIPE_TIME);
    case 'swipe':
      return swipes(command, around);
    case 'scrollUntilVisible':
      return scrollUntil(command, around);
    case 'waitForAnimationToEnd': {
      const timeout = Math.min(30_000, Math.max(1, command.timeout ?? ANIMATION_TIMEOUT));
      await hand.use('wait_for_idle', { timeout });
      screen.touched();
      return;
    }
    case 'launchApp':
      return launch(command, around);
    case 'stopApp':
    case 'killApp':
    case 'clearState':
    case 'setPermissions':
      return appCommand(command, around);
    case 'openLink':
      return openLink(command, around);
    case 'addMedia':
    case 'assertDarkMode':
    case 'assertLightMode':
    case 'setAirplaneMode':
    case 'setDarkMode':
    case 'setOrientation':
    case 'startRecording':
    case 'stopRecording':
    case 'takeScreenshot':
    case 'toggleAirplaneMode':
    case 'toggleDarkMode':
      return device(command, around);
  }
}

function notSo(
  expected: string,
  found: string,
  { screen }: Surroundings,
  selector?: Diverged['selector'],
): Diverged {
  return new Diverged('not so', { expected, found, snapshot: screen.last, selector });
}

async function tap(command: Tap, around: Surroundings): Promise<void> {
  const { selector, point, repeat = 1, retryTapIfNoChange = false } = command;
  if (!selector) {
    const place = await shares(point ?? '', around);
    await pressAt(command, place, around, await around.screen.look());
    return;
  }
  const { scripts, screen } = around;
  const wanted = await evaluatedSelector(selector, (template) => scripts.text(template));
  const meant = await around.meant(wanted, command);
  for (let time = 0; time < repeat; time += 1) {
    if (time > 0) await pause(command.delay ?? DOUBLE_TAP_DELAY, around.context.call);
    const target = time === 0 ? meant : await around.meant(wanted, command);
    if (point === undefined) await pressOn(command, target, around);
    else await pressAt(command, inside(target.element, await scripts.text(point)), around, target.snapshot);
  }
  if (!retryTapIfNoChange) return;
  const now = await screen.look();
  if (changesBetween(meant.snapshot, now).kind === 'none')
    await pressOn(command, await around.meant(wanted, command), around);
}

/** Presses what takes it, by its id; what takes nothing is touched where it is, as Maestro does. */
async function pressOn({ name }: Tap, { element, snapshot }: Meant, around: Surroundings): Promise<void> {
  const { hand } = around;
  const taker =
    name === 'longPressOn' ? longClickTarget(element) : name === 'tapOn' ? clickTarget(element) : undefined;
  if (taker) {
    await hand.act(
      name === 'tapOn' ? 'click_element' : 'long_click_element',
      { element_id: element.id },
      snapshot,
    );
    return;
  }
  const at = touchPoint(snapshot, element);
  if (!at) {
    const found = 'it is covered';
    throw new Diverged('not so', { expected: 'an element that can be touched', found, snapshot });
  }
  await hand.act(touches[name], { x: Math.round(at.x), y: Math.round(at.y) }, snapshot);
}

const touches = { tapOn: 'tap', doubleTapOn: 'double_tap', longPressOn: 'long_press' } as const;

async function pressAt(
  { name, by }: Tap,
  { x, y }: Place,
  { hand, remark }: Surroundings,
  seen: PicturedSnapshot,
): Promise<void> {
  if (by === 'position') remark('by position');
  await hand.act(touches[name], { x, y }, seen);
}

interface Place {
  readonly x: number;
  readonly y: number;
}

/** `50%,30%` of the screen, or pixels. */
async function shares(point: string, { screen, scripts }: Surroundings): Promise<Place> {
  const { width, height } = (await screen.look()).screen;
  return placeIn({ left: 0, top: 0, right: width, bottom: height }, await scripts.text(point));
}

function inside({ node }: Element, point: string): Place {
  return placeIn(node.bounds, point);
}

function placeIn({ left, top, right, bottom }: Element['node']['bounds'], point: string): Place {
  const [x = '', y = ''] = point.split(',').map((part) => part.trim());
  const along = (part: string, from: number, to: number) => {
    const value = Number(part.replace('%', ''));
    const place = part.endsWith('%') ? from + ((to - from) * value) / 100 : from + value;
    if (!Number.isFinite(place))
      throw new Diverged('script', { expected: 'a point such as 50%,30%', found: `"${point}"` });
    return Math.max(0, Math.min(Math.round(place), Math.ceil(to) - 1));
  };
  return { x: along(x, left, right), y: along(y, top, bottom) };
}

async function type(text: string, { hand, screen }: Surroundings): Promise<void> {
  if (text === '') return;
  await hand.act('input_text', { text }, await screen.look());
}

/** Maestro presses DEL so often, from the end of the text. */
async function erase(count: number, { hand, screen }: Surroundings): Promise<void> {
  const snapshot = await screen.look();
  const field = snapshot.elements.find(({ node }) => node.focused && node.editable);
  const length = Array.from(field?.node.text ?? '').length;
  if (field && length <= count) {
    if (length > 0) await hand.act('clear_text', { element_id: field.id }, snapshot);
    return;
  }
  for (let pressed = 0; pressed < count; pressed += 1) await hand.act('press_key', { key: 'DEL' });
}

const keysOfTools: Readonly<Record<string, readonly [tool: string, key?: string]>> = {
  enter: ['press_key', 'ENTER'],
  backspace: ['press_key', 'DEL'],
  tab: ['press_key', 'TAB'],
  back: ['press_back'],
  home: ['press_home'],
  'volume up': ['press_key', 'VOLUME_UP'],
  'volume down': ['press_key', 'VOLUME_DOWN'],
  'remote dpad up': ['press_key', 'UP'],
  'remote dpad down': ['press_key', 'DOWN'],
  'remote dpad left': ['press_key', 'LEFT'],
  'remote dpad right': ['press_key', 'RIGHT'],
  'remote dpad center': ['press_key', 'ENTER'],
};

async function press(name: string, { hand }: Surroundings): Promise<void> {
  const [tool, key] = keysOfTools[name] ?? [];
  if (tool === undefined)
    throw new Diverged('not possible', {
      expected: `the key ${name}`,
      found: 'Handeye cannot press it on this device',
    });
  await hand.act(tool, key === undefined ? {} : { key });
}

async function swipe(
  { hand, screen }: Surroundings,
  from: Place,
  to: Place,
  duration: number,
): Promise<void> {
  await hand.act(
    'swipe',
    { x1: from.x, y1: from.y, x2: to.x, y2: to.y, duration: Math.max(1, Math.round(duration)) },
    await screen.look(),
  );
}

/** The ways of Maestro's swipes over the screen (AndroidDriver.kt). */
const ways: Readonly<Record<Direction, readonly [string, string]>> = {
  UP: ['50%,50%', '50%,10%'],
  DOWN: ['50%,20%', '50%,90%'],
  RIGHT: ['10%,50%', '90%,50%'],
  LEFT: ['90%,50%', '10%,50%'],
};

async function swipes(command: CommandNamed<'swipe'>, around: Surroundings): Promise<void> {
  const { direction, from, start, end, duration, by } = command;
  if (by === 'position') around.remark('by position');
  if (start !== undefined && end !== undefined)
    return swipe(around, await shares(start, around), await shares(end, around), duration);
  const way = direction ?? 'UP';
  if (!from) {
    const [begin, stop] = ways[way];
    return swipe(around, await shares(begin, around), await shares(stop, around), duration);
  }
  const selector = await evaluatedSelector(from, (template) => around.scripts.text(template));
  const { element } = await around.meant(selector, command);
  const begin = from.point === undefined ? rounded(centre(element.node.bounds)) : inside(element, from.point);
  return swipeFrom(begin, way, duration, around);
}

function rounded({ x, y }: Place): Place {
  return { x: Math.round(x), y: Math.round(y) };
}

/** From a point to a tenth before the edge. */
async function swipeFrom(
  begin: Place,
  way: Direction,
  duration: number,
  around: Surroundings,
): Promise<void> {
  const edge = await shares({ UP: '0%,10%', DOWN: '0%,90%', LEFT: '10%,0%', RIGHT: '90%,0%' }[way], around);
  const isAcross = way === 'LEFT' || way === 'RIGHT';
  return swipe(around, begin, isAcross ? { x: edge.x, y: begin.y } : { x: begin.x, y: edge.y }, duration);
}

const against = { UP: 'DOWN', DOWN: 'UP', LEFT: 'RIGHT', RIGHT: 'LEFT' } as const;
/** A list that is at its end does not move any more. */
const MOST_UNMOVED = 2;
const MOST_CENTRED = 4;

async function scrollUntil(command: CommandNamed<'scrollUntilVisible'>, around: Surroundings): Promise<void> {
  const { scripts, screen, context, finder } = around;
  const wanted = await evaluatedSelector(command.element, (template) => scripts.text(template));
  const until = finder.strict && !command.centerElement ? plainPart(wanted) : undefined;
  if (until !== undefined) {
    await around.hand.use('scroll', { direction: command.direction.toLowerCase(), until });
    const { found } = await screen.until((now) => matches(now, wanted, finder)[0], SCROLL_LOOKUP);
    if (found) return;
    throw new Diverged('not there', {
      expected: 'it is visible after scrolling',
      found: 'the list ends without it',
      snapshot: screen.last,
      selector: wanted,
    });
  }
  const speed = Number(await scripts.text(command.speed));
  const duration = Math.max(1, Math.trunc((1000 * (100 - speed)) / 100) + 1);
  const end = context.call.clock.now() + Number(await scripts.text(command.timeout));
  let unmoved = 0;
  let centred = 0;
  do {
    const { found, snapshot } = await screen.until(
      (now) => matches(now, wanted, finder)[0],
      unmoved === 0 ? 0 : SCROLL_LOOKUP,
    );
    if (found && isInPlace(found, snapshot, command, centred)) return;
    if (found) centred += 1;
    await swipeFrom(await shares('50%,50%', around), against[command.direction], duration, around);
    const moved = changesBetween(snapshot, await screen.look()).kind !== 'none';
    unmoved = moved ? 0 : unmoved + 1;
  } while (unmoved < MOST_UNMOVED && context.call.clock.now() < end);
  const { found } = await screen.until((now) => matches(now, wanted, finder)[0], SCROLL_LOOKUP);
  if (found && isInPlace(found, await screen.look(), command, MOST_CENTRED + 1)) return;
  const why = unmoved < MOST_UNMOVED ? 'the time was over' : 'nothing moves any further';
  throw new Diverged('not there', {
    expected: 'it is visible after scrolling',
    found: why,
    snapshot: screen.last,
    selector: wanted,
  });
}

/** The text that is looked for, if a selector is no more than that: then the tool that was recorded finds it faster. */
function plainPart({ text, ...others }: Selector): string | undefined {
  const [, part] = /^\.\*((?:\\.|[^\\^$.*+?()[\]{}|])+)\.\*$/s.exec(text ?? '') ?? [];
  return Object.keys(others).length === 0 ? part?.replace(/\\(.)/gs, '$1') : undefined;
}

function isInPlace(
  { node: { bounds } }: Element,
  { screen }: PicturedSnapshot,
  { direction, centerElement, visibilityPercentage }: CommandNamed<'scrollUntilVisible'>,
  tried: number,
): boolean {
  const share = visibleShare(bounds, screen);
  if (!centerElement || share <= 0.1 || tried > MOST_CENTRED) return share * 100 >= visibilityPercentage - 1;
  const { x, y } = centre(bounds);
  const [across, down] = [screen.width / 5, screen.height / 5];
  switch (direction) {
    case 'DOWN':
      return y < screen.height / 2 + down;
    case 'UP':
      return y > screen.height / 2 - down;
    case 'RIGHT':
      return x < screen.width / 2 + across;
    case 'LEFT':
      return x > screen.width / 2 - across;
  }
}

/** The text of a tool's answer. */
export function said(answer: Awaited<ReturnType<Surroundings['hand']['use']>>): string {
  if (answer instanceof Waited) return answer.text;
  const [first] = succeeded(answer).content;
  return first?.type === 'text' ? flat(first.text) : '';
}
