import type { Moment, Point, Stroke } from '@handeye/core/device/port';
import type { TouchScreen } from '../screen/display.ts';
import { durationOf, framesOf, lastOf, legsOf } from './frames.ts';
import { sendeventGesture, type TimedCommands, type TouchDevice } from './sendevent.ts';
import { uinputGesture } from './uinput.ts';

/** The means of this phone for touches. */
export interface TouchAbilities {
  readonly sdk: number;
  /** `uinput` may be used: Android 12 or later, and the shell may open /dev/uinput. */
  readonly uinput: boolean;
  /** The phone's own touch panel, if the shell may write to it. */
  readonly touchDevice: TouchDevice | undefined;
}

/** The plan of a gesture. */
export type TouchPlan =
  /** Commands, each started not before its time and not before the previous one has ended. */
  | { readonly by: 'commands'; readonly steps: readonly TimedCommands[] }
  /** Commands started at the same moment, so that their slow starts cancel out. */
  | { readonly by: 'together'; readonly commands: readonly (readonly string[])[] }
  /** Lines for the kept `uinput` process, in which the panel is already registered. */
  | { readonly by: 'uinput'; readonly lines: string; readonly duration: number }
  | { readonly by: 'nothing'; readonly reason: string };

/** `input` hands its work to the running system from Android 12 on; before, each call starts a Java VM. */
const FIRST_SDK_WITH_FAST_INPUT = 31;
/** The first Android with a reliable `input motionevent`. */
const FIRST_SDK_WITH_MOTIONEVENT = 30;

/** Plans a gesture with the simplest means that does it right. */
export function planTouch(
  strokes: readonly Stroke[],
  abilities: TouchAbilities,
  screen: TouchScreen,
): TouchPlan {
  return (
    byInput(strokes, abilities) ??
    byPanel(strokes, abilities, screen) ??
    byMotionEvents(strokes, abilities, screen) ??
    nearly(strokes, abilities, screen)
  );
}

/** Whether a gesture is made on a touch panel, which does not rotate with the screen: its rotation must be known. */
export function needsPanel(strokes: readonly Stroke[], abilities: TouchAbilities): boolean {
  const hasPanel = abilities.uinput || abilities.touchDevice !== undefined;
  return hasPanel && byInput(strokes, abilities) === undefined;
}

/** By the plain commands: taps and straight swipes, one after the other. */
function byInput(strokes: readonly Stroke[], { sdk }: TouchAbilities): TouchPlan | undefined {
  const [first, second, ...rest] = strokes;
  if (first === undefined) return { by: 'commands', steps: [] };
  const doubleTap = second !== undefined && rest.length === 0 && isDoubleTap(first, second);
  if (doubleTap && sdk < FIRST_SDK_WITH_FAST_INPUT) {
    // A Java VM's start outlasts the 300 ms a second tap may take; two that start together tap close together
    // (Android 5.1: recognised; one after the other, or 150 ms apart: not).
    return { by: 'together', commands: [tap(first[0]), tap(second[0])] };
  }
  if (overlap(strokes)) return undefined;
  const simple = strokes.map((stroke) => simpleCommand(stroke));
  return simple.every((command) => command !== undefined)
    ? { by: 'commands', steps: steps(strokes, simple) }
    : undefined;
}

/** On a touch panel: every point at its time, any number of fingers. */
function byPanel(
  strokes: readonly Stroke[],
  { uinput, touchDevice }: TouchAbilities,
  screen: TouchScreen,
): TouchPlan | undefined {
  if (uinput) return { by: 'uinput', lines: uinputGesture(strokes, screen), duration: durationOf(strokes) };
  if (touchDevice) return { by: 'commands', steps: sendeventGesture(strokes, touchDevice, screen) };
  return undefined;
}

/**
 * Every point at its time, with one finger. Where each event starts a Java VM (Android 11), the finger lies still for so long
 * after it came down that it is a long press: not for a gesture that a slow swipe can do.
 */
function byMotionEvents(
  strokes: readonly Stroke[],
  { sdk }: TouchAbilities,
  { density }: TouchScreen,
): TouchPlan | undefined {
  if (sdk < FIRST_SDK_WITH_MOTIONEVENT || overlap(strokes)) return undefined;
  const isPossible =
    sdk >= FIRST_SDK_WITH_FAST_INPUT ||
    strokes.some((stroke) => restingCommand(stroke, density) === undefined);
  return isPossible ? { by: 'commands', steps: motionEvents(strokes, sdk) } : undefined;
}

/** A straight stroke that rests at its end can be made by a swipe too slow to fling; no other means is left. */
function nearly(strokes: readonly Stroke[], { sdk }: TouchAbilities, { density }: TouchScreen): TouchPlan {
  const commands = overlap(strokes) ? [undefined] : strokes.map((stroke) => restingCommand(stroke, density));
  if (commands.every((command) => command !== undefined))
    return { by: 'commands', steps: steps(strokes, commands) };
  return { by: 'nothing', reason: lacking(overlap(strokes), sdk) };
}

function lacking(severalFingers: boolean, sdk: number): string {
  const what = severalFingers ? 'A gesture with several fingers' : 'A path that is not one straight swipe';
  const why =
    sdk >= FIRST_SDK_WITH_FAST_INPUT
      ? "this phone does not let the shell use 'uinput'"
      : `Android before ${severalFingers ? 12 : 11} has no command for it`;
  return `${what} is not possible on this phone over ADB alone: ${why}.`;
}

function steps(strokes: readonly Stroke[], commands: readonly (readonly string[])[]): TimedCommands[] {
  const all = strokes.map((stroke, at) => ({ time: stroke[0].time, commands: [commands[at] ?? []] }));
  return all.sort((a, b) => a.time - b.time);
}

/** A finger that is down this long at one place still taps (a long press begins at 400 ms). */
const LONGEST_TAP = 150;

function isTap(stroke: Stroke): boolean {
  return rests(stroke) && lastOf(stroke).time - stroke[0].time <= LONGEST_TAP;
}

function rests(stroke: Stroke): boolean {
  return stroke.every((moment) => samePlace(moment, stroke[0]));
}

/** The one `input` command that makes this stroke exactly, if there is one. */
function simpleCommand(stroke: Stroke): readonly string[] | undefined {
  const [first] = stroke;
  const last = lastOf(stroke);
  const duration = last.time - first.time;
  if (isTap(stroke)) return tap(first);
  if (rests(stroke)) return swipe(first, first, duration);
  return isUniform(stroke) ? swipe(first, last, duration) : undefined;
}

/** Above this speed, in dp a second, a list keeps moving after the finger has left it (measured: at 300 hardly). */
const SLOW = 300;
const SHORTEST_SLOW_SWIPE = 1000;

function restingCommand(stroke: Stroke, density: number): readonly string[] | undefined {
  const simple = simpleCommand(stroke);
  if (simple !== undefined) return simple;
  const [first] = stroke;
  const last = lastOf(stroke);
  const arrival = stroke.findIndex((moment) => samePlace(moment, last));
  const [from, ...way] = stroke.slice(0, arrival + 1);
  const rests =
    arrival < stroke.length - 1 && stroke.slice(arrival).every((moment) => samePlace(moment, last));
  if (!rests || from === undefined || !isUniform([from, ...way])) return undefined;
  const distance = Math.hypot(last.x - first.x, last.y - first.y) * (160 / density);
  return swipe(first, last, Math.max(last.time - first.time, SHORTEST_SLOW_SWIPE, (distance / SLOW) * 1000));
}

/** The interval of a moving finger's reports: a call takes about 40 ms from Android 12 on, the start of a VM before. */
function motionInterval(sdk: number): number {
  return sdk >= FIRST_SDK_WITH_FAST_INPUT ? 50 : 400;
}

function motionEvents(strokes: readonly Stroke[], sdk: number): TimedCommands[] {
  return framesOf(strokes, motionInterval(sdk)).map(({ time, changes }) => ({
    time,
    commands: changes.map(({ kind, at }) => ['input', 'motionevent', kind.toUpperCase(), ...place(at)]),
  }));
}

function isDoubleTap(first: Stroke, second: Stroke): boolean {
  const taps = [first, second].map((stroke) => simpleCommand(stroke)?.[1] === 'tap');
  return taps.every(Boolean) && samePlace(first[0], second[0]) && !overlap([first, second]);
}

/** Whether two fingers are down at the same time. */
function overlap(strokes: readonly Stroke[]): boolean {
  const inOrder = [...strokes].sort((a, b) => a[0].time - b[0].time);
  return inOrder.some((stroke, at) => {
    const before = inOrder[at - 1];
    return before !== undefined && stroke[0].time < Math.max(lastOf(before).time, before[0].time + 1);
  });
}

/** A straight line at one speed: the only stroke of `input swipe`. */
function isUniform(stroke: Stroke): boolean {
  const [first] = stroke;
  const last = lastOf(stroke);
  const duration = last.time - first.time;
  if (duration <= 0) return stroke.length <= 2;
  return legsOf(stroke).every(([, to]) => {
    const part = (to.time - first.time) / duration;
    const x = first.x + (last.x - first.x) * part;
    const y = first.y + (last.y - first.y) * part;
    return Math.abs(to.x - x) <= 1 && Math.abs(to.y - y) <= 1;
  });
}

function samePlace(a: Point, b: Point): boolean {
  return a.x === b.x && a.y === b.y;
}

function tap(at: Moment): readonly string[] {
  return ['input', 'tap', ...place(at)];
}

function swipe(from: Moment, to: Moment, duration: number): readonly string[] {
  return ['input', 'swipe', ...place(from), ...place(to), String(Math.max(1, Math.round(duration)))];
}

function place({ x, y }: Point): [string, string] {
  return [String(Math.round(x)), String(Math.round(y))];
}
