// The protocol between the server and its bridge: one JSON object per line, one request at a time.
// Coordinates are the Mac's global ones: points, from the top left corner of the main display.

/** A rectangle on the screen, in points. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/**
 * Addresses an element by child indexes (AXChildren) from the application down, plus properties that it must still
 * have. Omitted texts must still be absent; bounds are compared only if given. See `addressOf`.
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

/** One element of an application. A tree is a flat list in depth-first order, so parents precede their children. */
export interface AxNode {
  /** Index of the parent; -1 for the application itself. */
  readonly parent: number;
  /** The process that draws it, if it is not the application's own: a panel or page of a service. */
  readonly pid?: number;
  readonly role: string;
  readonly subrole?: string;
  readonly title?: string;
  /** Text of its label (AXTitleUIElement), if it has neither title nor description. */
  readonly label?: string;
  readonly description?: string;
  readonly help?: string;
  readonly placeholder?: string;
  readonly identifier?: string;
  /** Never set for secure fields: their content does not leave the bridge. */
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
  /** Selected text, or the cursor position; never set for secure fields. */
  readonly selection?: Range;
  /** Whether AXValue can be set; only asked for roles with a value that users can change. */
  readonly settable?: boolean;
  readonly actions: readonly string[];
}

/** A range of a text, in UTF-16 code units. */
export interface Range {
  readonly start: number;
  readonly length: number;
}

/** A display. The first one is the main display. */
export interface Display {
  readonly id: number;
  readonly bounds: Box;
  /** Pixels per point. */
  readonly scale: number;
}

/** A running application that has a bundle. */
export interface RunningApplication {
  readonly pid: number;
  readonly name: string;
  readonly bundleId?: string;
  /** Path of the bundle: /Applications/Notes.app */
  readonly path: string;
  readonly frontmost: boolean;
}

/** A window as listed by the window server. */
export interface CgWindow {
  readonly pid: number;
  /** Name of the application that owns it. */
  readonly owner: string;
  /** Needs the Screen Recording permission. */
  readonly title?: string;
  readonly bounds: Box;
  /** 0 for normal windows; menus, the Dock and the menu bar are above. */
  readonly layer: number;
  readonly onScreen: boolean;
  readonly number: number;
}

export type PointerButton = 'left' | 'right';

export type ModifierKey = 'command' | 'shift' | 'option' | 'control';

/** All requests, such as {"id":1,"method":"tree",…}, with their parameters and results. */
export interface BridgeRequests {
  hello: {
    params: object;
    result: { trusted: boolean; screenRecording: boolean; displays: Display[] };
  };
  applications: { params: object; result: RunningApplication[] };
  tree: {
    params: {
      pid: number;
      milliseconds: number;
      nodes: number;
      /** Only the application and its windows, nothing inside them. */
      windowsOnly?: boolean;
      /** Skip the items of closed menus. */
      openMenusOnly?: boolean;
      /** Only the elements on this path of child indexes, their siblings, and the children of the last one. */
      path?: readonly number[];
      /** Ask an Electron application to build its tree. */
      electron?: boolean;
    };
    result: { nodes: AxNode[]; truncated?: 'nodes' | 'time' };
  };
  /** In the given or the frontmost application. `path` is null if no path leads to the focused element. */
  focused: {
    params: { pid?: number; milliseconds: number };
    result: { pid: number; path: number[] | null } | null;
  };
  /** The processes that draw what is at a point: the element's own and its window's. */
  at: { params: { x: number; y: number; milliseconds: number }; result: { pids: number[] } };
  /** Those on the screen front to back, then all others. */
  windows: { params: object; result: CgWindow[] };
  perform: { params: { element: Address; action: string }; result: object };
  setValue: {
    params: { element: Address; value: string | number | boolean | { share: number } };
    /** The value that a slider shows then. */
    result: { value?: number; min?: number; max?: number };
  };
  /** Selects a part of a text, and checks that it is selected. */
  select: { params: { element: Address; range: Range }; result: object };
  /** Also brings its application and window to the front. */
  focus: { params: { element: Address }; result: object };
  /** Presses at the first position, releases at the last. `time` is in ms since the first. 0 clicks: only moves. */
  pointer: {
    params: {
      moves: readonly { x: number; y: number; time: number }[];
      button: PointerButton;
      clicks: number;
      /** What must be at its place right before. */
      element?: Address;
    };
    result: object;
  };
  /** Turns the wheel over a point; positive lines scroll up or left. */
  wheel: { params: { x: number; y: number; lines: { x: number; y: number } }; result: object };
  /** Presses and releases a key, given as a virtual key code (kVK_…). */
  key: { params: { code: number; modifiers?: readonly ModifierKey[] }; result: object };
  text: { params: { text: string }; result: object };
}

export type RequestName = keyof BridgeRequests;

export type BridgeErrorKind =
  'not_trusted' | 'no_application' | 'stale' | 'not_supported' | 'timeout' | 'invalid' | 'internal';

/** Why a request failed. */
export interface Failure {
  readonly kind: BridgeErrorKind;
  readonly message: string;
}

/** One line from the bridge. The id is null if the line was not a request, or if the bridge cannot start. */
export type Response =
  { id: number; result: BridgeRequests[RequestName]['result'] } | { id: number | null; error: Failure };

/** The libraries that the bridge loads, passed as its argument in JSON. */
export interface Libraries {
  readonly applicationServices: string;
  readonly coreFoundation: string;
  readonly coreGraphics: string;
  readonly objectiveC: string;
  readonly system: string;
}

/** Their paths on every Mac. The files themselves are in the dyld shared cache. */
export const macLibraries: Libraries = {
  applicationServices: '/System/Library/Frameworks/ApplicationServices.framework/ApplicationServices',
  coreFoundation: '/System/Library/Frameworks/CoreFoundation.framework/CoreFoundation',
  coreGraphics: '/System/Library/Frameworks/CoreGraphics.framework/CoreGraphics',
  objectiveC: '/usr/lib/libobjc.A.dylib',
  system: '/usr/lib/libSystem.B.dylib',
};
