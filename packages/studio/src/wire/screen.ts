export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** The screen of the watched device. Its picture arrives as a frame with the same number. */
export interface WatchedScreen {
  readonly device: string;
  /** The number of its frame. */
  readonly frame: number;
  readonly width: number;
  readonly height: number;
  readonly app: string | undefined;
  /** The tier of the device: `companion`, `plain ADB`, `AT-SPI` … */
  readonly tier: string;
  readonly awake: boolean;
  /** Why there is no picture: a protected window. */
  readonly pictureless: string | undefined;
  /** The lean text, line by line, exactly as a model would get it. */
  readonly lines: readonly ScreenLine[];
  /** The elements that lines of any text refer to; on an enormous screen only those that lean lists. */
  readonly elements: readonly ScreenElement[];
  /** The windows, the topmost first. */
  readonly windows: readonly ScreenWindow[];
}

export interface ScreenWindow {
  readonly box: Box;
  /** Touches pass through to what lies below. */
  readonly letsThrough: boolean;
}

/** The watched device was looked at, with or without a change. */
export interface Looked {
  readonly device: string;
  /** The number of the frame that still shows it. */
  readonly frame: number;
  /** Milliseconds that the look took. */
  readonly milliseconds: number;
}

/** A line of a text and its element. */
export interface ScreenLine {
  readonly text: string;
  readonly element: string | undefined;
}

/** An element and its place, in pixels of the device. */
export interface ScreenElement {
  readonly id: string;
  readonly label: string;
  readonly role: string;
  readonly box: Box;
  /** The index of its window. */
  readonly window: number;
  readonly scrolls: boolean;
}

/** The texts that a model would get for this moment. */
export interface ScreenTexts {
  /** The number of its frame. */
  readonly frame: number;
  readonly compact: CountedText;
  readonly lean: CountedText;
  /** The changes since the screen before; undefined for the first. */
  readonly changes: CountedText | undefined;
}

export interface CountedText {
  readonly lines: readonly ScreenLine[];
  readonly tokens: number;
}

export interface ElementDetails {
  readonly id: string;
  /** False once it has left the screen: then only its history is known. */
  readonly isThere: boolean;
  /** Names and values, for a table. */
  readonly properties: readonly (readonly [name: string, value: string])[];
  /** Unique ways to name it in a call: `node_…`, `text:…`, `desc:…`, `res:…`. */
  readonly targets: readonly string[];
  /** The history of the id, the oldest event first. */
  readonly history: readonly IdEvent[];
  /**
   * Calls that use it, the most likely first; each has its name under the argument `by`. Empty if calls cannot use the device.
   */
  readonly calls: readonly ElementCall[];
}

/** An event in the history of an id; the time is in milliseconds since 1970. */
export interface IdEvent {
  readonly at: number;
  readonly what: string;
}

export interface ElementCall {
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  /** The argument that names the element, so that it can be replaced. */
  readonly by: string;
}
