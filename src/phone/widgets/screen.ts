import { mdiArrowLeft, mdiDotsVertical } from '@mdi/js';
import type { Dialog, Screen } from '../system/app.ts';
import type { Dropdown, View, ViewProps } from '../system/view.ts';
import { button, column, iconButton, row, stack, text } from './kit.ts';
import { theme } from './theme.ts';

/** Whole screens: the bar, the body, the floating button, and dialogs above. */

export interface BarOptions {
  readonly onUp?: () => void;
  readonly actions?: readonly View[];
  /** The three dots. */
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

/** The usual screen: a bar, a body below it that takes the rest, and perhaps a dialog. */
export function screen(
  title: string,
  body: readonly View[],
  options: BarOptions & { dialog?: Dialog | undefined; floating?: View } = {},
): Screen {
  const { dialog, floating, ...bar } = options;
  const page = column([appBar(title, bar), column(body, { weight: 1 })], { height: 'fill' });
  const content = floating === undefined ? page : stack([page, floating], { width: 'fill', height: 'fill' });
  return { content, dialog, background: theme.surface };
}

/** The round button that floats above a screen's right bottom corner. */
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

export interface AlertButton {
  readonly label: string;
  readonly onTap: () => void;
}

/** An alert as Android's AlertDialog lays it out: title, message or own content, buttons (the last is button1). */
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
