/** Names of the action that a click performs, best first: GTK, Qt, Chromium, Firefox, LibreOffice, Java. */
const clickActions = [
  ...['click', 'press', 'activate', 'jump', 'open', 'toggle', 'check', 'uncheck', 'select'],
  ...['showmenu', 'expand or contract', 'switch', 'pick', 'togglepopup'],
];

/** Names of the action that opens the context menu. */
const menuActions = ['showcontextmenu', 'menu.popup', 'popup'];

/** Returns true for an action name that we know, in any letter case. */
export function isKnownAction(name: string): boolean {
  const lower = name.toLowerCase();
  return clickActions.includes(lower) || menuActions.includes(lower);
}

/** Index of the action that a click performs. */
export function clickAction(actions: readonly string[]): number | undefined {
  return indexOfBest(actions, clickActions);
}

/** Index of the action that opens the context menu. */
export function menuAction(actions: readonly string[]): number | undefined {
  return indexOfBest(actions, menuActions);
}

function indexOfBest(actions: readonly string[], wanted: readonly string[]): number | undefined {
  const lower = actions.map((action) => action.toLowerCase());
  const name = wanted.find((candidate) => lower.includes(candidate));
  return name === undefined ? undefined : lower.indexOf(name);
}
