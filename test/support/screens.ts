import { type Bounds, makeNode, type NodeParts, type UiNode } from '@handeye/screen/node';
import type { UiWindow, View } from '@handeye/screen/snapshot';

/** Synthetic screens. Nothing here was taken from a real application. */

export const phoneScreen = { width: 1080, height: 2400, density: 420, smallestSpan: 446 } as const;

export const full: Bounds = { left: 0, top: 0, right: 1080, bottom: 2400 };

export function box(left: number, top: number, right: number, bottom: number): Bounds {
  return { left, top, right, bottom };
}

type Parts = Partial<NodeParts>;

export function node(className: string, bounds: Bounds, parts: Parts = {}): UiNode {
  return makeNode({ className: `android.widget.${className}`, bounds, ...parts });
}

export function button(text: string, bounds: Bounds, parts: Parts = {}): UiNode {
  return node('Button', bounds, { text, clickable: true, focusable: true, ...parts });
}

export function field(resourceId: string, bounds: Bounds, parts: Parts = {}): UiNode {
  return node('EditText', bounds, {
    resourceId: `com.example.app:id/${resourceId}`,
    clickable: true,
    longClickable: true,
    focusable: true,
    editable: true,
    ...parts,
  });
}

export function windowOf(root: UiNode | undefined, parts: Partial<UiWindow> = {}): UiWindow {
  return {
    key: 'main',
    type: 'application',
    title: 'Main',
    app: 'com.example.app',
    bounds: root?.bounds ?? full,
    active: true,
    root,
    ...parts,
  };
}

export function viewOf(root: UiNode | undefined, parts: Partial<View> = {}): View {
  return {
    app: 'com.example.app',
    activity: '.MainActivity',
    screen: phoneScreen,
    awake: true,
    windows: root ? [windowOf(root)] : [],
    notes: [],
    ...parts,
  };
}

/** A calculator: a display and twelve keys, each with a resource id. */
export function calculator(display = '0'): View {
  const keys = ['7', '8', '9', '4', '5', '6', '1', '2', '3', '0', '+', '='];
  const children = keys.map((key, index) => {
    const left = 60 + (index % 3) * 320;
    const top = 900 + Math.floor(index / 3) * 320;
    return button(key, box(left, top, left + 300, top + 300), {
      resourceId: `com.example.calculator:id/key_${index}`,
    });
  });
  const shown = node('TextView', box(60, 300, 1020, 500), {
    text: display,
    resourceId: 'com.example.calculator:id/display',
  });
  const root = node('FrameLayout', full, {
    children: [node('LinearLayout', full, { children: [shown, ...children] })],
  });
  return viewOf(root, {
    app: 'com.example.calculator',
    activity: '.Calculator',
    windows: [windowOf(root, { app: 'com.example.calculator' })],
  });
}

export interface FormState {
  readonly name?: string;
  readonly secret?: string;
  readonly focused?: 'name' | 'secret' | 'send' | undefined;
  readonly multiline?: boolean;
}

/** A form: a labelled field, a password field, a button, a disabled one, and a row whose label is not clickable. */
export function form({ name = '', secret = '', focused }: FormState = {}): View {
  const root = node('FrameLayout', full, {
    children: [
      node('TextView', box(60, 200, 1020, 280), { text: 'Sign in' }),
      field('name', box(60, 320, 1020, 440), {
        text: name === '' ? undefined : name,
        hint: 'Your name',
        focused: focused === 'name',
      }),
      field('secret', box(60, 480, 1020, 600), {
        text: secret,
        password: true,
        focused: focused === 'secret',
      }),
      button('Send', box(60, 640, 500, 760), {
        resourceId: 'com.example.app:id/send',
        longClickable: true,
        focused: focused === 'send',
      }),
      button('Later', box(540, 640, 1020, 760), { enabled: false }),
      node('LinearLayout', box(60, 800, 1020, 920), {
        clickable: true,
        children: [node('TextView', box(80, 820, 700, 900), { text: 'Remember me' })],
      }),
      node('TextView', box(60, 2300, 1020, 2380), { text: 'Terms apply' }),
    ],
  });
  return viewOf(root);
}

/** A list that shows `size` rows of a longer one from `first` on. Rows carry their number and a button each. */
export function list(first: number, { size = 8, total = 100 }: { size?: number; total?: number } = {}): View {
  const last = Math.min(total, first + size);
  const rows = Array.from({ length: last - first }, (_, index) => {
    const top = 200 + index * 250;
    const label = `Person ${first + index + 1}`;
    return node('LinearLayout', box(0, top, 1080, top + 250), {
      clickable: true,
      children: [
        node('TextView', box(60, top + 60, 800, top + 180), {
          text: label,
          resourceId: 'com.example.app:id/name',
        }),
        button('Call', box(840, top + 60, 1040, top + 180), { resourceId: 'com.example.app:id/call' }),
      ],
    });
  });
  const people = node('ListView', box(0, 200, 1080, 2200), {
    scrollable: true,
    resourceId: 'com.example.app:id/people',
    children: rows,
  });
  return viewOf(node('FrameLayout', full, { children: [people] }), { activity: '.PeopleActivity' });
}
