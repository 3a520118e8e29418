import type { Call } from '@handeye/core/call/call';
import { pause } from '@handeye/core/call/call';
import type { Picture, PicturedView, Wish } from '@handeye/core/device/port';
import type { View } from '@handeye/screen/snapshot';
import type { Phone } from '../phone.ts';
import { isOpening } from '../screen/look.ts';
import type { Capture } from '../screen/screencap.ts';
import { readWindowState, type WindowState } from '../screen/window-state.ts';
import type { Answer } from './connection.ts';
import type { RunningCompanion } from './running.ts';
import { type ViewContext, viewOf } from './view.ts';
import { fieldOf, numberIn, textIn } from './wire.ts';

/** More nodes than a person could use; a screen of a web page may have more. */
const MOST_NODES = 5000;
/** A picture is scaled down later; at this quality the loss is invisible. */
const PICTURE = { format: 'jpeg', quality: 90 };
/** The quality of one that is sent as it is. */
const SMALL_QUALITY = 80;
/** The limit for a look: it leaves a call (20 s) the time to use plain ADB. */
const LOOK_LIMIT = 8_000;

/** How many times a window that is just opening is looked at, and the milliseconds between looks. */
const MOST_LOOKS = 6;
const OPENING_PAUSE = 100;

export interface CompanionLookContext extends Omit<ViewContext, 'companion' | 'state'> {
  readonly phone: Phone;
  readonly call: Call;
  /** The phone makes pictures as small as they are needed: the computer is the phone itself, or has no means for that. */
  readonly shrinksPictures: boolean;
}

/** Reads the screen through the companion: one request, the picture in the same. */
export async function lookThrough(
  companion: RunningCompanion,
  wish: Wish,
  context: CompanionLookContext,
): Promise<PicturedView> {
  let view = await lookOnce(companion, wish, context);
  for (let count = 1; count < MOST_LOOKS && isJustOpening(view); count += 1) {
    await pause(OPENING_PAUSE, context.call);
    view = await lookOnce(companion, wish, context);
  }
  return isJustOpening(view) ? { ...view, windows: [] } : view;
}

/** The screen at this moment. Earlier looks stay kept, so their elements can still act. */
export async function glanceThrough(
  companion: RunningCompanion,
  { phone: _, shrinksPictures: __, call, ...context }: CompanionLookContext,
): Promise<View> {
  const { ok } = await companion.ask({ do: 'look', nodes: MOST_NODES }, call, LOOK_LIMIT);
  return viewOf(ok, { ...context, companion });
}

/**
 * The window in use has no tree yet. A window whose application hangs will not get one, and nothing opens on a sleeping
 * display.
 */
function isJustOpening(view: View): boolean {
  return view.awake && view.unread === undefined && isOpening(view);
}

async function lookOnce(
  companion: RunningCompanion,
  { picture, longest, watching = false }: Wish,
  { phone, call, shrinksPictures, ...context }: CompanionLookContext,
): Promise<PicturedView> {
  // The companion keeps two looks to act on. A look for watching would take the place of one that is acted on next.
  const keep = !watching;
  const isSmall = shrinksPictures && longest !== undefined;
  const wanted = isSmall ? { ...PICTURE, quality: SMALL_QUALITY, longest } : PICTURE;
  const request = { do: 'look', nodes: MOST_NODES, keep, ...(picture && { picture: wanted }) };
  if (!picture) {
    const { ok } = await companion.ask(request, call, LOOK_LIMIT);
    return viewOf(ok, { ...context, companion });
  }
  // A picture does not show why a part of it is black: the window manager knows whether the window is protected.
  const [answer, { state }] = await Promise.all([
    companion.ask(request, call, LOOK_LIMIT),
    readWindowState(phone, { picture: false }, call),
  ]);
  const capture =
    pictureOf(answer, isSmall) ?? (await readWindowState(phone, { picture: true }, call)).capture;
  const view = viewOf(answer.ok, { ...context, companion, state });
  return { ...view, picture: capture?.picture, protected: isProtected(state, capture) };
}

/** The picture; undefined if the phone took none (seen on 5.1 without a GPU): its shell may. */
function pictureOf({ ok, binary }: Answer, isSmall: boolean): Capture | undefined {
  const told = fieldOf(ok, 'picture');
  if (binary === undefined || binary.length === 0 || textIn(told, 'missing') !== undefined) return undefined;
  const [width, height] = [numberIn(told, 'width'), numberIn(told, 'height')];
  const small = isSmall && width !== undefined && height !== undefined ? { width, height } : undefined;
  const picture: Picture = { bytes: binary, ...(small && { small }) };
  return { picture, protected: fieldOf(told, 'black') === true };
}

function isProtected({ listed }: WindowState, capture: Capture | undefined): boolean {
  return capture?.protected === true || listed.some(({ secure, visible }) => secure && visible);
}
