import type { UiNode } from './node.ts';
import { flat, shown } from './sanitize.ts';
import type { Element, Snapshot } from './snapshot.ts';

export type FindBy = 'text' | 'content_desc' | 'resource_id' | 'class_name';

export interface Query {
  readonly by: FindBy;
  readonly value: string;
  /** Equal and case-sensitive; otherwise contained, ignoring case. */
  readonly exact: boolean;
}

/** Every element that matches, in tree order, the active window first; invisible elements included. */
export function findElements(snapshot: Snapshot, query: Query): Element[] {
  const matches = query.exact ? equalTo(query.value) : containing(query.value);
  return snapshot.elements.filter(({ node }) => propertiesOf(node, query.by).some(matches));
}

/** Why the query cannot find anything, if the snapshot lacks what it asks for. */
export function unsearchable({ textless }: Snapshot, { by }: Query): string | undefined {
  return by === 'text' || by === 'content_desc' ? textless : undefined;
}

function propertiesOf(node: UiNode, by: FindBy): readonly string[] {
  return namesOf(node, by).filter((property) => property !== undefined);
}

function namesOf(node: UiNode, by: FindBy): readonly (string | undefined)[] {
  switch (by) {
    case 'text':
      return [node.text];
    case 'content_desc':
      // What describes a field besides: what an empty one suggests, and what is wrong with what it holds.
      return [node.description, flat(node.text) === '' ? node.hint : undefined, node.error];
    case 'resource_id':
      return [node.resourceId];
    case 'class_name':
      return [node.className];
  }
}

// A model knows a text as its cell showed it, on one line; a person may know it as the application has it.
// Both find it.
function equalTo(value: string): (property: string) => boolean {
  const wanted = shown(value);
  return (property) => property === wanted || flat(property) === wanted;
}

/** Whether a property contains the value in any case, with any kind of space between words. */
export function containing(value: string): (property: string) => boolean {
  const wanted = searchable(shown(value) ?? '');
  return (property) => wanted !== '' && searchable(property).includes(wanted);
}

/** Applications write Wi‑Fi with a hyphen that nobody types, and quotes and spaces of many kinds. */
export function searchable(text: string): string {
  return text
    .replace(/\s/g, ' ')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/[\u2018\u2019]/g, "'")
    .replace(/[\u201c\u201d]/g, '"')
    .toLowerCase();
}
