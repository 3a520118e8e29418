import type { Accessible } from './accessible.ts';

/** Stands in a text for a child that is an accessible of its own. */
const EMBEDDED = '\uFFFC';
const ELLIPSIS = '…';

/** Roles of children that are part of the sentence around them: emphasis, marks, code. */
const inlineRoles: ReadonlySet<string> = new Set([
  ...['static', 'mark', 'subscript', 'superscript', 'content deletion', 'content insertion', 'suggestion'],
]);

/** Documents are not sentences: the lines of a page keep their places. */
const documentRoles: ReadonlySet<string> = new Set(['document web', 'document frame', 'document text']);

/**
 * An accessible with only the text that its children do not repeat. The text of children that are part of its sentence moves
 * into it; other children leave an ellipsis, or nothing at the ends. A text of nothing else is dropped.
 */
export function withOwnText<Kind extends Pick<Accessible, 'role' | 'name' | 'text' | 'states' | 'children'>>(
  accessible: Kind,
): Kind {
  const { role, name, text, states, children } = accessible;
  if (text === undefined || states.has('editable')) return accessible;
  const pieces = text.split(EMBEDDED);
  const hasWords = pieces.some((piece) => piece.trim() !== '');
  if (!hasWords) return { ...accessible, text: undefined };
  const inOrder = pieces.length - 1 === children.length && !documentRoles.has(role);
  const told = new Set(inOrder ? children.filter(isInline) : []);
  const joined = pieces
    .map((piece, at) => piece + (at < pieces.length - 1 ? embedded(children[at], told) : ''))
    .join('');
  const own = withoutEnds(joined);
  return {
    ...accessible,
    // A text that only repeats the name is dropped.
    text: own === name.trim() ? undefined : own,
    children: children.map((child) => (told.has(child) ? { ...child, text: undefined } : child)),
  };
}

function isInline({ role, name, text, states, actions, children }: Accessible): boolean {
  const isPlain = actions.length === 0 && !states.has('focusable') && children.length === 0;
  return inlineRoles.has(role) && isPlain && name === '' && text !== undefined;
}

function embedded(child: Accessible | undefined, told: ReadonlySet<Accessible>): string {
  return child && told.has(child) ? (child.text ?? '') : EMBEDDED;
}

/** Without placeholders at its ends; those in the middle become an ellipsis. */
function withoutEnds(text: string): string {
  return text.replace(/^[\s\uFFFC]+|[\s\uFFFC]+$/g, '').replace(/\s*\uFFFC[\s\uFFFC]*/g, ` ${ELLIPSIS} `);
}
