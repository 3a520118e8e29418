import { shownText, type UiNode } from './node.ts';
import { flat, shown } from './sanitize.ts';
import type { Element, Snapshot } from './snapshot.ts';

/** `any`: a text, a description, a hint or a resource name. */
export type FindBy = 'text' | 'content_desc' | 'resource_id' | 'class_name' | 'any';

export interface Query {
  readonly by: FindBy;
  readonly value: string;
  /** Equal and case-sensitive; otherwise contained, ignoring case. */
  readonly exact: boolean;
  /**
   * A resource is also found by its whole name, the part after `id/`. With `part`, also by a part of the name if nothing else
   * matches. People do not read these names: waiting for `10` must not end with a `key_10` that was there before.
   */
  readonly byName?: 'whole' | 'part';
}

/** Every matching element, in tree order, the active window first; invisible elements included. */
export function findElements(snapshot: Snapshot, query: Query): Element[] {
  const matches = query.exact ? equalTo(query.value) : containing(query.value);
  const isNamed = namedLike(query);
  const found = snapshot.elements.filter(
    ({ node }) => propertiesOf(node, query.by).some(matches) || isNamed(resourceName(node)),
  );
  if (found.length > 0 || query.by !== 'any' || query.byName !== 'part') return found;
  return snapshot.elements.filter(({ node }) => matches(resourceName(node)));
}

/** The results in order: visible elements whose whole text is the value (ignoring case) first, the rest as before. */
export function exactFirst(found: readonly Element[], { by, value }: Query): Element[] {
  const wanted = searchable(flat(shown(value)));
  const isWhole = ({ node }: Element) =>
    node.visible && propertiesOf(node, by).some((property) => searchable(flat(property)) === wanted);
  return [...found.filter(isWhole), ...found.filter((element) => !isWhole(element))];
}

/** Whether the query asks for a resource name. */
function namedLike({ by, value, exact, byName }: Query): (name: string) => boolean {
  if (byName === undefined || (by !== 'any' && by !== 'resource_id')) return () => false;
  const wanted = searchable(value);
  return (name) => name !== '' && (exact ? name === value : searchable(name) === wanted);
}

/** Why the query cannot find anything, if the snapshot lacks the property it searches. */
export function unsearchable({ textless }: Snapshot, { by }: Query): string | undefined {
  return by === 'text' || by === 'content_desc' || by === 'any' ? textless : undefined;
}

function propertiesOf(node: UiNode, by: FindBy): readonly string[] {
  return namesOf(node, by).filter((property) => property !== undefined);
}

function namesOf(node: UiNode, by: FindBy): readonly (string | undefined)[] {
  switch (by) {
    case 'text':
      return [shownText(node)];
    case 'content_desc':
      return descriptionsOf(node);
    case 'resource_id':
      return [node.resourceId];
    case 'any':
      return [shownText(node), ...descriptionsOf(node)];
    case 'class_name':
      return [node.className];
  }
}

/** Other texts of a field: its hint and its error. */
function descriptionsOf({ text, description, hint, error }: UiNode): readonly (string | undefined)[] {
  return [description, flat(text) === '' ? hint : undefined, error];
}

/** A resource id without its package; empty if there is none. */
function resourceName({ resourceId = '' }: UiNode): string {
  return resourceId.replace(/^.*:id\//, '');
}

// A model knows a text on one line, as its cell showed it; a person may know it with the application's line breaks. Both forms
// match.
function equalTo(value: string): (property: string) => boolean {
  const wanted = shown(value);
  return (property) => property === wanted || flat(property) === wanted;
}

/** Whether a property contains the value, ignoring case and the kind of space between words. */
export function containing(value: string): (property: string) => boolean {
  const wanted = searchable(shown(value) ?? '');
  return (property) => wanted !== '' && searchable(property).includes(wanted);
}

/** Applications write Wi‑Fi with a non-breaking hyphen, and many kinds of quotes and spaces. People type the plain ones. */
export function searchable(text: string): string {
  return text
    .replace(/\s/g, ' ')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/[\u2018\u2019]/g, "'")
    .replace(/[\u201c\u201d]/g, '"')
    .toLowerCase();
}
