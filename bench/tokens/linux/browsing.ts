import type { Accessible } from '../../../packages/linux/src/atspi/accessible.ts';
import { element } from '../../../packages/linux/test/accessible.ts';
import { type App, frame, pick, times, toolBar } from './parts.ts';

/** A file manager: places at the side, the path to the folder, and a table whose end is scrolled away. */
export const fileManager: App = (recipe) => {
  const place = (index: number): Accessible =>
    element(
      'list item',
      [0, 60 + index * 36, 240, 36],
      { is: ['focusable', 'selectable', ...(index === 1 ? (['selected'] as const) : [])] },
      element('label', [40, 60 + index * 36, 180, 36], { name: pick(recipe, index) }),
    );
  const shown = 20;
  const row = (index: number): Accessible[] => {
    const cells = [`${pick(recipe, index)} ${index}.pdf`, `${recipe.random(900) + 1} kB`, '15 Nov 2026'];
    return cells.map((name, column) =>
      element('table cell', index < shown ? [250 + column * 300, 90 + index * 28, 300, 28] : undefined, {
        name,
        actions: ['activate'],
        is: ['focusable', 'selectable', ...(index === 2 ? (['selected'] as const) : [])],
      }),
    );
  };
  const header = (index: number): Accessible =>
    element('table column header', [250 + index * 300, 62, 300, 28], {
      name: pick(recipe, index + 5),
      actions: ['click'],
    });
  const table = element(
    'tree table',
    [250, 62, 1030, 628],
    { is: ['focusable', 'focused'] },
    ...times(3, header),
    ...times(35, row).flat(),
  );
  return frame(
    pick(recipe, 1),
    toolBar(recipe, { top: 0, buttons: 5, toggles: 4 }),
    element('scroll pane', [0, 60, 240, 630], {}, element('list', [0, 60, 240, 630], {}, ...times(9, place))),
    element('scroll pane', [250, 62, 1030, 628], {}, table),
  );
};

/** A page in Chromium: landmarks, headings, links whose label repeats their name, a form; and a page of another tab. */
export const webPage: App = (recipe) => {
  const link = (index: number, top: number): Accessible => {
    const name = pick(recipe, index + 4);
    const at = [40 + index * 150, top, 140, 24] as const;
    return element(
      'link',
      at,
      { name, actions: ['jump'], is: ['focusable'] },
      element('static', at, { name }),
    );
  };
  const section = (index: number): Accessible => {
    const top = 180 + index * 110;
    const title = pick(recipe, index);
    const said = [1, 3, 6].map((step) => pick(recipe, index + step)).join('. ');
    return element(
      'section',
      [40, top, 900, 100],
      {},
      element(
        'heading',
        [40, top, 900, 30],
        { name: title },
        element('static', [40, top, 400, 30], { name: title }),
      ),
      element(
        'paragraph',
        [40, top + 30, 900, 40],
        {},
        element('static', [40, top + 30, 900, 40], { name: said }),
      ),
      link(index, top + 72),
    );
  };
  const form = element(
    'form',
    [960, 180, 300, 300],
    {},
    element('entry', [960, 180, 300, 36], {
      name: pick(recipe, 2),
      text: recipe.random(2) === 0 ? '' : pick(recipe, 3),
      is: ['editable', 'focusable', 'single-line'],
      attributes: { 'placeholder-text': pick(recipe, 8) },
    }),
    element('password text', [960, 230, 300, 36], {
      name: pick(recipe, 5),
      text: '••••••',
      is: ['editable', 'focusable'],
    }),
    element('check box', [960, 280, 300, 30], {
      name: pick(recipe, 6),
      actions: ['check'],
      is: ['focusable', 'checkable', ...(recipe.random(2) === 0 ? (['checked'] as const) : [])],
    }),
    element('push button', [960, 330, 140, 40], {
      name: pick(recipe, 7),
      actions: ['press'],
      is: ['focusable'],
    }),
  );
  const document = element(
    'document web',
    [0, 90, 1280, 630],
    { name: pick(recipe, 0), is: ['focusable'] },
    element('landmark', [0, 90, 1280, 60], {}, ...times(6, (index) => link(index, 100))),
    ...times(8, section),
    form,
  );
  const other = element(
    'document web',
    undefined,
    { name: pick(recipe, 9) },
    element('heading', undefined, { name: pick(recipe, 8) }),
  );
  const address = element('entry', [200, 44, 800, 36], {
    name: 'Address and search bar',
    text: 'example.org/settings',
    is: ['editable', 'focusable', 'single-line'],
  });
  return frame(
    `${pick(recipe, 0)} - Chromium`,
    toolBar(recipe, { top: 0, buttons: 4, toggles: 0 }),
    address,
    document,
    other,
  );
};
