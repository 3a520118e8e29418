import { apps } from '@handeye/virtual-phone';
import { phoneInHand } from '../packages/virtual-phone/test/framework/hand.ts';

/** The virtual phone's screens: every app in its main states, and the system around them. Time is driven: they never change. */

export type Hand = ReturnType<typeof phoneInHand>;

/** A screen of the phone, and the way there. */
export interface Stop {
  readonly title: string;
  /** `package/.Activity`; the home screen by default. */
  readonly open?: string;
  readonly release?: 5 | 9 | 12 | 14;
  /** The steps before the picture is taken. */
  readonly walk?: (hand: Hand) => void;
}

const taps =
  (...what: readonly string[]) =>
  (hand: Hand) => {
    for (const one of what) hand.tap(one);
  };

const types = (field: string, typed: string) => (hand: Hand) => {
  hand.tap(field);
  hand.phone.commitText(typed);
};

const sideways = ({ phone }: Hand) => {
  phone.settings.put('system', 'user_rotation', '1');
};

const MAP_ACTIVITY = 'com.example.maps/.MapActivity';
const PAINT_ACTIVITY = 'com.example.paint/.PaintActivity';
const CLOCK_ACTIVITY = 'com.android.deskclock/.DeskClock';
const BROWSER_ACTIVITY = 'com.example.reader/.BrowserActivity';
const DOWNLOADS_ACTIVITY = 'com.example.downloads/.DownloadsActivity';
const LOGIN_ACTIVITY = 'com.example.login/.LoginActivity';

const system: readonly Stop[] = [
  { title: 'Home' },
  { title: 'Home on Android 5', release: 5 },
  { title: 'Home, sideways', walk: sideways },
  {
    title: 'Shade',
    walk: (hand) => {
      finishDownload(hand);
      hand.phone.expandNotifications();
    },
  },
  {
    title: 'Quick settings',
    walk: ({ phone }) => {
      phone.expandQuickSettings();
    },
  },
  {
    title: 'Recents',
    walk: ({ phone, clock }) => {
      for (const open of [CLOCK_ACTIVITY, MAP_ACTIVITY, PAINT_ACTIVITY]) {
        phone.start({ component: open });
        clock.advance(1000);
      }
      phone.recents();
    },
  },
  { title: 'Keyboard', open: LOGIN_ACTIVITY, walk: types('username', 'demo') },
];

const mainScreens: readonly Stop[] = apps
  .filter((app) => app.hidden !== true)
  .map((app) => ({ title: app.label, open: `${app.package}/${app.main}` }));

const furtherStates: readonly Stop[] = [
  { title: 'Login: what is missing', open: LOGIN_ACTIVITY, walk: taps('sign_in') },
  { title: 'Login: regions', open: LOGIN_ACTIVITY, walk: taps('region') },
  { title: 'Login: reset', open: LOGIN_ACTIVITY, walk: taps('forgot') },
  { title: 'Calculator: a sum', open: 'com.android.calculator2/.Calculator', walk: taps('7', 'plus', '3') },
  {
    title: 'Contacts: a person',
    open: 'com.android.contacts/.activities.PeopleActivity',
    walk: taps('Ada Allen'),
  },
  { title: 'Maps: search', open: MAP_ACTIVITY, walk: types('search_box', 'st') },
  { title: 'Maps: a place', open: MAP_ACTIVITY, walk: taps('Lantern Square', 'zoom_in') },
  { title: 'Maps: far away', open: MAP_ACTIVITY, walk: taps('zoom_out') },
  {
    title: 'Maps: a pin',
    open: MAP_ACTIVITY,
    walk: ({ press }) => {
      press({ x: 320, y: 1500 }, 600);
    },
  },
  { title: 'Maps, sideways', open: MAP_ACTIVITY, walk: sideways },
  { title: 'Maps on Android 5', open: MAP_ACTIVITY, release: 5 },
  { title: 'Paint: strokes', open: PAINT_ACTIVITY, walk: paintStrokes },
  {
    title: 'Paint: clear',
    open: PAINT_ACTIVITY,
    walk: (hand) => {
      paintStrokes(hand);
      hand.tap('clear');
    },
  },
  { title: 'Paint on Android 5', open: PAINT_ACTIVITY, release: 5 },
  {
    title: 'Reader: article',
    open: 'com.example.reader/.LibraryActivity',
    walk: taps('The Garden That Counts'),
  },
  { title: 'Reader: browser', open: BROWSER_ACTIVITY },
  { title: 'Reader: no such page', open: BROWSER_ACTIVITY, walk: taps('A page that is gone') },
  {
    title: 'Reader: find in page',
    open: BROWSER_ACTIVITY,
    walk: (hand) => {
      taps('The upper town', 'find_in_page')(hand);
      hand.phone.commitText('bridges');
    },
  },
  { title: 'Clock: alarms', open: CLOCK_ACTIVITY, walk: taps('Alarms') },
  { title: 'Clock: time picker', open: CLOCK_ACTIVITY, walk: taps('Alarms', '06:30') },
  { title: 'Clock: timer', open: CLOCK_ACTIVITY, walk: taps('Timer') },
  { title: 'Clock: timer runs', open: CLOCK_ACTIVITY, walk: taps('Timer', 'Start') },
  { title: 'Clock: stopwatch', open: CLOCK_ACTIVITY, walk: taps('Stopwatch', 'Start', 'Lap', 'Lap', 'Lap') },
  { title: 'Clock, sideways', open: CLOCK_ACTIVITY, walk: sideways },
  {
    title: 'Timer, sideways',
    open: CLOCK_ACTIVITY,
    walk: (hand) => {
      sideways(hand);
      hand.tap('Timer');
    },
  },
  {
    title: 'Downloads: running',
    open: DOWNLOADS_ACTIVITY,
    walk: taps('Start survey-map.pdf', 'Start field-recordings.zip', 'Pause survey-map.pdf'),
  },
  {
    title: 'Downloads: cancel',
    open: DOWNLOADS_ACTIVITY,
    walk: taps('Start survey-map.pdf', 'Cancel survey-map.pdf'),
  },
];

function finishDownload({ phone, clock, tap }: Hand): void {
  phone.start({ component: DOWNLOADS_ACTIVITY });
  clock.advance(1000);
  tap('Start survey-map.pdf');
  clock.advance(15_000);
  phone.home();
}

function paintStrokes(hand: Hand): void {
  hand.tap('red');
  hand.swipe({ x: 200, y: 500 }, { x: 850, y: 800 }, 300);
  hand.tap('blue');
  const at = (finger: number, step: number) => ({
    x: 300 + finger * 150 + 50 * Math.sin(step / 4),
    y: 700 + step * 25,
  });
  const fingers = [0, 1, 2];
  for (const id of fingers) hand.phone.pointer({ action: 'down', id, ...at(id, 0) });
  for (let step = 1; step <= 25; step++) {
    for (const id of fingers) hand.phone.pointer({ action: 'move', id, ...at(id, step) });
  }
  for (const id of fingers) hand.phone.pointer({ action: 'up', id, ...at(id, 25) });
}

export const stops: readonly Stop[] = [...system, ...mainScreens, ...furtherStates];

/** Goes to a stop on a fresh phone. The caller shuts the phone down. */
export function goTo({ open, release, walk }: Stop): Hand {
  const hand = phoneInHand({
    ...(open !== undefined && { open }),
    ...(release !== undefined && { release }),
  });
  walk?.(hand);
  hand.clock.advance(1000);
  return hand;
}
