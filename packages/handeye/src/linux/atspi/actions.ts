/** What toolkits call the action that a click stands for, best first: GTK, Qt, Chromium, Firefox, LibreOffice, Java. */
const presses = [
  ...['click', 'press', 'activate', 'jump', 'open', 'toggle', 'check', 'uncheck', 'select'],
  ...['showmenu', 'expand or contract', 'switch', 'pick'],
];

/** What toolkits call the action that shows an element's context menu. */
const menus = ['showcontextmenu', 'menu.popup', 'popup'];

/** Whether we know an action by this name, in any case. */
export function isKnownAction(name: string): boolean {
  const given = name.toLowerCase();
  return presses.includes(given) || menus.includes(given);
}

/** The place of the action that a click stands for among an element's actions. */
export function pressAction(actions: readonly string[]): number | undefined {
  return best(actions, presses);
}

/** The place of the action that opens an element's context menu. */
export function menuAction(actions: readonly string[]): number | undefined {
  return best(actions, menus);
}

function best(actions: readonly string[], wanted: readonly string[]): number | undefined {
  const given = actions.map((action) => action.toLowerCase());
  const name = wanted.find((one) => given.includes(one));
  return name === undefined ? undefined : given.indexOf(name);
}
