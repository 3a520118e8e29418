import type { Dumped, Flag } from './dump-xml.ts';
import type { Kinds, Recipe } from './synthetic.ts';

const CLICKABLE: readonly Flag[] = ['clickable', 'focusable'];
const at = (index: number, left = 0, right = 1080): Dumped['at'] => [
  left,
  300 + index * 200,
  right,
  490 + index * 200,
];
const pick = ({ words }: Recipe, index: number): string => words[index % words.length] ?? '';
const times = (count: number, make: (index: number) => Dumped): Dumped[] =>
  Array.from({ length: count }, (_, index) => make(index));

function screen(inside: readonly Dumped[], root: Partial<Dumped> = {}): Dumped {
  return {
    class: 'FrameLayout',
    at: [0, 0, 1080, 2400],
    ...root,
    inside: [{ class: 'View', at: [0, 60, 1080, 2340], inside }],
  };
}

/** Compose: labels in children, a bare or no resource id, an empty Button that only carries the role. */
function compose(recipe: Recipe): Dumped {
  const card = (index: number): Dumped => ({
    class: 'View',
    at: at(index),
    is: CLICKABLE,
    ...(recipe.random(3) === 0 && { id: 'list item: card' }),
    inside: [
      { class: 'TextView', at: at(index, 60, 700), text: pick(recipe, index) },
      { class: 'TextView', at: at(index, 60, 700), text: pick(recipe, index + 4) },
      { class: 'Button', at: at(index, 60, 1000) },
    ],
  });
  const setting = (index: number): Dumped => ({
    class: 'View',
    at: at(index),
    is: ['checkable', ...(recipe.random(2) === 0 ? (['checked'] as const) : []), ...CLICKABLE],
    inside: [{ class: 'TextView', at: at(index, 60, 700), text: pick(recipe, index + 1) }],
  });
  const close: Dumped = {
    class: 'View',
    at: [900, 80, 1040, 220],
    is: CLICKABLE,
    inside: [
      { class: 'View', at: [920, 100, 1000, 180], desc: pick(recipe, 8) },
      { class: 'Button', at: [920, 100, 1000, 180] },
    ],
  };
  const content = times(7 + recipe.random(3), (index) => (index % 2 === 0 ? card(index) : setting(index)));
  return screen([close, { class: 'View', at: [0, 300, 1080, 2340], is: ['scrollable'], inside: content }], {
    class: 'androidx.compose.ui.platform.ComposeView',
  });
}

/** Flutter: everything is a description, title and subtitle on two lines; a whole card can be the switch. */
function flutter(recipe: Recipe): Dumped {
  const tile = (index: number): Dumped => ({
    class: index % 3 === 0 ? 'Switch' : 'ImageView',
    at: at(index),
    desc: `${pick(recipe, index)}\n${pick(recipe, index + 4)}`,
    is: [...CLICKABLE, ...(index % 3 === 0 ? (['checkable'] as const) : [])],
  });
  const field: Dumped = {
    class: 'EditText',
    at: [40, 80, 1040, 220],
    hint: pick(recipe, 5),
    is: ['clickable', 'focusable', 'long-clickable'],
  };
  return screen([field, ...times(6 + recipe.random(4), tile)], { class: 'View' });
}

/** React Native: a group repeats its content, and icons are glyphs of a private font. */
function reactNative(recipe: Recipe): Dumped {
  const row = (index: number): Dumped => {
    const [title, detail] = [pick(recipe, index), pick(recipe, index + 5)];
    return {
      class: 'ViewGroup',
      at: at(index),
      desc: `\ue8b8, ${title}, ${detail}`,
      is: CLICKABLE,
      inside: [
        { class: 'TextView', at: at(index, 0, 100), text: '\ue8b8' },
        {
          class: 'ViewGroup',
          at: at(index, 100, 900),
          inside: [
            { class: 'TextView', at: at(index, 100, 900), text: title },
            { class: 'TextView', at: at(index, 100, 900), text: detail },
          ],
        },
      ],
    };
  };
  return screen([
    {
      class: 'ScrollView',
      at: [0, 300, 1080, 2340],
      is: ['scrollable'],
      inside: [{ class: 'ViewGroup', at: [0, 300, 1080, 2340], inside: times(6 + recipe.random(4), row) }],
    },
  ]);
}

/** A web page: headings, paragraphs, links and fields, with the ids of the page. */
function webView(recipe: Recipe): Dumped {
  const part = (index: number): Dumped => {
    const paragraph = times(2 + recipe.random(4), (at) => ({
      class: 'View',
      at: [0, 0, 0, 0],
      text: pick(recipe, index + at),
    }))
      .map(({ text }) => text)
      .join(', ');
    return {
      class: 'View',
      at: at(index),
      inside: [
        {
          class: 'View',
          at: at(index, 0, 500),
          inside: [{ class: 'TextView', at: at(index, 0, 500), text: paragraph }],
        },
        {
          class: 'View',
          at: at(index, 520, 1000),
          text: pick(recipe, index + 2),
          id: `link-${index}`,
          is: CLICKABLE,
        },
      ],
    };
  };
  const content = times(8 + recipe.random(2), part);
  return screen([
    {
      class: 'android.webkit.WebView',
      at: [0, 300, 1080, 2340],
      text: pick(recipe, 0),
      is: ['scrollable', 'focusable'],
      inside: [{ class: 'View', at: [0, 300, 1080, 2340], id: 'main', inside: content }],
    },
  ]);
}

/** A list of messages whose rows contain buttons, with obfuscated resource names. */
function messages(recipe: Recipe): Dumped {
  const id = 'com.example.app:id/0_resource_name_obfuscated';
  const row = (index: number): Dumped => ({
    class: 'RelativeLayout',
    at: at(index),
    id,
    is: index % 4 === 3 ? [] : ['clickable', 'long-clickable'],
    inside: [
      { class: 'ImageView', at: at(index, 0, 150), id, desc: pick(recipe, index + 7) },
      { class: 'TextView', at: at(index, 160, 700), id, text: pick(recipe, index) },
      { class: 'TextView', at: at(index, 160, 700), id, text: `${10 + index}:${30 + recipe.random(29)}` },
      { class: 'ImageButton', at: at(index, 900, 1040), id, desc: pick(recipe, index + 6), is: CLICKABLE },
    ],
  });
  return screen([
    {
      class: 'ListView',
      at: [0, 300, 1080, 2340],
      id,
      is: ['scrollable'],
      inside: times(7 + recipe.random(3), row),
    },
  ]);
}

/** A form, as Android 16 dumps it: with hints. */
function form(recipe: Recipe): Dumped {
  const field = (index: number): Dumped => ({
    class: 'EditText',
    at: at(index),
    id: `com.example.app:id/field_${index}`,
    hint: pick(recipe, index),
    text: recipe.random(2) === 0 ? pick(recipe, index) : pick(recipe, index + 1),
    is: [
      'clickable',
      'focusable',
      'long-clickable',
      ...(index === 1 ? (['focused'] as const) : []),
      ...(index === 2 ? (['password'] as const) : []),
    ],
  });
  const send: Dumped = { class: 'Button', at: at(8), text: pick(recipe, 8), is: CLICKABLE };
  return screen([
    { class: 'TextView', at: [0, 80, 1080, 200], text: pick(recipe, 9) },
    ...times(3 + recipe.random(4), field),
    send,
  ]);
}

export const frameworkScreens: Kinds = {
  Compose: compose,
  Flutter: flutter,
  'React Native': reactNative,
  WebView: webView,
  Messages: messages,
  Form: form,
};
