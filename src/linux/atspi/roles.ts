import type { States } from './states.ts';

/** AT-SPI's role names in the order of their numbers (at-spi2-core 2.46). */
const names = [
  ...['invalid', 'accelerator label', 'alert', 'animation', 'arrow', 'calendar', 'canvas', 'check box'],
  ...['check menu item', 'color chooser', 'column header', 'combo box', 'date editor', 'desktop icon'],
  ...['desktop frame', 'dial', 'dialog', 'directory pane', 'drawing area', 'file chooser', 'filler'],
  ...['focus traversable', 'font chooser', 'frame', 'glass pane', 'html container', 'icon', 'image'],
  ...['internal frame', 'label', 'layered pane', 'list', 'list item', 'menu', 'menu bar', 'menu item'],
  ...['option pane', 'page tab', 'page tab list', 'panel', 'password text', 'popup menu', 'progress bar'],
  ...[
    'push button',
    'radio button',
    'radio menu item',
    'root pane',
    'row header',
    'scroll bar',
    'scroll pane',
  ],
  ...['separator', 'slider', 'spin button', 'split pane', 'status bar', 'table', 'table cell'],
  ...['table column header', 'table row header', 'tearoff menu item', 'terminal', 'text', 'toggle button'],
  ...['tool bar', 'tool tip', 'tree', 'tree table', 'unknown', 'viewport', 'window', 'extended', 'header'],
  ...['footer', 'paragraph', 'ruler', 'application', 'autocomplete', 'editbar', 'embedded', 'entry', 'chart'],
  ...['caption', 'document frame', 'heading', 'page', 'section', 'redundant object', 'form', 'link'],
  ...['input method window', 'table row', 'tree item', 'document spreadsheet', 'document presentation'],
  ...['document text', 'document web', 'document email', 'comment', 'list box', 'grouping', 'image map'],
  ...['notification', 'info bar', 'level bar', 'title bar', 'block quote', 'audio', 'video', 'definition'],
  ...['article', 'landmark', 'log', 'marquee', 'math', 'rating', 'timer', 'static', 'math fraction'],
  ...['math root', 'subscript', 'superscript', 'description list', 'description term', 'description value'],
  ...['footnote', 'content deletion', 'content insertion', 'mark', 'suggestion', 'push button menu'],
] as const;

export type NativeRole = (typeof names)[number];

/** Roles that go by another name in the vocabulary of all desktops; the others only lose their spaces. */
const vocabulary: Partial<Record<NativeRole, string>> = {
  'push button': 'button',
  'push button menu': 'menubutton',
  entry: 'textfield',
  'password text': 'passwordfield',
  text: 'textarea',
  'page tab': 'tab',
  'page tab list': 'tablist',
  frame: 'window',
  window: 'popup',
  'tool bar': 'toolbar',
  'tool tip': 'tooltip',
  'check menu item': 'menuitemcheckbox',
  'radio menu item': 'menuitemradio',
  'popup menu': 'menu',
  panel: 'group',
  filler: 'group',
  grouping: 'group',
  section: 'group',
  'scroll pane': 'scrollarea',
  'split pane': 'splitgroup',
  static: 'statictext',
  'table cell': 'cell',
  'table row': 'row',
  'table column header': 'columnheader',
  'table row header': 'rowheader',
  'tree table': 'tree',
  'tree item': 'treeitem',
  'document web': 'webarea',
  'document frame': 'document',
  'document text': 'document',
  'document email': 'document',
  'document presentation': 'document',
  'document spreadsheet': 'document',
  'drawing area': 'canvas',
  'list box': 'list',
  'spin button': 'spinbutton',
  'toggle button': 'togglebutton',
  invalid: 'unknown',
  'redundant object': 'unknown',
};

/** What AT-SPI calls the role of that number. A number that is newer than this list is `unknown`. */
export function nativeRole(role: number): NativeRole {
  return names[role] ?? 'unknown';
}

/** An element's role in the one vocabulary of all desktops. AT-SPI has one name for a line and for a page of text. */
export function normalisedRole({ role, states }: { role: NativeRole; states: States }): string {
  if (role === 'text' && states.has('single-line')) return 'textfield';
  if (role === 'entry' && states.has('multi-line')) return 'textarea';
  return vocabulary[role] ?? role.replaceAll(' ', '');
}
