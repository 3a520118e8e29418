import type { Call } from '../../call/call.ts';

/** One fact about a device, in words for a model: `battery`, `85%, charging (USB)`. */
export interface StateFact {
  readonly name: string;
  readonly value: string;
}

/** The settings, by the names that tools give them. An absent one stays as it is. */
export interface StateWish {
  readonly rotation?: 0 | 90 | 180 | 270 | 'auto' | undefined;
  readonly dark_theme?: boolean | undefined;
  readonly wifi?: boolean | undefined;
  readonly mobile_data?: boolean | undefined;
  readonly airplane?: boolean | undefined;
  readonly stay_awake?: boolean | undefined;
  readonly animations?: boolean | undefined;
  readonly font_scale?: number | undefined;
  /** BCP 47. */
  readonly locale?: string | undefined;
  /** Percent. */
  readonly brightness?: number | undefined;
  /** Seconds. */
  readonly screen_timeout?: number | undefined;
}

export type StateItem = keyof StateWish;

/** All of them, in the order in which they are set: airplane mode switches the radios, so it goes before them. */
export const stateItems = [
  'airplane',
  'wifi',
  'mobile_data',
  'rotation',
  'dark_theme',
  'font_scale',
  'brightness',
  'screen_timeout',
  'stay_awake',
  'animations',
  'locale',
] as const satisfies readonly StateItem[];

/** The result for one item, read back from the device. */
export interface StateOutcome {
  readonly item: string;
  /** False: it is not as it was wished, and `text` says why. */
  readonly took: boolean;
  readonly text: string;
}

/** All that can be set, each value as the device keeps it; null where it has none. Only who made it reads it. */
export type StateMark = Readonly<Record<string, string | null>>;

/** Facts about a device that are not on its screen, and the switches for some of them. */
export interface DeviceState {
  /** The known facts. A fact that cannot be read says so in its value. */
  read(call: Call): Promise<readonly StateFact[]>;
  /** Absent where nothing can be set; `readOnlyBecause` says why. Refuses as a whole what would cut our connection. */
  set?(wish: StateWish, call: Call): Promise<readonly StateOutcome[]>;
  /** Restores what was set, except what another program has changed since. */
  restore?(call: Call): Promise<readonly StateOutcome[]>;
  /** Distinguishes this device from all others, whatever its address, and survives a restart. */
  identity?(call: Call): Promise<string>;
  /** How everything that can be set is now. Absent where nothing can be set. */
  mark?(call: Call): Promise<StateMark>;
  /** Restores the marked state, whichever program changed it; resolves with the outcome of each difference. */
  returnTo?(mark: StateMark, call: Call): Promise<readonly StateOutcome[]>;
  readonly readOnlyBecause?: string;
}
