import { mdiArrowLeft, mdiDotsVertical, mdiRadioboxBlank, mdiRadioboxMarked } from '@mdi/js';
import type { Dialog, Screen } from '../views/screen.ts';
import type { Dropdown, View, ViewProps } from '../views/view.ts';
import { button, column, iconButton, row, stack, text } from './kit.ts';
import { theme } from './theme.ts';

/** Whole screens: the bar, the body, the floating button, and dialogs above. */

export interface BarOptions {
  readonly onUp?: () => void;
  readonly actions?: readonly View[];
  /** The overflow menu (three dots). */
  readonly menu?: Dropdown;
}

/** The bar at the top of a screen. */
export function appBar(title: string, { onUp, actions = [], menu }: BarOptions = {}): View {
  return row(
    [
      ...(onUp ? [iconButton(mdiArrowLeft, onUp, { description: 'Navigate up' })] : []),
      text(title, { size: 22, maxLines: 1, weight: 1, padding: { left: onUp ? 4 : 12 }, heading: true }),
      ...actions,
      ...(menu ? [moreButton(menu)] : []),
    ],
    { id: 'toolbar', class: 'android.view.ViewGroup', width: 'fill', height: 64, padding: [0, 4] },
  );
}

function moreButton(dropdown: Dropdown): View {
  return {
    type: 'icon',
    class: 'android.widget.ImageView',
    icon: mdiDotsVertical,
    color: theme.textSecondary,
    width: 48,
    height: 48,
    description: 'More options',
    dropdown,
  };
}

/** The usual screen: an app bar, a body that takes the rest, and an optional dialog. */
export function screen(
  title: string,
  body: readonly View[],
  options: BarOptions & { dialog?: Dialog | undefined; floating?: View; snackbar?: View | undefined } = {},
): Screen {
  const { dialog, floating, snackbar: message, ...bar } = options;
  const page = column([appBar(title, bar), column(body, { weight: 1 })], { height: 'fill' });
  const above = [
    // A snackbar pushes the floating button up, as Android's CoordinatorLayout does.
    ...(floating ? [message ? { ...floating, margin: { right: 16, bottom: 88 } } : floating] : []),
    ...(message ? [message] : []),
  ];
  const content = above.length === 0 ? page : stack([page, ...above], { width: 'fill', height: 'fill' });
  return { content, dialog, background: theme.surface };
}

/** The floating action button in the bottom right corner. */
export function floatingButton(path: string, onTap: () => void, props: ViewProps = {}): View {
  return {
    ...iconButton(path, onTap, { color: theme.onPrimaryContainer }),
    width: 56,
    height: 56,
    radius: 16,
    background: theme.primaryContainer,
    shadow: true,
    margin: 16,
    align: ['end', 'end'],
    ...props,
  };
}

/** A message at the bottom of a screen, with one action. */
export function snackbar(message: string, action: AlertButton): View {
  return row(
    [
      text(message, { id: 'snackbar_text', color: '#f4eff4', weight: 1 }),
      button(action.label, action.onTap, { id: 'snackbar_action', tone: 'plain', color: '#d0bcff' }),
    ],
    {
      width: 'fill',
      minHeight: 48,
      margin: [12, 12],
      padding: { left: 16, right: 4 },
      background: '#313033',
      radius: 8,
      shadow: true,
      align: ['start', 'end'],
    },
  );
}

export interface AlertButton {
  readonly label: string;
  readonly onTap: () => void;
}

/** An alert laid out like Android's AlertDialog: title, message or own content, buttons (the last is button1). */
export function alert(options: {
  title?: string;
  message?: string;
  content?: View;
  buttons: readonly AlertButton[];
  onDismiss?: () => void;
}): Dialog {
  const { title, message, content, buttons, onDismiss } = options;
  const view = column(
    [
      ...(title === undefined ? [] : [text(title, { id: 'android:id/alertTitle', size: 22, maxLines: 2 })]),
      ...(message === undefined
        ? []
        : [text(message, { id: 'android:id/message', color: theme.textSecondary })]),
      ...(content ? [content] : []),
      row(
        buttons.map(({ label, onTap }, index) =>
          button(label, onTap, { tone: 'plain', id: `android:id/button${buttons.length - index}` }),
        ),
        { id: 'android:id/buttonPanel', justify: 'end', width: 'fill', gap: 4 },
      ),
    ],
    {
      padding: { left: 24, top: 24, right: 16, bottom: 12 },
      gap: 16,
      background: theme.surfaceVariant,
      radius: 28,
    },
  );
  return { view, ...(onDismiss && { onDismiss }) };
}

/** A list to choose from: a context menu or, with `chosen`, the options of a setting. */
export function choices(options: {
  title: string;
  items: readonly string[];
  chosen?: number;
  onSelect: (index: number) => void;
  onDismiss: () => void;
}): Dialog {
  const { title, items, chosen, onSelect, onDismiss } = options;
  const item = (index: number): View => {
    const common = {
      size: 16,
      width: 'fill',
      minHeight: 48,
      padding: [12, 0],
      onTap: () => {
        onSelect(index);
      },
    } as const;
    return chosen === undefined
      ? text(items[index] ?? '', { ...common, id: 'android:id/title' })
      : text(items[index] ?? '', {
          ...common,
          id: 'android:id/text1',
          class: 'android.widget.CheckedTextView',
          icon: index === chosen ? mdiRadioboxMarked : mdiRadioboxBlank,
          checked: index === chosen,
        });
  };
  const content: View = {
    type: 'list',
    id: 'android:id/select_dialog_listview',
    class: 'android.widget.ListView',
    width: 'fill',
    // If the screen is too low for everything, the list scrolls, not the buttons.
    weight: 1,
    count: items.length,
    rowHeight: 48,
    row: item,
  };
  const cancel = { label: 'Cancel', onTap: onDismiss };
  return alert({ title, content, buttons: chosen === undefined ? [] : [cancel], onDismiss });
}
