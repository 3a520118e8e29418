export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** What is on the screen of the watched device. The picture of the same moment comes as a frame with the same number. */
export interface WatchedScreen {
  readonly device: string;
  /** The number of the frame that shows it. */
  readonly frame: number;
  readonly width: number;
  readonly height: number;
  readonly app: string | undefined;
  /** What serves the device: `companion`, `plain ADB`, `AT-SPI` … */
  readonly tier: string;
  readonly awake: boolean;
  /** Why there is no picture: a protected window. */
  readonly pictureless: string | undefined;
  /** The lean text, line by line, exactly as a model would get it. */
  readonly lines: readonly ScreenLine[];
  /** The elements that lines of any text are about; on an enormous screen those that lean lists. */
  readonly elements: readonly ScreenElement[];
  /** The windows, the topmost first. */
  readonly windows: readonly ScreenWindow[];
}

export interface ScreenWindow {
  readonly box: Box;
  /** What lies below it can be reached through it. */
  readonly letsThrough: boolean;
}

/** The watched device was looked at, whether anything changed or not. */
export interface Looked {
  readonly device: string;
  /** The number of the frame that still shows it. */
  readonly frame: number;
  /** How long the look took. */
  readonly milliseconds: number;
}

/** A line of a text, and the element that it is about. */
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
  /** The place of its window among those of the screen. */
  readonly window: number;
  readonly scrolls: boolean;
}

/** What a model would get for this moment. */
export interface ScreenTexts {
  /** The number of the frame that shows it. */
  readonly frame: number;
  readonly compact: CountedText;
  readonly lean: CountedText;
  /** What changed since the screen before; undefined on the first. */
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
  /** Names and values, as a table. */
  readonly properties: readonly (readonly [name: string, value: string])[];
  /** Unique ways to name it in a call: `node_…`, `text:…`, `desc:…`, `res:…`. */
  readonly targets: readonly string[];
  /** What became of the id since it was first seen, the oldest first. */
  readonly history: readonly IdEvent[];
  /** Calls that use it, the most likely first; each has its name under the argument `by`. None if no call can mean the device. */
  readonly calls: readonly ElementCall[];
}

/** Something that became of an id, at a time in milliseconds since 1970. */
export interface IdEvent {
  readonly at: number;
  readonly what: string;
}

export interface ElementCall {
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  /** The argument that names the element, so that it can be named in another way. */
  readonly by: string;
}
