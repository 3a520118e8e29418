import type { Accessible } from '../../../packages/linux/src/atspi/accessible.ts';
import type { Recipe } from '../synthetic.ts';
import { element } from '../../../packages/linux/test/accessible.ts';

/** The window of an application, made from words and random choices. */
export type App = (recipe: Recipe) => Accessible;

export const SIZE = { width: 1280, height: 720 } as const;

export function frame(title: string, ...children: Accessible[]): Accessible {
  return element(
    'frame',
    [0, 0, SIZE.width, SIZE.height],
    { name: title, is: ['active', 'resizable'] },
    element('filler', [0, 0, SIZE.width, SIZE.height], {}, ...children),
  );
}

export const pick = ({ words }: Recipe, index: number): string => words[index % words.length] ?? '';

export const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

/** Closed menus: their items are in the tree and not on the screen. */
export function menuBar(recipe: Recipe, count: number): Accessible {
  const item = (index: number) =>
    element('menu item', undefined, {
      name: pick(recipe, index),
      actions: ['click'],
      is: ['focusable', 'selectable'],
    });
  const menu = (index: number) =>
    element(
      'menu',
      [index * 90, 0, 90, 30],
      { name: pick(recipe, index + 2), actions: ['click'], is: ['focusable', 'selectable'] },
      ...times(6 + recipe.random(8), item),
    );
  return element('menu bar', [0, 0, SIZE.width, 30], {}, ...times(count, menu));
}

/** Buttons, some of them with only an icon and a tooltip, then toggle buttons. */
export function toolBar(
  recipe: Recipe,
  { top, buttons, toggles }: { readonly top: number; readonly buttons: number; readonly toggles: number },
): Accessible {
  const button = (index: number) => {
    const name = pick(recipe, index + 3);
    return element('push button', [index * 44, top, 40, 40], {
      ...(recipe.random(3) === 0 ? { description: name } : { name }),
      actions: ['click'],
      is: ['focusable'],
    });
  };
  const toggle = (index: number) =>
    element('toggle button', [(buttons + index) * 44, top, 40, 40], {
      name: pick(recipe, index + 7),
      actions: ['click'],
      is: ['focusable', ...(recipe.random(2) === 0 ? (['pressed'] as const) : [])],
    });
  return element(
    'tool bar',
    [0, top, SIZE.width, 40],
    {},
    ...times(buttons, (index) => element('panel', [index * 44, top, 40, 40], {}, button(index))),
    ...times(toggles, toggle),
  );
}

export function tabs(
  recipe: Recipe,
  { top, count }: { readonly top: number; readonly count: number },
): Accessible {
  const tab = (index: number) =>
    element('page tab', [index * 200, top, 200, 30], {
      name: pick(recipe, index + 1),
      is: ['focusable', 'selectable', ...(index === 0 ? (['selected'] as const) : [])],
    });
  return element('page tab list', [0, top, SIZE.width, 30], {}, ...times(count, tab));
}

export function statusBar(texts: readonly string[]): Accessible {
  return element(
    'status bar',
    [0, 690, SIZE.width, 30],
    {},
    ...texts.map((name, index) => element('label', [index * 300, 690, 280, 30], { name })),
  );
}
