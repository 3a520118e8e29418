import type { DumpView } from '../dump.ts';
import type { Choices } from '../random.ts';
import { Words } from '../words.ts';

/** Flutter: labels only in content-desc, title and subtitle joined by a line break; text only in fields. */
export function flutterScreen(choices: Choices): DumpView {
  const words = new Words(choices);
  const children: DumpView[] = [{ class: 'android.view.View', at: [150, 80, 900, 190], desc: words.title() }];
  let top = 220;
  for (let count = choices.between(4, 10); count > 0 && top < 2050; count -= 1) {
    const height = choices.between(160, 280);
    children.push(card(choices, words, [30, top, 1050, top + height - 20]));
    top += height;
  }
  const tabs = ['Home', 'Search', 'Profile'];
  tabs.forEach((tab, at) => {
    children.push({
      class: 'android.view.View',
      at: [at * 360, 2200, at * 360 + 360, 2337],
      desc: `${tab}\nTab ${at + 1} of ${tabs.length}`,
      is: ['clickable', 'focusable', ...(at === 0 ? (['selected'] as const) : [])],
    });
  });
  return {
    class: 'android.widget.FrameLayout',
    at: [0, 0, 1080, 2400],
    children: [
      {
        class: 'io.flutter.embedding.android.FlutterView',
        at: [0, 0, 1080, 2400],
        children: [{ class: 'android.view.View', at: [0, 0, 1080, 2400], is: ['scrollable'], children }],
      },
    ],
  };
}

function card(choices: Choices, words: Words, at: DumpView['at']): DumpView {
  const desc = `${words.title()}\n${words.summary()}`;
  const kind = choices.below(5);
  if (kind === 0) {
    // The whole card is the switch.
    const checked = choices.percent(50) ? (['checked'] as const) : [];
    return {
      class: 'android.widget.Switch',
      at,
      desc,
      is: ['checkable', 'clickable', 'focusable', ...checked],
    };
  }
  if (kind === 1) {
    return {
      class: 'android.widget.EditText',
      at,
      text: words.name(),
      hint: words.title(),
      is: ['clickable', 'focusable'],
    };
  }
  if (kind === 2) return { class: 'android.widget.SeekBar', at, desc: '50%', is: ['focusable'] };
  if (kind === 3) return { class: 'android.widget.ImageView', at, desc: `${desc}\n${words.sentence()}` };
  return { class: 'android.widget.Button', at, desc, is: ['clickable', 'focusable'] };
}
