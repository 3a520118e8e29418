import type { Role } from '@handeye/screen/desktop/roles';
import { roles } from '@handeye/screen/desktop/roles';
import type { States } from './states.ts';

/** AT-SPI's role names; the index is the role's number (at-spi2-core 2.46). */
const roleNames = [
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

export type NativeRole = (typeof roleNames)[number];

/** AT-SPI roles whose common name differs. All other names only lose their spaces. */
const nativeRoles: Partial<Record<Role, readonly NativeRole[]>> = {
  window: ['frame', 'internal frame'],
  dialog: ['option pane', 'font chooser'],
  popup: ['window', 'input method window'],
  notification: ['info bar'],
  button: ['push button', 'arrow'],
  menubutton: ['push button menu'],
  textfield: ['entry', 'autocomplete', 'editbar', 'date editor'],
  passwordfield: ['password text'],
  textarea: ['text'],
  slider: ['dial'],
  text: ['label', 'static', 'accelerator label', 'caption', 'description term', 'timer', 'footnote', 'mark'],
  paragraph: [
    'block quote',
    'content deletion',
    'content insertion',
    'subscript',
    'superscript',
    'suggestion',
  ],
  image: ['icon', 'desktop icon', 'image map', 'animation', 'chart'],
  canvas: ['drawing area'],
  levelindicator: ['level bar', 'rating'],
  list: ['list box', 'description list', 'directory pane'],
  tree: ['tree table'],
  row: ['table row'],
  cell: ['table cell'],
  columnheader: ['table column header'],
  rowheader: ['table row header'],
  menu: ['popup menu'],
  menuitem: ['tearoff menu item'],
  menuitemcheckbox: ['check menu item'],
  menuitemradio: ['radio menu item'],
  tab: ['page tab'],
  tablist: ['page tab list'],
  toolbar: ['tool bar'],
  scrollarea: ['scroll pane', 'viewport'],
  splitgroup: ['split pane'],
  separator: ['ruler'],
  group: [
    ...([
      'panel',
      'filler',
      'grouping',
      'section',
      'glass pane',
      'layered pane',
      'root pane',
      'header',
    ] as const),
    ...([
      'footer',
      'page',
      'embedded',
      'comment',
      'definition',
      'description value',
      'html container',
    ] as const),
    ...(['desktop frame', 'focus traversable', 'log', 'marquee'] as const),
  ],
  document: [
    ...(['document frame', 'document text', 'document email', 'document presentation'] as const),
    'document spreadsheet',
  ],
  webarea: ['document web'],
  math: ['math fraction', 'math root'],
  unknown: ['invalid', 'redundant object', 'extended'],
};

const commonRoles = new Map<string, Role>([
  ...roles.map((role) => [role, role] as const),
  ...roles.flatMap((role) =>
    (nativeRoles[role] ?? []).map((native) => [native.replaceAll(' ', ''), role] as const),
  ),
]);

/** AT-SPI's name for a role number. Numbers newer than the list are `unknown`. */
export function nativeRole(role: number): NativeRole {
  return roleNames[role] ?? 'unknown';
}

/** An element's role in the vocabulary of all platforms. AT-SPI does not separate one-line from multi-line text. */
export function normalisedRole({ role, states }: { role: NativeRole; states: States }): Role {
  if (role === 'text' && states.has('single-line')) return 'textfield';
  if (role === 'entry' && states.has('multi-line')) return 'textarea';
  return commonRoles.get(role.replaceAll(' ', '')) ?? 'unknown';
}
