/** A phone as the stubs play it. README.md describes each field. */
export interface World {
  readonly sdk: number;
  /** The level whose signatures the phone has, if a vendor mixed them. */
  readonly forms?: number;
  readonly release?: string;
  readonly display?: Readonly<Record<'width' | 'height' | 'rotation' | 'density', number>>;
  readonly windows?: readonly Window[];
  readonly [field: string]: unknown;
}

export interface Window {
  readonly id: number;
  readonly type?: number;
  readonly layer?: number;
  readonly bounds: readonly number[];
  readonly active?: boolean;
  readonly root?: Node;
  readonly [field: string]: unknown;
}

export interface Node {
  readonly k: string;
  readonly n?: readonly Node[];
  readonly [field: string]: unknown;
}

export const CLICKABLE = 0b111;
export const EDITABLE = 0b10010011;
export const PASSWORD = 1 << 9;

/** A form with a button, a field, a password, a slider and a list, below a status bar. */
export function formWorld(sdk: number, form: Partial<Window> = {}, rest: Partial<World> = {}): World {
  return {
    sdk,
    release: `of ${sdk}`,
    display: { width: 1080, height: 1920, rotation: 0, density: 420 },
    tasks: [{ activity: 'org.example/org.example.Form', focused: true }],
    windows: [{ ...formWindow(), ...form }, statusBar()],
    ...rest,
  };
}

export function formWindow(): Window {
  const root: Node = {
    k: '7:1',
    c: 'android.widget.FrameLayout',
    b: [0, 0, 1080, 1920],
    s: 3,
    n: [button(), field(), password(), slider(), list()],
  };
  return {
    id: 7,
    type: 1,
    layer: 1,
    title: 'Form',
    package: 'org.example',
    bounds: [0, 0, 1080, 1920],
    active: true,
    focused: true,
    display: 0,
    root,
  };
}

export function statusBar(): Window {
  const clock = { k: '3:2', c: 'android.widget.TextView', t: '12:00', b: [0, 0, 200, 80], s: 3 };
  const root = { k: '3:1', c: 'android.widget.FrameLayout', b: [0, 0, 1080, 80], s: 3, n: [clock] };
  const bounds = [0, 0, 1080, 80];
  return {
    id: 3,
    type: 3,
    layer: 9,
    package: 'com.android.systemui',
    bounds,
    active: false,
    focused: false,
    display: 0,
    root,
  };
}

export function button(extra: Readonly<Record<string, unknown>> = {}): Node {
  return {
    k: '7:4294967298',
    c: 'android.widget.Button',
    t: 'Send “now”\n\u{1f600}',
    d: 'Sends it',
    r: 'org.example:id/send',
    b: [40, 100, 300, 200],
    s: CLICKABLE | (1 << 18) | (1 << 19) | (1 << 13),
    acts: [16, 64],
    custom: [[16908999, 'Archive']],
    tooltip: 'Send',
    order: 2,
    uid: 'u1',
    container: 'Form',
    supplement: 'more',
    ...extra,
  };
}

function field(): Node {
  return {
    k: '7:3',
    c: 'android.widget.EditText',
    t: 'Ada',
    p: 'org.example.other',
    b: [40, 200, 300, 300],
    s: EDITABLE | (1 << 14) | (1 << 20),
    hint: 'Your name',
    error: 'Too short',
    input: 1,
    sel: [1, 3],
    max: 40,
    acts: [2097152, 131072],
    label: '7:4294967298',
  };
}

function password(): Node {
  return {
    k: '7:4',
    c: 'android.widget.EditText',
    t: 'sec\u{1f600}t',
    b: [40, 300, 300, 400],
    s: EDITABLE | PASSWORD,
    acts: [2097152],
  };
}

function slider(): Node {
  return {
    k: '7:5',
    c: 'android.widget.SeekBar',
    b: [40, 400, 300, 500],
    s: 3 | (1 << 21),
    range: [1, 0, 10.5, 2.25],
    state: 'a quarter',
    acts: [16908349],
    expanded: 2,
  };
}

function list(): Node {
  const row = {
    k: '7:7',
    c: 'android.widget.CheckBox',
    b: [0, 600, 1080, 700],
    s: CLICKABLE | (1 << 10),
    item: [3, 1, 0, 1, 1],
    checked: 2,
  };
  return {
    k: '7:6',
    c: 'android.widget.ListView',
    b: [0, 600, 1080, 1800],
    s: 67,
    pane: 'Rows',
    coll: [20, 1, 0, 1],
    acts: [4096, 8192],
    n: [row],
  };
}
