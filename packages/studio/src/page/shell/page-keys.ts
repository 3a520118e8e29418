import { addKeys, defineKeys } from '../keys/keys.ts';
import { helpIsOpen, isNarrow, isSplit, showView, type View } from './views.ts';

const viewKeys = defineKeys('Views', {
  l: 'The live screen',
  m: 'What the model gets',
  t: 'Timeline',
  f: 'Flows',
  y: 'Try a tool',
  d: 'Devices',
  p: 'Phone: levers of the virtual phone',
});

const pageKeys = defineKeys('Page', {
  c: 'Choose a device',
  '?': 'This help',
  '← →': 'On a tab: the tab beside it; also Home, End',
  Escape: 'In this help: close it',
});

/** Adds the keys that work everywhere on the page. */
export function addPageKeys(): void {
  const to = (view: View) => () => {
    goTo(view);
  };
  addKeys(viewKeys, {
    l: to('screen'),
    m: to('text'),
    t: to('timeline'),
    f: to('flows'),
    y: to('try'),
    d: to('devices'),
    p: to('phone'),
  });
  addKeys(pageKeys, { c: focusDevicePicker, '?': () => (helpIsOpen.value = true) });
}

/** Shows a view and moves the focus there. */
export function goTo(view: View): void {
  showView(view);
  focusOn(view);
}

/** Moves the focus into a view. */
function focusOn(view: View): void {
  // The view is rendered in the next frame.
  requestAnimationFrame(() => {
    const screen = isNarrow.value && !isSplit.value ? '.panes' : '.live';
    const tabs = isNarrow.value ? '.panes' : view === 'text' ? '.texts' : '.side';
    const parts = view === 'screen' ? screen : `${tabs} [role="tabpanel"]`;
    const element = document.querySelector<HTMLElement>(parts);
    if (!element) return;
    // It gets the focus only by this key, not with Tab.
    if (!element.hasAttribute('tabindex')) element.tabIndex = -1;
    element.focus();
  });
}

function focusDevicePicker(): void {
  document.querySelector<HTMLElement>('.device-picker')?.focus();
}
