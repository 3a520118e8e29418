import { actionFailed } from '@handeye/core/device/errors';
import type { Screen } from '@handeye/screen/snapshot';

/** ViewConfiguration's smallest span for two fingers: 27 mm (config_minScalingSpan, all versions). */
const SMALLEST_SPAN_INCHES = 27 / 25.4;

/** A size in the natural rotation, or as the phone is held. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** The screen of a gesture. */
export interface TouchScreen {
  readonly natural: Size;
  /** Quarter turns. */
  readonly rotation: number;
  readonly density: number;
}

/** One display as `dumpsys window displays` describes it. */
export interface DisplayFacts {
  readonly id: number;
  /** In the current rotation, with an override (`wm size`) applied: the unit of touches and pictures. */
  readonly size: Size;
  /** In the natural rotation, with an override applied. */
  readonly natural: Size;
  readonly density: number;
  /** Quarter turns from the natural rotation, if the display says it. */
  readonly rotation: number | undefined;
}

/**
 * Reads `dumpsys window displays`: size, density and rotation of every display. It costs a twelfth of `wm size` and `wm
 * density` where those start a Java VM (up to Android 10 or so), and only it gives the rotated size.
 */
export function parseDisplays(output: string): DisplayFacts[] {
  const displays: DisplayFacts[] = [];
  // Each display's paragraph runs to the next; the first piece precedes the first display.
  const pieces = output.split(/^\s*Display: mDisplayId=/m).slice(1);
  for (const piece of pieces) {
    const facts = displayIn(piece);
    if (facts !== undefined) displays.push(facts);
  }
  return displays;
}

function displayIn(piece: string): DisplayFacts | undefined {
  const id = /^\d+/.exec(piece)?.[0];
  const init = sizeAndDensity(/\binit=(\d+)x(\d+) (\d+)dpi/.exec(piece));
  // base= is there only while `wm size` or `wm density` override the panel's values.
  const base = sizeAndDensity(/\bbase=(\d+)x(\d+) (\d+)dpi/.exec(piece)) ?? init;
  if (id === undefined || base === undefined) return undefined;
  const size = sizeIn(/\bcur=(\d+)x(\d+)/.exec(piece)) ?? base.size;
  return {
    id: Number(id),
    size,
    natural: base.size,
    density: base.density,
    rotation: parseRotation(piece) ?? turnedBy(base.size, size),
  };
}

/** Swapped sides show a quarter turn, but not its direction. */
function turnedBy(natural: Size, current: Size): number | undefined {
  if (natural.width === natural.height) return undefined;
  return natural.width > natural.height === current.width > current.height ? undefined : 1;
}

function sizeAndDensity(match: RegExpExecArray | null): { size: Size; density: number } | undefined {
  const size = sizeIn(match);
  return size && { size, density: Number(match?.[3]) };
}

function sizeIn(match: RegExpExecArray | null): Size | undefined {
  const width = Number(match?.[1] ?? 0);
  const height = Number(match?.[2] ?? 0);
  return width > 0 && height > 0 ? { width, height } : undefined;
}

/** The rotation in each command's output, best first. None of them exists on every version. */
const ROTATIONS = [
  // dumpsys window displays (10+) and windows (5.1: mRotation=1 mAltOrientation=false)
  /\bmDisplayRotation=(ROTATION_\d+|\d)/,
  /\bDisplayFrames w=\d+ h=\d+ r=(\d)/,
  /\bmCurrentRotation=(ROTATION_\d+|\d)/,
  /\bmRotation=(ROTATION_\d+|\d)/,
  // dumpsys display; the first DisplayViewport is the phone's own
  /\bDisplayViewport\{[^}]*?\bvalid=true[^}]*?\borientation=(\d)/,
  // dumpsys input: with a touch panel only, and not on Android 5 without one
  /\bViewport INTERNAL: displayId=0,[^\n]*?\borientation=(\d)[^\n]*?isActive=\[1\]/,
  /\bViewport INTERNAL: displayId=0,[^\n]*?\borientation=(\d)/,
  /\bSurfaceOrientation: (\d)/,
  /\bmCurrentOrientation=(\d)/,
];

/** The phone's quarter turns from the output of any of `dumpsys window|display|input`; undefined if there are none in it. */
export function parseRotation(output: string): number | undefined {
  for (const pattern of ROTATIONS) {
    const turns = quarterTurns(pattern.exec(output)?.[1]);
    if (turns !== undefined) return turns;
  }
  return undefined;
}

function quarterTurns(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const named = /^ROTATION_(\d+)$/.exec(text)?.[1];
  const turns = named === undefined ? Number(text) : Number(named) / 90;
  return Number.isInteger(turns) && turns >= 0 && turns <= 3 ? turns : undefined;
}

/** The phone's own display, in the form of the tools. */
export function screenOf(displays: readonly DisplayFacts[]): Screen {
  const { size, density } = ownDisplay(displays);
  return { ...size, density, smallestSpan: smallestSpanOf(density) };
}

/** The smallest span for two fingers in pixels of a display of that density. */
export function smallestSpanOf(density: number): number {
  return Math.ceil(density * SMALLEST_SPAN_INCHES);
}

/** The same display for a touch panel. `turned` is the window manager's rotation, if known. */
export function touchScreenOf(displays: readonly DisplayFacts[], turned: number | undefined): TouchScreen {
  const { natural, rotation = 0, density } = ownDisplay(displays);
  return { natural, rotation: turned ?? rotation, density };
}

/** A display for means of touching that do not need its rotation. */
export function unturned({ width, height, density }: Screen): TouchScreen {
  return { natural: { width, height }, rotation: 0, density };
}

function ownDisplay(displays: readonly DisplayFacts[]): DisplayFacts {
  const own = displays.find(({ id }) => id === 0) ?? displays[0];
  if (!own) throw actionFailed('The phone does not report the size of its screen (dumpsys window displays).');
  return own;
}

/**
 * `dumpsys power`: whether a person could see the screen. Asleep, Dozing (a dimmed clock) and Dreaming (a screen saver) are not
 * awake: then the tree does not show what is on the display. Undefined if the output does not say.
 */
export function parseAwake(output: string): boolean | undefined {
  const wakefulness = /^\s*mWakefulness=(\w+)/m.exec(output)?.[1];
  if (wakefulness !== undefined) return wakefulness === 'Awake';
  const power = /Display Power: state=(\w+)/.exec(output)?.[1];
  return power === undefined ? undefined : power === 'ON';
}
