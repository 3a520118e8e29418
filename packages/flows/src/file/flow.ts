/**
 * What a flow file says, after it was read: the header and the commands, checked, with shorthand forms written out. It is data
 * alone; the runner gives it a meaning. Names are Maestro's where Maestro has the thing.
 */

/** A text that may contain `${…}`: the runner evaluates it just before the command. */
export type Template = string;

/** A regular expression over the whole text, case ignored, as Maestro matches; it may contain `${…}`. */
export type TextPattern = Template;

/** Where a command is written. Lines and columns count from 1. */
export interface Source {
  /** The file, as it was named to the reader. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** The command as it is written, without its dash. */
  readonly text: string;
}

export interface Flow {
  readonly file: string;
  readonly header: FlowHeader;
  readonly commands: readonly Command[];
}

export interface FlowHeader {
  /** Default: the file's name without `.flow.yaml` or `.yaml`. */
  readonly name: string;
  readonly appId?: Template;
  readonly tags: readonly string[];
  readonly env: Env;
  readonly onFlowStart: readonly Command[];
  readonly onFlowComplete: readonly Command[];
  readonly description?: string;
  /** The language of the device that the flow was recorded on: `de-DE`. */
  readonly locale?: string;
  readonly onDialog: readonly DialogRule[];
  /** Other keys. Maestro allows any, for tools that read the file. */
  readonly other: Readonly<Record<string, unknown>>;
}

export type Env = Readonly<Record<string, Template>>;

/** What to do with a dialog of the system. Nothing is answered without such a rule. */
export interface DialogRule {
  readonly match: Selector;
  readonly do: readonly Command[];
  /** How often in one run. */
  readonly times: number;
}

/** An element. All that is given must hold. */
export interface Selector {
  /** Text or content description, as Maestro's `text`. */
  readonly text?: TextPattern;
  /** Resource id; Maestro also matches the part after `:id/`. */
  readonly id?: TextPattern;
  readonly width?: number;
  readonly height?: number;
  readonly tolerance?: number;
  readonly below?: Selector;
  readonly above?: Selector;
  readonly leftOf?: Selector;
  readonly rightOf?: Selector;
  readonly containsChild?: Selector;
  readonly childOf?: Selector;
  readonly containsDescendants?: readonly Selector[];
  /** Which of several matches, from 0; a negative one counts from the end. */
  readonly index?: Template;
  readonly enabled?: boolean;
  readonly selected?: boolean;
  readonly checked?: boolean;
  readonly focused?: boolean;
  readonly optional?: boolean;
  /** Only in `swipe: from`: where on the element, `50%,90%` or `10,20`. */
  readonly point?: Template;
  /** Not Maestro's: the content description alone. */
  readonly desc?: TextPattern;
  /** Not Maestro's: the role as screens name it, `button`. */
  readonly role?: string;
  /** Not Maestro's: the title of the window or dialog. */
  readonly window?: TextPattern;
  /** Not Maestro's: the list, row or dialog that holds it. */
  readonly in?: Selector;
}

/** What a command must bring about; not Maestro's. */
export type Effect =
  | { readonly kind: 'screen'; readonly screen: Template }
  | { readonly kind: 'app'; readonly app: Template }
  | { readonly kind: 'appears'; readonly appears: Selector }
  | { readonly kind: 'gone'; readonly gone: Selector }
  | { readonly kind: 'changes'; readonly changes: Selector; readonly to: NewState }
  | { readonly kind: 'nothing' };

/** The state of an element after a command. */
export interface NewState {
  readonly checked?: boolean;
  readonly selected?: boolean;
  readonly enabled?: boolean;
  readonly text?: Template;
  readonly value?: Template;
}

/** `when` and `while`. All that is given must hold. */
export interface Condition {
  readonly platform?: 'android' | 'ios' | 'web';
  readonly visible?: Selector;
  readonly notVisible?: Selector;
  /** A script: `${output.count < 3}`. */
  readonly true?: Template;
  readonly label?: Template;
  readonly optional?: boolean;
}

/** What every command may have. */
export interface CommandOptions {
  /** How reports call it. */
  readonly label?: Template;
  /** If it fails, the flow goes on. */
  readonly optional: boolean;
  /** Not Maestro's. */
  readonly expect: readonly Effect[];
  /** Not Maestro's: the recording had nothing better than a place on the screen. */
  readonly by?: 'position';
  /** Absent in a command that was not read from a file. */
  readonly source?: Source;
}

/** Milliseconds to wait for the target; not Maestro's, which always waits 17 s. */
interface WaitsForTarget {
  readonly timeout?: Template;
}

interface OnElement extends CommandOptions, WaitsForTarget {
  readonly selector: Selector;
}

interface Plain extends CommandOptions {
  readonly name:
    | 'back'
    | 'hideKeyboard'
    | 'pasteText'
    | 'scroll'
    | 'stopRecording'
    | 'toggleAirplaneMode'
    | 'toggleDarkMode'
    | 'assertDarkMode'
    | 'assertLightMode'
    | 'inputRandomEmail'
    | 'inputRandomPersonName'
    | 'inputRandomCityName'
    | 'inputRandomCountryName'
    | 'inputRandomColorName';
}

/** Has a selector, a point or both. With both the point is one of the element: `50%,90%`. */
export interface Tap extends CommandOptions, WaitsForTarget {
  readonly name: 'tapOn' | 'doubleTapOn' | 'longPressOn';
  readonly selector?: Selector;
  /** `50%,50%` or `100,200`. */
  readonly point?: Template;
  readonly retryTapIfNoChange?: boolean;
  readonly waitUntilVisible?: boolean;
  readonly repeat?: number;
  /** Milliseconds between the taps of `repeat` and `doubleTapOn`. */
  readonly delay?: number;
  readonly waitToSettleTimeoutMs?: number;
}

export interface AssertVisible extends OnElement {
  readonly name: 'assertVisible' | 'assertNotVisible';
}

export interface CopyTextFrom extends OnElement {
  readonly name: 'copyTextFrom';
}

export interface AssertTrue extends CommandOptions {
  readonly name: 'assertTrue';
  readonly condition: Template;
}

export interface InputText extends CommandOptions {
  readonly name: 'inputText';
  /** Either this or `secret`. */
  readonly text?: Template;
  /** Not Maestro's: the name of a secret of the server. */
  readonly secret?: string;
}

export interface InputRandom extends CommandOptions {
  readonly name: 'inputRandomText' | 'inputRandomNumber';
  readonly length: number;
}

export interface EraseText extends CommandOptions {
  readonly name: 'eraseText';
  /** Default of Maestro: 50. */
  readonly charactersToErase?: number;
}

export interface PressKey extends CommandOptions {
  readonly name: 'pressKey';
  readonly key: Key;
}

export type Direction = 'UP' | 'DOWN' | 'LEFT' | 'RIGHT';

/** Either a direction, on the screen or `from` an element, or both `start` and `end`: `50%,80%` or `100,200`. */
export interface Swipe extends CommandOptions, WaitsForTarget {
  readonly name: 'swipe';
  readonly direction?: Direction;
  readonly from?: Selector;
  readonly start?: Template;
  readonly end?: Template;
  readonly duration: number;
  readonly waitToSettleTimeoutMs?: number;
}

export interface ScrollUntilVisible extends CommandOptions {
  readonly name: 'scrollUntilVisible';
  readonly element: Selector;
  readonly direction: Direction;
  readonly timeout: Template;
  /** From 0 to 100: how fast. */
  readonly speed: Template;
  readonly visibilityPercentage: number;
  readonly centerElement: boolean;
  readonly waitToSettleTimeoutMs?: number;
}

export interface ExtendedWaitUntil extends CommandOptions {
  readonly name: 'extendedWaitUntil';
  readonly visible?: Selector;
  readonly notVisible?: Selector;
  readonly timeout?: Template;
}

export interface WaitForAnimationToEnd extends CommandOptions {
  readonly name: 'waitForAnimationToEnd';
  readonly timeout?: number;
}

export interface SetClipboard extends CommandOptions {
  readonly name: 'setClipboard';
  readonly text: Template;
}

export interface LaunchApp extends CommandOptions {
  readonly name: 'launchApp';
  /** Default: the header's. */
  readonly appId?: Template;
  readonly clearState?: boolean;
  /** Nothing on Android: it has no keychain. */
  readonly clearKeychain?: boolean;
  readonly stopApp?: boolean;
  readonly permissions?: Permissions;
  readonly arguments?: Readonly<Record<string, string | number | boolean>>;
}

/** `all`, a short name as `camera` or a full one; the value is `allow`, `deny` or `unset`. */
export type Permissions = Readonly<Record<string, Template>>;

export interface AppCommand extends CommandOptions {
  readonly name: 'stopApp' | 'killApp' | 'clearState';
  readonly appId?: Template;
}

export interface SetPermissions extends CommandOptions {
  readonly name: 'setPermissions';
  readonly appId?: Template;
  readonly permissions: Permissions;
}

export interface OpenLink extends CommandOptions {
  readonly name: 'openLink';
  readonly link: Template;
  readonly browser: boolean;
  readonly autoVerify: boolean;
}

/** Commands of another file (`flow`) or its own. Neither is read if `when` names another platform than Android. */
export interface RunFlow extends CommandOptions {
  readonly name: 'runFlow';
  readonly file?: string;
  /** The other file, read. */
  readonly flow?: Flow;
  readonly commands: readonly Command[];
  readonly when?: Condition;
  readonly env: Env;
}

export interface Retry extends CommandOptions {
  readonly name: 'retry';
  readonly file?: string;
  readonly flow?: Flow;
  readonly commands: readonly Command[];
  readonly maxRetries: Template;
  readonly env: Env;
}

export interface Repeat extends CommandOptions {
  readonly name: 'repeat';
  readonly times?: Template;
  readonly while?: Condition;
  readonly commands: readonly Command[];
}

export interface RunScript extends CommandOptions {
  readonly name: 'runScript';
  readonly file: string;
  /** What the file says. */
  readonly script: string;
  readonly env: Env;
  readonly when?: Condition;
}

export interface EvalScript extends CommandOptions {
  readonly name: 'evalScript';
  readonly script: Template;
}

export interface TakeScreenshot extends CommandOptions {
  readonly name: 'takeScreenshot';
  readonly path: Template;
  readonly cropOn?: Selector;
}

export interface StartRecording extends CommandOptions {
  readonly name: 'startRecording';
  readonly path: Template;
}

export type Orientation = 'PORTRAIT' | 'LANDSCAPE_LEFT' | 'LANDSCAPE_RIGHT' | 'UPSIDE_DOWN';

export interface SetOrientation extends CommandOptions {
  readonly name: 'setOrientation';
  /** An Orientation, or a text with `${…}` that becomes one. */
  readonly orientation: Template;
}

export interface SetMode extends CommandOptions {
  readonly name: 'setAirplaneMode' | 'setDarkMode';
  readonly enabled: boolean;
}

export interface AddMedia extends CommandOptions {
  readonly name: 'addMedia';
  /** Paths that exist. */
  readonly files: readonly string[];
}

export type Command =
  | Plain
  | Tap
  | AssertVisible
  | CopyTextFrom
  | AssertTrue
  | InputText
  | InputRandom
  | EraseText
  | PressKey
  | Swipe
  | ScrollUntilVisible
  | ExtendedWaitUntil
  | WaitForAnimationToEnd
  | SetClipboard
  | LaunchApp
  | AppCommand
  | SetPermissions
  | OpenLink
  | RunFlow
  | Retry
  | Repeat
  | RunScript
  | EvalScript
  | TakeScreenshot
  | StartRecording
  | SetOrientation
  | SetMode
  | AddMedia;

export type CommandName = Command['name'];

/** The command of one name: `CommandNamed<'tapOn'>`. */
export type CommandNamed<Name extends CommandName> = NamedIn<Command, Name>;
type NamedIn<Each extends Command, Name> = Each extends Command
  ? Name extends Each['name']
    ? Each & { readonly name: Name }
    : never
  : never;

/** Keys as Maestro names them, in small letters. */
export const keys = [
  'enter',
  'backspace',
  'back',
  'home',
  'lock',
  'volume up',
  'volume down',
  'remote dpad up',
  'remote dpad down',
  'remote dpad left',
  'remote dpad right',
  'remote dpad center',
  'remote media play pause',
  'remote media stop',
  'remote media next',
  'remote media previous',
  'remote media rewind',
  'remote media fast forward',
  'escape',
  'power',
  'tab',
  'remote system navigation up',
  'remote system navigation down',
  'remote button a',
  'remote button b',
  'remote menu',
  'tv input',
  'tv input hdmi 1',
  'tv input hdmi 2',
  'tv input hdmi 3',
] as const;

export type Key = (typeof keys)[number];
