import { signal } from '@preact/signals';

/*
 * The views of the page. A view is mounted only while it is shown, so its effects run only while it is visible; state that must
 * last longer lives in a signal outside of the component.
 */

export type SideView = 'timeline' | 'flows' | 'try' | 'devices' | 'phone';
export type View = 'screen' | 'text' | SideView;

/** On a wide page: the view on the right. On a narrow one: the last view other than screen and text. */
export const sideView = signal<SideView>('timeline');
/** On a narrow page: the shown view. */
export const narrowView = signal<View>('screen');

/** Shows a view on a wide or a narrow page. */
export function showView(view: View): void {
  narrowView.value = view;
  if (view !== 'screen' && view !== 'text') sideView.value = view;
}

/** Below this width the page shows one view at a time; the same width as in bar.css. */
const narrow = matchMedia('(width < 900px)');

export const isNarrow = signal(narrow.matches);
narrow.addEventListener('change', ({ matches }) => (isNarrow.value = matches));

/** A narrow page that is wider than high has room for the screen beside one other view: a zoomed one, a turned phone. */
const split = matchMedia('(480px <= width < 900px) and (orientation: landscape)');

export const isSplit = signal(split.matches);
split.addEventListener('change', ({ matches }) => (isSplit.value = matches));

export const helpIsOpen = signal(false);
