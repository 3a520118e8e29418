import type { DumpView } from '../dump.ts';
import type { Choices } from '../random.ts';
import { Words } from '../words.ts';

const VIEW = 'android.view.View';
/** testTag as a resource id is whatever the author wrote. */
const tags = ['', '', 'settings:row', 'main list item', 'itemRow'] as const;

/**
 * Jetpack Compose: everything is a View. A button is a clickable View around an empty Button that only carries the role;
 * what can be checked has its label in a child; resource ids are bare strings, or there are none.
 */
export function composeScreen(choices: Choices): DumpView {
  const words = new Words(choices);
  const children: DumpView[] = [
    { class: 'android.widget.TextView', at: [170, 90, 900, 170], text: words.title() },
    roleButton([0, 63, 150, 200], 'Back'),
  ];
  let top = 240;
  for (let count = choices.between(4, 11); count > 0 && top < 2100; count -= 1) {
    const height = choices.between(140, 260);
    children.push(composeRow(choices, words, top, top + height));
    top += height;
  }
  children.push(roleButton([840, 2150, 1030, 2330], choices.percent(50) ? 'Add' : undefined));
  const scroller: DumpView = {
    class: VIEW,
    at: [0, 0, 1080, 2400],
    is: choices.percent(50) ? ['scrollable', 'focusable'] : [],
    children,
  };
  return {
    class: 'android.widget.FrameLayout',
    at: [0, 0, 1080, 2400],
    children: [
      { class: 'androidx.compose.ui.platform.ComposeView', at: [0, 0, 1080, 2400], children: [scroller] },
    ],
  };
}

function roleButton(at: DumpView['at'], desc: string | undefined): DumpView {
  return {
    class: VIEW,
    at,
    is: ['clickable', 'focusable'],
    children: [
      ...(desc === undefined ? [] : [{ class: VIEW, at, desc }]),
      { class: 'android.widget.Button', at },
    ],
  };
}

function composeRow(choices: Choices, words: Words, top: number, bottom: number): DumpView {
  const kind = choices.below(4);
  const label = (text: string, line: number): DumpView => ({
    class: 'android.widget.TextView',
    at: [60, top + 20 + line * 60, 800, top + 75 + line * 60],
    text,
  });
  const id = choices.one(tags);
  const at = [0, top, 1080, bottom] as const;
  if (kind === 0) {
    const checked = choices.percent(50) ? (['checked'] as const) : [];
    return {
      class: VIEW,
      at,
      id,
      is: ['checkable', 'clickable', 'focusable', ...checked],
      children: [label(words.title(), 0)],
    };
  }
  if (kind === 1) {
    const text = choices.percent(50) ? words.name() : '';
    return {
      class: 'android.widget.EditText',
      at: [40, top + 10, 1040, bottom - 10],
      text,
      is: ['clickable', 'focusable', 'long-clickable'],
      children: [label(words.title(), 0)],
    };
  }
  if (kind === 2) return { class: 'android.widget.TextView', at, text: words.sentence() };
  return {
    class: VIEW,
    at,
    id,
    is: ['clickable', 'focusable'],
    children: [label(words.title(), 0), label(words.summary(), 1)],
  };
}
