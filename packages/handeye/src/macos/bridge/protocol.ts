// What the server and its bridge to the Mac say to each other: one JSON object a line, one request at a time.
// Points and sizes are in the Mac's global coordinates: points, from the top left of the main display.

/** Where something is on the screen, in points. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/**
 * Where an element is: child indexes (AXChildren) from the application down, with what must still be true of it.
 * A text that is left out must still be absent; bounds are compared only when given. `addressOf` makes one of a tree.
 */
export interface Address {
  readonly pid: number;
  readonly path: readonly number[];
  readonly role: string;
  readonly subrole?: string;
  readonly title?: string;
  readonly description?: string;
  readonly identifier?: string;
  readonly bounds?: Box;
}

/** One element of an application. A tree is flat, in reading order: every parent stands before its children. */
export interface AxNode {
  /** Index of the parent; -1 for the application itself. */
  readonly parent: number;
  /** The process that draws it, where that is another than the application's: a panel or a page of a service. */
  readonly pid?: number;
  readonly role: string;
  readonly subrole?: string;
  readonly title?: string;
  /** What the text beside it says, where it has neither title nor description of its own (AXTitleUIElement). */
  readonly label?: string;
  readonly description?: string;
  readonly help?: string;
  readonly placeholder?: string;
  readonly identifier?: string;
  /** Never of a secure field: what is typed there does not leave the bridge. */
  readonly value?: string | number | boolean;
  readonly enabled?: boolean;
  readonly focused?: boolean;
  readonly selected?: boolean;
  readonly expanded?: boolean;
  readonly main?: boolean;
  readonly minimized?: boolean;
  readonly modal?: boolean;
  readonly hidden?: boolean;
  readonly bounds?: Box;
  readonly url?: string;
  /** What is selected of its text, or where the cursor is; never of a secure field. */
  readonly selection?: Range;
  /** AXValue can be set; asked only of roles that hold a value of the user's. */
  readonly settable?: boolean;
  readonly actions: readonly string[];
}

/** A part of a text, in UTF-16 units. */
export interface Range {
  readonly start: number;
  readonly length: number;
}

/** One display; the first is the main one. */
export interface Display {
  readonly id: number;
  readonly bounds: Box;
  /** Pixels of a picture for each point of the screen. */
  readonly scale: number;
}

/** An application that runs from a bundle of its own. */
export interface RunningApplication {
  readonly pid: number;
  readonly name: string;
  readonly bundleId?: string;
  /** Of the bundle: /Applications/Notes.app */
  readonly path: string;
  readonly frontmost: boolean;
}

/** A window as the window server knows it. */
export interface CgWindow {
  readonly pid: number;
  /** The name of the application it belongs to. */
  readonly owner: string;
  /** Only with the permission to record the screen. */
  readonly title?: string;
  readonly bounds: Box;
  /** 0 for ordinary windows; menus, the dock and the menu bar stand above. */
  readonly layer: number;
  readonly onScreen: boolean;
  readonly number: number;
}

export type PointerButton = 'left' | 'right';

export type ModifierKey = 'command' | 'shift' | 'option' | 'control';

/** Every request, {"id":1,"ask":"tree",…}: what is asked, and what is answered. */
export interface Asks {
  hello: {
    ask: object;
    answer: { trusted: boolean; screenRecording: boolean; displays: Display[] };
  };
  applications: { ask: object; answer: RunningApplication[] };
  tree: {
    ask: {
      pid: number;
      milliseconds: number;
      nodes: number;
      /** The application and its windows, nothing inside them. */
      windowsOnly?: boolean;
      /** Nothing below the titles of menus that are closed. */
      openMenusOnly?: boolean;
      /** Only the elements on this path of child indexes, those beside them, and the children of the last. */
      along?: readonly number[];
      /** Asks a program made with Electron to build its tree. */
      electron?: boolean;
    };
    answer: { nodes: AxNode[]; cut?: 'nodes' | 'time' };
  };
  /** Of the application, or of the frontmost one. A path of null: something has the focus, but no path leads there. */
  focused: {
    ask: { pid?: number; milliseconds: number };
    answer: { pid: number; path: number[] | null } | null;
  };
  /** The processes that draw what lies at a point: the element's own, and that of the window which holds it. */
  at: { ask: { x: number; y: number; milliseconds: number }; answer: { pids: number[] } };
  /** Those on the screen front to back, then the others. */
  windows: { ask: object; answer: CgWindow[] };
  perform: { ask: { element: Address; action: string }; answer: object };
  setValue: { ask: { element: Address; value: string | number | boolean }; answer: object };
  /** Brings its application and its window to the front too. */
  focus: { ask: { element: Address }; answer: object };
  /** Presses at the first move, lets go at the last; `time` is milliseconds since the first. No clicks: only moves. */
  pointer: {
    ask: {
      moves: readonly { x: number; y: number; time: number }[];
      button: PointerButton;
      clicks: number;
    };
    answer: object;
  };
  /** Turns the wheel over a point: positive lines show what is above or to the left. */
  wheel: { ask: { x: number; y: number; lines: { x: number; y: number } }; answer: object };
  /** A virtual key code (kVK_…), pressed and let go. */
  key: { ask: { code: number; modifiers?: readonly ModifierKey[] }; answer: object };
  text: { ask: { text: string }; answer: object };
}

export type AskName = keyof Asks;

export type BridgeErrorKind =
  'not_trusted' | 'no_application' | 'stale' | 'not_supported' | 'timeout' | 'invalid' | 'internal';

/** Why a request failed. */
export interface Failure {
  readonly kind: BridgeErrorKind;
  readonly message: string;
}

/** One line from the bridge. An id of null answers a line that is no request, or says why the bridge cannot start. */
export type Response =
  { id: number; answer: Asks[AskName]['answer'] } | { id: number | null; error: Failure };

/** The libraries that the bridge loads: its one argument, as JSON. */
export interface Libraries {
  readonly applicationServices: string;
  readonly coreFoundation: string;
  readonly coreGraphics: string;
  readonly objectiveC: string;
  readonly system: string;
}

/** Where they are on every Mac; the files themselves are in the system's shared cache. */
export const macLibraries: Libraries = {
  applicationServices: '/System/Library/Frameworks/ApplicationServices.framework/ApplicationServices',
  coreFoundation: '/System/Library/Frameworks/CoreFoundation.framework/CoreFoundation',
  coreGraphics: '/System/Library/Frameworks/CoreGraphics.framework/CoreGraphics',
  objectiveC: '/usr/lib/libobjc.A.dylib',
  system: '/usr/lib/libSystem.B.dylib',
};
