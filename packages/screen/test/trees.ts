import fc from 'fast-check';
import { makeNode, type NodeParts, type UiNode } from '../src/node.ts';

/** Texts as devices and attackers write them: any code unit, breaks, invisible characters, emoji, long ones. */
export const texts = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: 'binary', maxLength: 130 }),
  fc
    .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 130 })
    .map((units) => String.fromCharCode(...units)),
  fc
    .array(
      fc.constantFrom(
        '\t',
        '\n',
        '\r',
        '\u2028',
        '\u200d',
        '\u200c',
        '\u202e',
        '\ufe0f',
        '\ud83d',
        '\ude00',
        '😀',
        'ا',
        'a',
        ' ',
        '\u{e0041}',
        '\u{1f3f4}',
        '\u{e007f}',
        '\ue000',
        '\u0301',
        '\u034f',
        '❤',
      ),
      { maxLength: 220 },
    )
    .map((pieces) => pieces.join('')),
);

const coordinate = fc.integer({ min: -100, max: 3000 });

/** Any facts that a platform may report of a node. */
export const parts: fc.Arbitrary<NodeParts> = fc.record(
  {
    bounds: fc.record({ left: coordinate, top: coordinate, right: coordinate, bottom: coordinate }),
    className: texts,
    text: texts,
    description: texts,
    resourceId: texts,
    hint: texts,
    error: texts,
    visible: fc.boolean(),
    enabled: fc.boolean(),
    clickable: fc.boolean(),
    scrollable: fc.boolean(),
    editable: fc.boolean(),
    password: fc.boolean(),
  },
  { requiredKeys: ['bounds'] },
);

/** Small trees of any nodes. */
export const trees: fc.Arbitrary<UiNode> = fc.letrec<{ node: UiNode }>((tie) => ({
  node: fc
    .tuple(
      parts,
      fc.oneof(
        { maxDepth: 4, depthIdentifier: 'tree' },
        fc.constant([]),
        fc.array(tie('node'), { maxLength: 4 }),
      ),
    )
    .map(([about, children]) => makeNode({ ...about, children })),
})).node;
