import { type DumpView, type Rect } from '../dump.ts';
import type { Choices } from '../random.ts';
import { Words } from '../words.ts';

/** Where a maker's Settings differ from the others, as dumps of real phones show it. */
interface Make {
  readonly group: string;
  readonly app: string;
  /** The switch itself takes clicks and says its state in words (Android 9, vivo); later only the row does. */
  readonly switchText?: readonly [off: string, on: string];
  readonly switchDescribed?: boolean;
  /** How many containers lie between the row that takes the click and the switch. */
  readonly depth: number;
  readonly withIds: boolean;
  readonly bigTitle: boolean;
}

export const makes: readonly Make[] = [
  {
    group: 'settings 9',
    app: 'com.android.settings',
    switchText: ['OFF', 'ON'],
    depth: 1,
    withIds: true,
    bigTitle: false,
  },
  { group: 'settings 11', app: 'com.android.settings', depth: 1, withIds: true, bigTitle: false },
  { group: 'settings 14', app: 'com.android.settings', depth: 3, withIds: true, bigTitle: true },
  {
    group: 'samsung',
    app: 'com.android.settings',
    switchDescribed: true,
    depth: 2,
    withIds: true,
    bigTitle: true,
  },
  {
    group: 'vivo',
    app: 'com.android.settings',
    switchText: ['关闭', '开启'],
    depth: 1,
    withIds: false,
    bigTitle: false,
  },
];

const WIDTH = 1080;

/** A page of switches, links and headings, and what a toolbar has. */
export function settingsPage(choices: Choices, make: Make): DumpView {
  const words = new Words(choices);
  const id = (name: string) => (make.withIds ? `android:id/${name}` : undefined);
  const rows: DumpView[] = [];
  let top = make.bigTitle ? 600 : 231;
  for (let count = choices.between(5, 12); count > 0 && top < 2200; count -= 1) {
    if (choices.percent(20)) {
      rows.push({
        class: 'android.widget.TextView',
        at: [72, top, WIDTH, top + 90],
        text: words.title(),
        id: id('title'),
      });
      top += 90;
    }
    const height = choices.between(150, 210);
    rows.push(settingsRow({ choices, words, make, at: [0, top, WIDTH, Math.min(top + height, 2337)], id }));
    top += height;
  }
  const list: DumpView = {
    class: 'androidx.recyclerview.widget.RecyclerView',
    at: [0, 231, WIDTH, 2337],
    id: make.withIds ? `${make.app}:id/recycler_view` : undefined,
    is: ['focusable', ...(top >= 2200 ? (['scrollable'] as const) : [])],
    children: rows,
  };
  return {
    class: 'android.widget.FrameLayout',
    at: [0, 0, WIDTH, 2400],
    children: [
      toolbar(words, make),
      { class: 'android.widget.FrameLayout', at: [0, 231, WIDTH, 2337], children: [list] },
    ],
  };
}

function toolbar(words: Words, { app, bigTitle }: Make): DumpView {
  const title = words.title();
  return {
    class: 'android.view.ViewGroup',
    at: [0, 63, WIDTH, bigTitle ? 600 : 231],
    id: `${app}:id/action_bar`,
    // The collapsing toolbar of Android 12 and later says its title, and so does the text inside.
    ...(bigTitle && { desc: title }),
    children: [
      {
        class: 'android.widget.ImageButton',
        at: [0, 63, 147, 231],
        desc: 'Navigate up',
        is: ['clickable', 'focusable'],
      },
      { class: 'android.widget.TextView', at: [72, 120, 800, 200], text: title },
      {
        class: 'android.widget.Button',
        at: [933, 63, WIDTH, 231],
        desc: 'Search settings',
        is: ['clickable', 'focusable', 'long-clickable'],
      },
    ],
  };
}

interface RowFacts {
  readonly choices: Choices;
  readonly words: Words;
  readonly make: Make;
  readonly at: Rect;
  readonly id: (name: string) => string | undefined;
}

function settingsRow({ choices, words, make, at, id }: RowFacts): DumpView {
  const [left, top, right, bottom] = at;
  const title = words.title();
  const texts: DumpView[] = [
    {
      class: 'android.widget.TextView',
      at: [left + 190, top + 30, 700, top + 85],
      text: title,
      id: id('title'),
    },
  ];
  if (choices.percent(60)) {
    const summary = choices.percent(25) ? words.sentence() : words.summary();
    texts.push({
      class: 'android.widget.TextView',
      at: [left + 190, top + 90, 700, bottom - 10],
      text: summary,
      id: id('summary'),
    });
  }
  const disabled = choices.percent(8) ? (['disabled'] as const) : [];
  const children: DumpView[] = [
    { class: 'android.widget.RelativeLayout', at: [left + 190, top, 700, bottom], children: texts },
  ];
  if (choices.percent(30)) {
    children.unshift({
      class: 'android.widget.ImageView',
      at: [left + 48, top + 40, left + 120, top + 112],
      id: id('icon'),
    });
  }
  if (choices.percent(55))
    children.push(switchFrame({ choices, words, make, at: [860, top, right, bottom], id }, title));
  return { class: 'android.widget.LinearLayout', at, is: ['clickable', 'focusable', ...disabled], children };
}

function switchFrame({ choices, make, at, id }: RowFacts, title: string): DumpView {
  const on = choices.percent(50);
  const [left, top, right, bottom] = at;
  let view: DumpView = {
    class: 'android.widget.Switch',
    at: [left + 20, top + 40, right - 60, bottom - 40],
    id: id('switch_widget'),
    ...(make.switchText && { text: make.switchText[on ? 1 : 0] }),
    ...(make.switchDescribed === true && { desc: title }),
    is: [
      'checkable',
      ...(on ? (['checked'] as const) : []),
      ...(make.switchText ? (['clickable', 'focusable'] as const) : []),
    ],
  };
  for (let depth = 0; depth < make.depth; depth += 1) {
    view = {
      class: 'android.widget.LinearLayout',
      at,
      id: depth === 0 ? id('widget_frame') : undefined,
      children: [view],
    };
  }
  return view;
}
