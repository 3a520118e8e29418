import { signal } from '@preact/signals';

/*
 * The views of the page. A view is mounted only while it is shown, so that an effect of its component runs just as long as
 * somebody can see it; what it must keep longer lives in a signal outside of the component.
 */

export type SideView = 'timeline' | 'try' | 'devices' | 'phone';
export type View = 'screen' | 'text' | SideView;

/** Wide: the view on the right. Narrow: the only one, unless it is the screen or the text. */
export const sideView = signal<SideView>('timeline');
/** Narrow: what is shown. */
export const narrowView = signal<View>('screen');

/** Shows a view, wherever this page has it. */
export function showView(view: View): void {
  narrowView.value = view;
  if (view !== 'screen' && view !== 'text') sideView.value = view;
}

/** Below this width one view is shown at a time; the same as in bar.css. */
const narrow = matchMedia('(width < 900px)');

export const isNarrow = signal(narrow.matches);
narrow.addEventListener('change', ({ matches }) => (isNarrow.value = matches));

export const helpIsOpen = signal(false);
