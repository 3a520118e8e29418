import type { Call } from '@handeye/core/call/call';
import { pause } from '@handeye/core/call/call';
import type { Opened } from '@handeye/core/device/services/links';
import { focusCommand, focusIn, isCovered } from '../apps/in-front.ts';
import { type Phone, retryIfConnectionLost } from '../phone.ts';
import type { Focus } from '../screen/focus.ts';
import { isChooser } from './am-intent.ts';

/** How long something has to come to the front, and the milliseconds between looks. */
const FRONT_TIMEOUT_MS = 10_000;
const POLL_MS = 150;
/** If nothing new came for so long, the intent went to the app in front, or to something invisible. */
const STAYS_MS = 1_500;
/** The share of a call's remaining time that the wait may take. */
const SHARE_OF_CALL = 0.8;

const CHOICE =
  'Android asks which app should open it: choose one on the screen ("Just once" for this time, "Always" for good)';

interface Expected {
  readonly before: Focus;
  /** The target app, if there was one. */
  readonly packageName: string | undefined;
  /** `am` said that the receiver was already in front. */
  readonly mayStay: boolean;
}

/**
 * Waits for the window that an intent brings to the front and describes it. A window counts when it has the focus in two looks
 * in a row: an activity that only passes an intent on has it for a moment.
 */
export async function cameToFront(phone: Phone, expected: Expected, call: Call): Promise<Opened> {
  const { clock } = call;
  const { slowness } = phone.speed;
  const end = clock.now() + Math.min(FRONT_TIMEOUT_MS * slowness, call.remaining() * SHARE_OF_CALL);
  const stays = clock.now() + STAYS_MS * slowness;
  let last: string | undefined;
  for (;;) {
    const focus = focusIn(await retryIfConnectionLost(call, () => phone.run(focusCommand, call)));
    const hash = focus.window?.hash;
    const isAgain = hash !== undefined && hash === last;
    last = hash;
    const isStarting = focus.window?.title.startsWith('Splash Screen') === true;
    if (isAgain && !isStarting && isWhatCame(focus, expected, clock.now() >= stays))
      return opened(focus, expected);
    if (clock.now() + POLL_MS >= end) return opened(focus, expected);
    await pause(POLL_MS, call);
  }
}

function isWhatCame(focus: Focus, { before, packageName, mayStay }: Expected, isLongThere: boolean): boolean {
  const { window } = focus;
  if (isLongThere) return true;
  if (isCovered(focus)) return false;
  const isNew = window?.hash !== before.window?.hash;
  if (packageName !== undefined && window?.app !== packageName) return false;
  return isNew || mayStay;
}

function opened(focus: Focus, { before, packageName, mayStay }: Expected): Opened {
  const { window, activity } = focus;
  if (isCovered(focus))
    return { app: undefined, remark: 'the lock screen or the notification shade is in front of it' };
  const app = window?.app ?? activity?.app;
  const title = window?.title ?? '';
  if (isChooser(activity?.name ?? '') || isChooser(title)) return { app: undefined, remark: CHOICE };
  const own = activity?.app === app ? activity?.name : undefined;
  const shown = app ?? (title === '' ? 'nothing' : title);
  if (packageName !== undefined && app !== packageName)
    return { app: undefined, remark: `${packageName} was started, but ${shown} is in front` };
  if (window?.hash === before.window?.hash && !mayStay)
    return { app, activity: own, remark: 'it was in front before, too: look whether it shows something new' };
  return { app, activity: own };
}
