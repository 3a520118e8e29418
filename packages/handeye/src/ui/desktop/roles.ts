/**
 * The one vocabulary of roles: what every platform calls its elements here, whatever its own name for them is.
 * An element that fits none of these is a `group` when it holds others, or `unknown`.
 */
export const roles = [
  ...['application', 'window', 'dialog', 'alert', 'popup', 'tooltip', 'notification', 'filechooser'],
  ...['button', 'togglebutton', 'menubutton', 'checkbox', 'radiobutton', 'switch', 'link'],
  ...['textfield', 'passwordfield', 'textarea', 'combobox', 'spinbutton', 'slider'],
  ...['text', 'heading', 'paragraph', 'image', 'canvas', 'progressbar', 'levelindicator', 'video', 'audio'],
  ...['list', 'listitem', 'tree', 'treeitem', 'table', 'row', 'column', 'cell', 'columnheader', 'rowheader'],
  ...['menubar', 'menu', 'menuitem', 'menuitemcheckbox', 'menuitemradio', 'tab', 'tablist', 'toolbar'],
  ...['scrollarea', 'scrollbar', 'splitgroup', 'separator', 'group', 'form', 'statusbar', 'titlebar'],
  ...[
    'document',
    'webarea',
    'landmark',
    'article',
    'terminal',
    'calendar',
    'colorchooser',
    'math',
    'unknown',
  ],
] as const;

export type Role = (typeof roles)[number];
