import type { Accessible } from '../../../packages/linux/src/atspi/accessible.ts';
import { element } from '../../../packages/linux/test/accessible.ts';
import { type App, frame, menuBar, pick, statusBar, tabs, times, toolBar } from './parts.ts';

/** A text editor as GTK 3 builds one: menus that are closed, a toolbar, tabs, one large field. */
export const textEditor: App = (recipe) => {
  const lines = times(40, (index) => `${index + 1}. ${pick(recipe, index)}`);
  const field = element('text', [0, 130, 1280, 540], {
    text: lines.join('\n'),
    is: ['editable', 'focusable', 'focused', 'multi-line'],
  });
  return frame(
    `${pick(recipe, 0)}.txt`,
    menuBar(recipe, 6),
    toolBar(recipe, { top: 40, buttons: 8, toggles: 3 }),
    tabs(recipe, { top: 90, count: 3 }),
    element('scroll pane', [0, 130, 1280, 540], {}, field),
    statusBar([pick(recipe, 3), '1:1', 'UTF-8']),
  );
};

const COLUMNS = 'ABCDEFGHIJ';

/** A spreadsheet as LibreOffice reports one: each visible cell can be used, most are empty. */
export const spreadsheet: App = (recipe) => {
  const cell = (column: number, row: number): Accessible =>
    element('table cell', [60 + column * 110, 180 + row * 24, 110, 24], {
      name: cellText(column, row),
      is: [
        'focusable',
        'selectable',
        ...(column === 1 && row === 2 ? (['selected', 'focused'] as const) : []),
      ],
    });
  const cellText = (column: number, row: number): string => {
    if (row > 11 || column > 4) return '';
    if (column === 0) return pick(recipe, row);
    return row === 11
      ? `=SUM(${COLUMNS[column] ?? ''}1:${COLUMNS[column] ?? ''}11)`
      : String(recipe.random(9_000));
  };
  const rows = times(15, (row) => times(COLUMNS.length, (column) => cell(column, row))).flat();
  return frame(
    `${pick(recipe, 1)} - LibreOffice Calc`,
    menuBar(recipe, 9),
    toolBar(recipe, { top: 40, buttons: 14, toggles: 4 }),
    element('combo box', [0, 140, 120, 30], { name: 'Name Box', text: 'B3', is: ['editable', 'focusable'] }),
    element('text', [130, 140, 1000, 30], {
      name: 'Input line',
      text: '42',
      is: ['editable', 'focusable', 'single-line'],
    }),
    element(
      'scroll pane',
      [0, 170, 1280, 470],
      {},
      element('table', [0, 170, 1280, 470], { name: 'Sheet1' }, ...rows),
    ),
    tabs(recipe, { top: 645, count: 3 }),
    statusBar(['Sheet 1 of 3', pick(recipe, 4), '100%']),
  );
};
