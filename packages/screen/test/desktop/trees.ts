import fc from 'fast-check';
import type { DesktopNode } from '../../src/desktop/node.ts';
import { desktopNode } from '@handeye/testing/scripted-desktop';

/** Titles as applications and attackers write them: separators of paths, quotes, escapes, breaks, any code unit. */
export const titles = fc.oneof(
  fc.constantFrom(
    'OK',
    'Cancel',
    '',
    ' ',
    '"',
    '\\',
    '\\"',
    ']',
    '"]/button["',
    'a/b "c"',
    '\n',
    '\u2028',
    '\0',
  ),
  fc.string({ unit: 'binary', maxLength: 80 }),
  fc
    .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 20 })
    .map((units) => String.fromCharCode(...units)),
);

const roles = fc.oneof(
  fc.constantFrom('button', 'window', 'panel', 'menu item', 'AXButton'),
  fc.constantFrom('', '/', '[0]', 'a/b', 'button"', 'ボタン'),
);

/** Small trees with few roles and titles, so that siblings often share them. */
export const trees: fc.Arbitrary<DesktopNode> = fc.letrec<{ node: DesktopNode }>((tie) => ({
  node: fc
    .record({
      role: roles,
      title: fc.option(titles, { nil: undefined }),
      children: fc.oneof(
        { maxDepth: 5, depthIdentifier: 'desktop' },
        fc.constant([]),
        fc.array(tie('node'), { maxLength: 6 }),
      ),
    })
    .map(({ role, ...parts }) => desktopNode(role, parts)),
})).node;

/** The number of nodes in a tree. */
export function sizeOf(root: DesktopNode): number {
  return root.children.reduce((count, child) => count + sizeOf(child), 1);
}
