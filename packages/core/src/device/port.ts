import type { Direction, Point } from '@handeye/screen/bounds';
import type { Bounds, TextRange, UiNode } from '@handeye/screen/node';
import type { Element, Screen, View } from '@handeye/screen/snapshot';
import type { WantedValue } from '@handeye/screen/value/range';
import type { Call } from '../call/call.ts';
import type { Aim, FocusAim, Met } from './aim.ts';
import type { Picture, Remark } from './answers.ts';
import type { Apps } from './apps.ts';
import type { Application, Desktop } from './desktop.ts';
import type { Chord, Key, SelectionKey } from './keys.ts';
import type { DeviceKind, PlatformId } from './platforms.ts';
import type { Services } from './services/services.ts';

export type { Direction, Point } from '@handeye/screen/bounds';
export type { Picture, Remark } from './answers.ts';
export type { Key } from './keys.ts';

/**
 * The capabilities of a device. A platform answers for each: `true`, or the reason why not together with what would help. The
 * reason reaches the model as it stands.
 */
export const capabilityNames = [
  'picture',
  'touch',
  'multitouch',
  'click',
  'longClick',
  'scroll',
  'type',
  'setText',
  'selectText',
  'keys',
  'back',
  'home',
  'recents',
  'notifications',
  'quickSettings',
  'clipboard',
  'logs',
  'manageApps',
  'openUris',
  'intents',
  'readNotifications',
  'files',
  'deviceState',
  'recording',
  'crashes',
] as const;

export type Capability = (typeof capabilityNames)[number];
export type Capabilities = Readonly<Record<Capability, true | string>>;

export interface Wish {
  /** Also take a picture that shows the state of the tree. */
  readonly picture: boolean;
  /** A picture with this longest side is enough: nothing will be cut out of it. A device that can make it so small may do so. */
  readonly longest?: number;
  /** No act is judged by this look: what only a policy has to know, and what costs more, may be left out. */
  readonly onlyShown?: boolean;
  /** Only for watching: the look leaves no trace in the device's memory of the looks of those who use it. */
  readonly watching?: boolean;
}

/** The tier that serves a device. */
export interface Tier {
  /** For a person: `companion`, `plain ADB`, `AT-SPI`. */
  readonly name: string;
  /** A look takes little of its time, so that it can be watched closely. */
  readonly looksAreCheap: boolean;
}

/** The operating system of a device. */
export interface OperatingSystem {
  readonly platform: PlatformId;
  /** As people call it: `14`, `5.1.1`; undefined where it is not known. */
  readonly version?: string | undefined;
}

/** The result of a look: a view and, if wished, the picture of the same moment or why there is none. */
export interface PicturedView extends View {
  readonly picture?: Picture | undefined;
  /** The screen forbids pictures (a protected window). */
  readonly protected?: boolean;
  /** The platform itself waited until nothing changed any more: the look is an observation of rest. */
  readonly rested?: boolean;
}

/** A picture of one window, and the part of the screen that it takes. */
export interface WindowPicture {
  readonly picture: Picture;
  readonly shows: Bounds;
}

/** A point of a finger's way, `time` milliseconds after the gesture began. */
export interface Moment extends Point {
  readonly time: number;
}

export interface TouchOptions {
  readonly screen?: Screen | undefined;
  readonly aim?: Aim | undefined;
}

export interface ActOptions {
  /**
   * A person, or a rule about acts of this kind, let this very element do it: where the device can compare more than usual it
   * does so, or throws ScreenChanged.
   */
  readonly allowed?: boolean;
  /** Something else than what was judged must not be acted on. */
  readonly refuses?: boolean;
  /** What a person saw around the element when they allowed this: where the device can, that must be the same, too. */
  readonly beside?: readonly UiNode[];
  /** For what is done by keys. */
  readonly focus?: FocusAim | undefined;
  /** Hears what the element was in the moment of the act, where the device can tell. */
  readonly onMet?: (met: Met) => void;
}

/** One finger: down at the first moment, up at the last. */
export type Stroke = readonly [Moment, ...Moment[]];

export const opposite: Readonly<Record<Direction, Direction>> = {
  up: 'down',
  down: 'up',
  left: 'right',
  right: 'left',
};

/** The part of a field's text to select, and the whole text that it was chosen in. */
export interface Selects {
  readonly text: string;
  readonly range: TextRange;
}

/**
 * Accessibility actions on an element, without a finger. A text is selected, copied and cut in a field that takes the focus for
 * it. To scroll at a list's end does nothing; `share` is the part of the
 * visible area to scroll by. Default: most of it.
 */
export type ElementAction =
  | { readonly kind: 'click' }
  | { readonly kind: 'longClick' }
  | { readonly kind: 'scroll'; readonly direction: Direction; readonly share?: number }
  | { readonly kind: 'setText'; readonly text: string }
  | { readonly kind: 'setValue'; readonly value: WantedValue }
  | { readonly kind: 'selectText'; readonly selects: Selects }
  | { readonly kind: 'selectionKey'; readonly key: SelectionKey };

/**
 * The capability that an action needs: a device that clicks by accessibility also sets sliders by it, and one that selects
 * also copies.
 */
export function capabilityOf(kind: ElementAction['kind']): Capability {
  if (kind === 'setValue') return 'click';
  return kind === 'selectionKey' ? 'selectText' : kind;
}

export interface Clipboard {
  /** Null when it holds no text. */
  read(call: Call): Promise<string | null>;
  write(text: string, call: Call): Promise<void>;
}

export type LogLevel = 'V' | 'D' | 'I' | 'W' | 'E' | 'F';

/** All given filters hold together; the newest `lastLines` of what is left are wanted. */
export interface LogQuery {
  readonly lastLines: number;
  readonly since?: string | undefined;
  readonly until?: string | undefined;
  readonly tag?: string | undefined;
  readonly level: LogLevel;
  readonly packageName?: string | undefined;
}

export interface LogLines {
  readonly lines: readonly string[];
  /** Matching lines were left out. */
  readonly truncated: boolean;
}

export interface Logs {
  read(query: LogQuery, call: Call): Promise<LogLines>;
}

/** The screen, and whether its display is on; a device without `power` is always awake. */
export interface ScreenState extends Screen {
  readonly awake?: boolean;
}

export interface Power {
  /** Wakes the display; resolves when it is awake. */
  wake(call: Call): Promise<void>;
}

/** An event beside the screen. Its texts are the device's own words. */
export interface News {
  readonly kind: 'notification' | 'crash' | 'not responding';
  /** The application that it comes from, where its words do not name it. */
  readonly app: string | undefined;
  readonly text: string;
  /** Of a crash, where more is known of it. */
  readonly id?: string;
}

/**
 * The port: what every platform offers, in the user's words. Every method takes the call it belongs to and
 * ends when that call is cancelled or its time is up. Failures are DeviceErrors.
 */
export interface Device {
  readonly id: string;
  readonly title: string;
  readonly kind: DeviceKind;
  /** The tier that serves it now; undefined where it is not known. */
  readonly tier?: Tier;
  readonly system?: OperatingSystem;
  readonly capabilities: Capabilities;
  /** Ids of applications that may be read, and written to only if the owner of the device allows it. */
  readonly protectedApps?: readonly string[];
  /** A field's content is replaced by keys, which go to the focused element: the field must get the focus first. */
  readonly setsTextByKeys?: boolean;
  /** A field shows what was typed into it. On a desktop it need not: a terminal runs it. */
  readonly readsBackTyping?: boolean;
  /** How many times longer it takes than an ordinary device, as measured so far; limits grow with it. Default: 1. */
  readonly slowness?: number;
  /** It is used with a mouse, which selects or moves what it is dragged over: only `act` scrolls. */
  readonly hasMouse?: boolean;
  /**
   * Accessibility actions are for what a finger could reach, too: what lies over an element of a phone is in the way for a
   * reason. Elsewhere a finger touches the part that is free.
   */
  readonly actsInReach?: boolean;
  look(wish: Wish, call: Call): Promise<PicturedView>;
  /**
   * Waits until the screen has come to rest after something was done to it, at most `limit` milliseconds; false if it
   * still changes then. Undefined where the device cannot tell: then looks have to be compared. Never fails because of
   * the device: what was done stands.
   */
  settle?(limit: number, call: Call): Promise<boolean | undefined>;
  /** Events beside the screen since the last call of this. Never fails because of the device. */
  news?(call: Call): Promise<readonly News[]>;
  /** The window of an element as it draws itself, without what covers it, and where it is; undefined where unknown. */
  windowPicture?(of: Element, call: Call): Promise<WindowPicture | undefined>;
  /**
   * The screen in this moment, for about the cost of `screen`: the windows at least (`stack`), and their content where that
   * costs no more. It names no elements, and waits for nothing.
   */
  glance?(call: Call): Promise<View | undefined>;
  /** The screen in its current rotation, and whether it is awake: much cheaper than a look. */
  screen(call: Call): Promise<ScreenState>;
  /** NotOffered if the element cannot do it now, and nothing was done. */
  act(on: Element, action: ElementAction, call: Call, how?: ActOptions): Promise<Remark>;
  /** Brings an element into view where its application itself can do that; false where it cannot. */
  reveal?(on: Element, call: Call): Promise<boolean>;
  /**
   * Opens the context menu of what lies at a point, with the right mouse button: a desktop's long press. Where it exists,
   * every element that can be seen takes a long click, whether it offers an action for it or not.
   */
  openMenuAt?(point: Point, call: Call, how?: TouchOptions): Promise<void>;
  /**
   * Moves fingers over the screen. `screen` is the screen as it was just seen, which saves reading it again. With an aim it
   * compares as much as it can right before a finger comes down, and resolves with what each stroke met where it knows that.
   */
  touch(strokes: readonly Stroke[], call: Call, how?: TouchOptions): Promise<readonly Met[] | undefined>;
  /** It compares elements when it touches, so that a look for that before is not needed. */
  readonly comparesElements?: boolean;
  /**
   * Moves the cursor to the end of the focused field and types there. `into` is that field, as it was just seen: a
   * platform whose keys can move the focus makes sure that nothing lands in another one. With `focus` the device compares what
   * has the focus right before a key, as far as it can, or throws FocusChanged.
   */
  type(text: string, call: Call, into: Element, focus?: FocusAim): Promise<Remark>;
  /**
   * Types into the element with the keyboard focus, seen or not: a terminal, a drawing, the editor in a cell. Absent where only
   * fields take text.
   */
  typeUnseen?(text: string, call: Call): Promise<Remark>;
  press(key: Key, call: Call, focus?: FocusAim): Promise<Remark>;
  /** Keys that it takes beside those of the contract. */
  readonly moreKeys?: readonly Key[];
  /** Presses a key while others are held; absent where there is no keyboard for that. */
  pressChord?(chord: Chord, call: Call): Promise<Remark>;
  /**
   * The hint of the field that has the focus, for a device whose looks may show one as content. Undefined: it does not
   * tell anything of this field.
   */
  focusedHint?(field: Element, call: Call): Promise<{ readonly hint: string | undefined } | undefined>;
  /**
   * The applications whose processes draw an element, or the content at a point of the screen, where a window alone does not
   * tell it. Empty: not known.
   */
  owners?(of: Element | Point, call: Call): Promise<readonly Application[]>;
  /** The applications that have a card in the list of recent ones; undefined if not known. */
  recentApps?(call: Call): Promise<readonly string[] | undefined>;
  readonly power?: Power;
  /** Empties the clipboard where it cannot be used otherwise; resolves when the device itself says that it is empty. */
  clearClipboard?(call: Call): Promise<void>;
  readonly clipboard?: Clipboard;
  readonly logs?: Logs;
  /** The installed applications, and how to open them. */
  readonly apps?: Apps;
  /** The services of the opt-in toolsets. */
  readonly services?: Services;
  /** Applications and windows by name, for the desktop tools. */
  readonly desktop?: Desktop;
  close(): Promise<void>;
}
