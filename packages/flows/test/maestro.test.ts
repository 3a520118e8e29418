import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createIdentity } from '@handeye/screen/identity/identity';
import type { UiNode } from '@handeye/screen/node';
import { box, button, full, node, viewOf } from '@handeye/testing/screens';
import type { Selector } from '../src/file/flow.ts';
import { maestroMatches } from '../src/find/maestro.ts';
import { strictMatches } from '../src/find/strict.ts';

const text = (said: string, top: number, parts = {}) =>
  node('TextView', box(0, top, 500, top + 50), { text: said, ...parts });

/** Two cards with a button each, a field with a hint, a picture with a description, a row outside of the screen. */
const screen = (): UiNode =>
  node('FrameLayout', full, {
    children: [
      node('LinearLayout', box(0, 100, 1080, 300), {
        resourceId: 'org.example:id/card',
        children: [
          text('Milk', 110),
          button('Buy', box(600, 110, 900, 180), { resourceId: 'org.example:id/buy' }),
        ],
      }),
      node('LinearLayout', box(0, 400, 1080, 600), {
        resourceId: 'org.example:id/card',
        children: [
          text('Bread\nrolls', 410),
          button('Buy', box(600, 410, 900, 480), { resourceId: 'org.example:id/buy', enabled: false }),
        ],
      }),
      node('EditText', box(0, 700, 1080, 800), { hint: 'Search', editable: true, focused: true }),
      node('ImageView', box(900, 900, 1000, 1000), { description: 'Logo (v1.5)' }),
      text('Buy', 1000),
      text('Below the edge', 3000),
      node('CheckBox', box(0, 1100, 300, 1150), {
        text: 'Gift',
        checkable: true,
        checked: true,
        clickable: true,
        selected: true,
      }),
    ],
  });

const snapshot = createIdentity().identify(viewOf(screen()));

/** What fits, in order, by what it says and where it is. */
function found(selector: Selector, find = maestroMatches): string[] {
  return find(snapshot, selector).map(
    ({ node: one }) =>
      `${one.text ?? one.description ?? one.hint ?? one.resourceId ?? 'root'}@${one.bounds.top}`,
  );
}

describe("Maestro's selectors", () => {
  const cases: readonly (readonly [string, Selector, readonly string[]])[] = [
    [
      'a text is a regular expression over the whole of it, case ignored',
      { text: 'bu.' },
      ['Buy@110', 'Buy@410', 'Buy@1000'],
    ],
    ['a part of a text is not enough', { text: 'Mil' }, []],
    ['line breaks count as spaces', { text: 'Bread rolls' }, ['Bread\nrolls@410']],
    ['a text is also a description, literally', { text: 'Logo (v1.5)' }, ['Logo (v1.5)@900']],
    ['a text is also a hint', { text: 'search' }, ['Search@700']],
    ['an id without its package', { id: 'buy' }, ['Buy@110', 'Buy@410']],
    ['the whole id', { id: 'org.example:id/card' }, ['org.example:id/card@100', 'org.example:id/card@400']],
    ['clickable ones come first', { text: 'Buy' }, ['Buy@110', 'Buy@410', 'Buy@1000']],
    ['the index counts from the top of the screen', { text: 'Buy', index: '2' }, ['Buy@1000']],
    ['a negative index counts from the end', { text: 'Buy', index: '-2' }, ['Buy@410']],
    ['an index that is too great', { text: 'Buy', index: '7' }, []],
    ['below', { text: 'Buy', below: { text: 'Bread rolls' } }, ['Buy@1000']],
    ['above', { text: 'Buy', above: { text: 'Bread rolls' } }, ['Buy@110']],
    ['rightOf', { id: 'buy', rightOf: { text: 'Milk' } }, ['Buy@110', 'Buy@410']],
    ['leftOf', { text: 'Milk', leftOf: { id: 'buy' } }, ['Milk@110']],
    [
      'childOf',
      { id: 'buy', childOf: { id: 'card', containsDescendants: [{ text: 'Bread rolls' }] } },
      ['Buy@410'],
    ],
    ['containsChild', { containsChild: { text: 'Milk' } }, ['org.example:id/card@100']],
    [
      'containsDescendants',
      { id: 'card', containsDescendants: [{ text: 'Buy', enabled: false }] },
      ['org.example:id/card@400'],
    ],
    ['enabled', { id: 'buy', enabled: false }, ['Buy@410']],
    ['checked and selected', { text: 'Gift', checked: true, selected: true }, ['Gift@1100']],
    ['focused', { focused: true }, ['Search@700']],
    ['size with tolerance', { width: 98, height: 103, tolerance: 4 }, ['Logo (v1.5)@900']],
    ['what is outside of the screen is not there', { text: 'Below the edge' }, []],
  ];
  for (const [about, selector, expected] of cases)
    test(about, () => {
      assert.deepEqual(found(selector), expected);
    });
});

describe('our selectors', () => {
  const cases: readonly (readonly [string, Selector, readonly string[]])[] = [
    ['the role tells a button from a text', { text: 'Buy', role: 'text' }, ['Buy@1000']],
    ['a description alone', { desc: 'Logo .*' }, ['Logo (v1.5)@900']],
    ['a text is no description of it', { desc: 'Milk' }, []],
    ['all that is given must hold', { text: 'Buy', id: 'card' }, []],
    ['nothing given means nothing', {}, []],
    ['several fit, and all are told', { text: 'Buy' }, ['Buy@110', 'Buy@410', 'Buy@1000']],
  ];
  for (const [about, selector, expected] of cases)
    test(about, () => {
      assert.deepEqual(found(selector, strictMatches), expected);
    });
});
