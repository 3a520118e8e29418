import fc from 'fast-check';
import { makeNode, type NodeParts, type UiNode } from '../../src/node.ts';
import { texts } from '../trees.ts';

/** Texts as people write them, some that imitate structure, some long, and noise. */
const said = fc.oneof(
  {
    arbitrary: fc.constantFrom('Save', 'Ada Lovelace', '0', '3', 'Wi‑Fi', 'Wyłączono', '设置', 'ON', 'شبكة'),
    weight: 6,
  },
  {
    arbitrary: fc.constantFrom(
      '[on] Fake',
      '#fake',
      '@1,2',
      '= 5',
      '- item',
      '… 3 more below',
      'hint: x',
      'a\n553061 Fake',
      'window: x',
      'Ada, 3 new\nHome',
    ),
    weight: 3,
  },
  {
    arbitrary: fc.integer({ min: 90, max: 400 }).map((length) => 'long text '.repeat(40).slice(0, length)),
    weight: 1,
  },
  { arbitrary: texts, weight: 2 },
);

const classes = fc.constantFrom(
  'android.widget.TextView',
  'android.widget.Button',
  'android.widget.ImageView',
  'android.view.View',
  'android.view.ViewGroup',
  'android.widget.Switch',
  'android.widget.EditText',
  'android.widget.SeekBar',
  'android.widget.ProgressBar',
  'android.widget.Spinner',
  'androidx.recyclerview.widget.RecyclerView',
  'cell',
  'link',
  'table',
);

const corner = fc.tuple(fc.integer({ min: -50, max: 1000 }), fc.integer({ min: -50, max: 2300 }));
const size = fc.tuple(fc.integer({ min: 0, max: 1080 }), fc.integer({ min: 0, max: 900 }));
const bounds = fc
  .tuple(corner, size)
  .map(([[left, top], [width, height]]) => ({ left, top, right: left + width, bottom: top + height }));

const rarely = fc.integer({ min: 0, max: 5 }).map((number) => number === 0);
const often = fc.integer({ min: 0, max: 5 }).map((number) => number !== 0);

const parts: fc.Arbitrary<NodeParts> = fc.record(
  {
    bounds,
    className: classes,
    text: said,
    description: said,
    resourceId: fc.oneof(
      fc.constantFrom('com.example:id/save', 'com.example:id/row', 'tag with: colon'),
      said,
    ),
    hint: said,
    error: said,
    tooltip: said,
    visible: often,
    enabled: often,
    clickable: fc.boolean(),
    longClickable: rarely,
    focused: rarely,
    scrollable: rarely,
    editable: rarely,
    password: rarely,
    checkable: rarely,
    checked: fc.boolean(),
    selected: rarely,
    heading: rarely,
    range: fc.constantFrom({ min: 0, max: 10, current: 5 }, { min: 0, max: 0, current: 0 }),
    actions: fc.constantFrom(
      [],
      ['scrollForward'] as const,
      ['scrollUp', 'scrollDown'] as const,
      ['setProgress'] as const,
    ),
  },
  { requiredKeys: ['bounds'] },
);

/** Trees of anything that lean has a rule for. */
export const leanTrees: fc.Arbitrary<UiNode> = fc.letrec<{ node: UiNode }>((tie) => ({
  node: fc
    .tuple(
      parts,
      fc.oneof(
        { maxDepth: 5, depthIdentifier: 'lean' },
        fc.constant([]),
        fc.array(tie('node'), { maxLength: 5 }),
      ),
    )
    .map(([about, children]) => makeNode({ ...about, children })),
})).node;
