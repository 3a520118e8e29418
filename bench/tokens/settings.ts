import type { Dumped, Flag } from './dump-xml.ts';
import type { Kinds, Recipe } from './synthetic.ts';
import { onAndOff } from './words.ts';

const ROW_HEIGHT = 200;
const TOP = 300;

type Row = (recipe: Recipe, title: string, index: number) => Dumped;

/** A list of settings under a title. Every third row has a switch. */
function page(
  row: Row,
  { list = 'androidx.recyclerview.widget.RecyclerView', id = 'com.android.settings:id/recycler_view' } = {},
) {
  return (recipe: Recipe): Dumped => {
    const count = 6 + recipe.random(4);
    const rows = Array.from({ length: count }, (_, index) =>
      row(recipe, recipe.words[index % recipe.words.length] ?? '', index),
    );
    return {
      class: 'FrameLayout',
      at: [0, 0, 1080, 2400],
      inside: [
        {
          class: 'LinearLayout',
          at: [0, 60, 1080, 2340],
          id: 'android:id/content',
          inside: [
            {
              class: 'ImageButton',
              at: [0, 80, 150, 220],
              desc: recipe.words[9] ?? '',
              is: ['clickable', 'focusable'],
            },
            { class: 'TextView', at: [160, 100, 900, 200], text: recipe.words[0] ?? '' },
            { class: list, at: [0, TOP, 1080, 2340], id, is: ['scrollable', 'focusable'], inside: rows },
          ],
        },
      ],
    };
  };
}

function texts({ words }: Recipe, title: string, index: number): Dumped[] {
  const top = TOP + index * ROW_HEIGHT;
  return [
    { class: 'TextView', at: [60, top + 30, 700, top + 90], text: title, id: 'android:id/title' },
    {
      class: 'TextView',
      at: [60, top + 100, 700, top + 160],
      text: words[(index + 3) % words.length] ?? '',
      id: 'android:id/summary',
    },
  ];
}

const hasSwitch = (index: number) => index % 3 !== 2;

function toggle(
  { random }: Recipe,
  index: number,
  parts: Partial<Dumped> & { flags?: readonly Flag[] },
): Dumped {
  const top = TOP + index * ROW_HEIGHT;
  const { flags = [], ...rest } = parts;
  const checked: readonly Flag[] = random(2) === 0 ? ['checked'] : [];
  return {
    class: 'Switch',
    at: [900, top + 60, 1020, top + 150],
    is: ['checkable', ...checked, ...flags],
    ...rest,
  };
}

function row(index: number, inside: readonly Dumped[]): Dumped {
  const top = TOP + index * ROW_HEIGHT;
  return {
    class: 'LinearLayout',
    at: [0, top, 1080, top + ROW_HEIGHT],
    is: ['clickable', 'focusable'],
    inside,
  };
}

/** Up to Android 10 a switch can be clicked itself, and its text is its state. */
const android9: Row = (recipe, title, index) => {
  const own = toggle(recipe, index, { id: 'android:id/switch_widget', flags: ['clickable', 'focusable'] });
  const [on = 'ON', off = 'OFF'] = onAndOff[recipe.language] ?? [];
  const said = { ...own, text: own.is?.includes('checked') === true ? on : off };
  return row(index, [
    { class: 'RelativeLayout', at: row(index, []).at, inside: texts(recipe, title, index) },
    ...(hasSwitch(index) ? [said] : []),
  ]);
};

/** Since Android 11 it cannot, has no text, and is up to three levels below the row. */
const android11: Row = (recipe, title, index) => {
  const top = TOP + index * ROW_HEIGHT;
  const frame: Dumped = {
    class: 'LinearLayout',
    at: [860, top, 1080, top + ROW_HEIGHT],
    id: 'android:id/widget_frame',
    inside: [
      {
        class: 'FrameLayout',
        at: [880, top + 40, 1040, top + 160],
        inside: [toggle(recipe, index, { id: 'android:id/switch_widget' })],
      },
    ],
  };
  return row(index, [
    { class: 'RelativeLayout', at: [60, top, 800, top + ROW_HEIGHT], inside: texts(recipe, title, index) },
    ...(hasSwitch(index) ? [frame] : []),
  ]);
};

const android14: Row = (recipe, title, index) => {
  const top = TOP + index * ROW_HEIGHT;
  const icon: Dumped = {
    class: 'LinearLayout',
    at: [0, top, 60, top + ROW_HEIGHT],
    id: 'com.android.settings:id/icon_frame',
    inside: [{ class: 'ImageView', at: [0, top + 40, 60, top + 100], id: 'android:id/icon' }],
  };
  const { inside = [], ...rest } = android11(recipe, title, index);
  return { ...rest, inside: [icon, ...inside] };
};

/** The row opens a page, its switch turns it on: two things to touch, the switch named like the row. */
const samsung: Row = (recipe, title, index) => {
  const own = toggle(recipe, index, {
    desc: title,
    id: 'android:id/switch_widget',
    flags: ['clickable', 'focusable'],
  });
  return row(index, [
    { class: 'LinearLayout', at: row(index, []).at, inside: texts(recipe, title, index) },
    ...(hasSwitch(index) ? [own] : []),
  ]);
};

/** No resource ids, and the words of the state as text. */
const vivo: Row = (recipe, title, index) => {
  const own = toggle(recipe, index, {});
  const [on = 'ON', off = 'OFF'] = onAndOff[recipe.language] ?? [];
  const said = { ...own, text: own.is?.includes('checked') === true ? on : off };
  const inside = texts(recipe, title, index).map(({ id: _id, ...text }) => text);
  return row(index, [
    { class: 'LinearLayout', at: row(index, []).at, inside },
    ...(hasSwitch(index) ? [said] : []),
  ]);
};

export const settingsScreens: Kinds = {
  'Settings of Android 9': page(android9, { list: 'ListView', id: 'android:id/list' }),
  'Settings of Android 11': page(android11),
  'Settings of Android 14': page(android14),
  'Settings like Samsung’s': page(samsung),
  'Settings like vivo’s': page(vivo, { id: '' }),
};
