import type { AndroidRelease } from '../../kernel/release.ts';

/** The properties in which virtual phones differ: plain data, one object per phone. */
export interface PhoneShape {
  readonly release: AndroidRelease;
  readonly sdk: number;
  /** The panel in its natural orientation, in pixels. */
  readonly width: number;
  readonly height: number;
  readonly density: number;
  /** Sizes of bars, in dp. The side bar is the navigation bar in landscape. */
  readonly statusBar: number;
  readonly navigationBar: number;
  readonly sideBar: number;
  /** Whether app windows extend below the navigation bar (gesture navigation) or end above it. */
  readonly edgeToEdge: boolean;
  readonly navigation: 'buttons' | 'gestures';
  /** Whether an on-screen keyboard is installed: the recorded Android 5 has none. */
  readonly keyboard: boolean;
  /** How the tree shows the text of a password field. */
  readonly passwordText: 'empty' | 'bullets';
  /**
   * Up to Android 10 a Switch has the text ON or OFF, and one in a row of the settings is clickable itself. Since 11 it
   * has no text, and the row is clickable (seen in dumps of Android 9 to 16).
   */
  readonly switchesHaveText: boolean;
  readonly longPressMs: number;
  /** Milliseconds for which an opening activity has no readable root. */
  readonly transitionMs: number;
  readonly keyboardSlideMs: number;
  /** Whether Back on the first activity of a task finishes it (up to 11) or only moves the task to the back (12+). */
  readonly backEndsTask: boolean;
  /** Android/data and Android/obb are closed to the shell, as on phones of some makers since 11. AOSP leaves them open. */
  readonly appFoldersClosed?: boolean;
  /** The volume name of the inserted SD card (1A2B-3C4D). Default: no card. */
  readonly sdCard?: string;
}

const modern: PhoneShape = {
  release: 14,
  sdk: 34,
  width: 1080,
  height: 2400,
  density: 420,
  statusBar: 24,
  navigationBar: 24,
  sideBar: 0,
  edgeToEdge: true,
  navigation: 'gestures',
  keyboard: true,
  passwordText: 'bullets',
  switchesHaveText: false,
  longPressMs: 400,
  transitionMs: 300,
  keyboardSlideMs: 200,
  backEndsTask: false,
};

/** The four phones. Android 5 is the recorded device: small, low density, with buttons and without a keyboard. */
export const shapes: Readonly<Record<AndroidRelease, PhoneShape>> = {
  14: modern,
  12: { ...modern, release: 12, sdk: 31, height: 2340, density: 440 },
  9: {
    ...modern,
    release: 9,
    sdk: 28,
    height: 1920,
    navigationBar: 48,
    sideBar: 48,
    edgeToEdge: false,
    navigation: 'buttons',
    switchesHaveText: true,
    longPressMs: 500,
    backEndsTask: true,
  },
  5: {
    ...modern,
    release: 5,
    sdk: 22,
    width: 480,
    height: 800,
    density: 160,
    statusBar: 25,
    navigationBar: 48,
    sideBar: 42,
    edgeToEdge: false,
    navigation: 'buttons',
    keyboard: false,
    passwordText: 'empty',
    switchesHaveText: true,
    longPressMs: 500,
    backEndsTask: true,
  },
};
