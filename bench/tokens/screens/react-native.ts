import type { DumpView } from '../dump.ts';
import type { Choices } from '../random.ts';
import { Words } from '../words.ts';

const GROUP = 'android.view.ViewGroup';
/** Icons of a font: private-use characters, which say nothing to anybody. */
const icons = ['\ue8b6', '\uf0c9', '\u{f0142}'] as const;

/** React Native: a clickable ViewGroup whose description repeats its children; icons are texts in a font of their own. */
export function reactNativeScreen(choices: Choices): DumpView {
  const words = new Words(choices);
  const rows: DumpView[] = [];
  let top = 300;
  for (let count = choices.between(4, 9); count > 0 && top < 2100; count -= 1) {
    const height = choices.between(180, 320);
    rows.push(post(choices, words, top, top + height));
    top += height;
  }
  const list: DumpView = {
    class: 'android.widget.ScrollView',
    at: [0, 300, 1080, 2337],
    is: ['scrollable'],
    children: rows,
  };
  const field: DumpView = {
    class: 'android.widget.EditText',
    at: [40, 190, 1040, 290],
    text: words.title(),
    id: 'search-input',
    is: ['clickable', 'focusable', 'long-clickable'],
  };
  return { class: 'android.widget.FrameLayout', at: [0, 0, 1080, 2400], children: [field, list] };
}

function post(choices: Choices, words: Words, top: number, bottom: number): DumpView {
  const [name, said, count] = [words.name(), words.sentence(), String(choices.below(3))];
  const text = (value: string, at: DumpView['at']): DumpView => ({
    class: 'android.widget.TextView',
    at,
    text: value,
  });
  const like: DumpView = {
    class: GROUP,
    at: [40, bottom - 90, 240, bottom - 10],
    desc: choices.percent(50) ? `${choices.one(icons)}, ${count}` : '',
    is: ['clickable', 'focusable'],
    children: [
      text(choices.one(icons), [50, bottom - 80, 120, bottom - 20]),
      text(count, [130, bottom - 80, 230, bottom - 20]),
    ],
  };
  return {
    class: GROUP,
    at: [0, top, 1080, bottom],
    desc: `${name}, ${said}`,
    is: ['clickable', 'focusable'],
    children: [
      { class: 'android.widget.ImageView', at: [40, top + 20, 140, top + 100] },
      text(name, [160, top + 20, 1000, top + 70]),
      text(said, [160, top + 75, 1000, bottom - 95]),
      like,
    ],
  };
}
