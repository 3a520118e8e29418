import type { DumpView } from '../dump.ts';
import type { Choices } from '../random.ts';
import { Words } from '../words.ts';

const VIEW = 'android.view.View';

/** A web page: many Views without a use, HTML ids as resource ids, links as Views with a text, most of it far below. */
export function webPage(choices: Choices): DumpView {
  const words = new Words(choices);
  const blocks: DumpView[] = [];
  const count = choices.percent(10) ? 180 : choices.between(6, 40);
  let top = 240;
  for (let block = 0; block < count; block += 1) {
    const height = choices.between(80, 260);
    // A dump clips what is below the screen to nothing, and leaves most of it out.
    const at = [0, Math.min(top, 2337), 1080, Math.min(top + height, 2337)] as const;
    blocks.push(section(choices, words, at, block));
    top += height;
  }
  const page: DumpView = { class: VIEW, at: [0, 240, 1080, 2337], id: 'root', children: blocks };
  return {
    class: 'android.widget.FrameLayout',
    at: [0, 0, 1080, 2400],
    children: [
      {
        class: 'android.widget.EditText',
        at: [120, 80, 900, 220],
        text: 'example.org/café',
        id: 'com.android.chrome:id/url_bar',
        is: ['clickable', 'focusable', 'long-clickable'],
      },
      {
        class: 'android.webkit.WebView',
        at: [0, 240, 1080, 2337],
        text: words.title(),
        is: ['focusable', 'scrollable', ...(choices.percent(30) ? (['focused'] as const) : [])],
        children: [page],
      },
    ],
  };
}

function section(choices: Choices, words: Words, at: DumpView['at'], number: number): DumpView {
  const [left, top, right, bottom] = at;
  const half: DumpView['at'] = [left + 40, top, right - 500, bottom];
  const rest: DumpView['at'] = [right - 500, top, right - 40, bottom];
  const link: DumpView = { class: VIEW, at: rest, text: words.title(), is: ['clickable', 'focusable'] };
  const parts: readonly [DumpView, ...DumpView[]] = [
    { class: 'android.widget.TextView', at: half, text: words.sentence() },
    { class: VIEW, at: half, text: words.title(), id: `h-${number}` },
    { class: 'android.widget.Image', at: half, text: 'photo_1042', is: ['clickable'] },
    {
      class: 'android.widget.Button',
      at: half,
      text: words.summary(),
      id: 'submit',
      is: ['clickable', 'focusable'],
    },
    {
      class: 'android.widget.EditText',
      at: half,
      id: `field-${number}`,
      hint: words.title(),
      is: ['clickable', 'focusable'],
    },
    {
      class: 'android.widget.CheckBox',
      at: half,
      text: words.title(),
      is: ['checkable', 'clickable', 'focusable'],
    },
  ];
  return {
    class: VIEW,
    at,
    id: choices.percent(20) ? 'content' : '',
    children: [choices.one(parts), { class: VIEW, at: rest, children: [link] }],
  };
}
