/**
 * The roles of all desktops. Every platform maps its own roles to these. An element that fits none of them is a `group` if it
 * has children, otherwise `unknown`.
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
