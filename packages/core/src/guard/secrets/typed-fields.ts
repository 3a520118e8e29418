import type { UiNode } from '@handeye/screen/node';
import type { Element, UiWindow } from '@handeye/screen/snapshot';
import type { Secret } from './secret-lines.ts';
import { maskOf, partTokenOf, tokenOf } from './secrets.ts';

/** More fields than this are not remembered: the oldest are forgotten. */
const MOST_FIELDS = 500;

/** Where a node is: its window, and its place in the tree by classes and positions. */
export interface Place {
  readonly node: UiNode;
  readonly window: Pick<UiWindow, 'app' | 'key'>;
  /** `android.widget.EditText[2]` and what is around it, from the inside out. */
  readonly path: () => string;
}

/** A field that a secret was typed into. */
interface TypedField {
  readonly app: string | undefined;
  readonly key: string | undefined;
  readonly className: string | undefined;
  readonly resourceId: string | undefined;
  readonly path: string;
  /** The typed texts, one for each time. */
  readonly secrets: readonly Secret[];
  /** The same with what was typed before that was replaced or emptied: an undo brings it back. */
  readonly past: readonly Secret[];
  readonly mask: (text: string) => string;
  /** The result was not seen yet, its content may still come, it was seen to hold something, or it holds another text. */
  state: 'being typed' | 'typed' | 'filled' | 'emptied';
  /** The text that was typed in its place: the caller knows it already. */
  typedSince?: string;
}

/** The text that a field is shown with, and whether a picture of it would show a secret. */
export interface ShownField {
  readonly text: string | undefined;
  readonly holdsSecret: boolean;
}

/** Remembers the fields of one device that hold secrets, and those that did: an undo brings a value back. */
export class TypedFields {
  #fields: readonly TypedField[] = [];

  get isEmpty(): boolean {
    return this.#fields.length === 0;
  }

  /** Notes what is about to be typed: it may arrive even if the call fails. The returned function says that it is done. */
  note(place: Place, secrets: readonly Secret[], { replaces }: { readonly replaces: boolean }): () => void {
    const before = this.#find(place);
    // The old text may stay if this fails: the mask knows both.
    const past = [...new Set([...(before?.past ?? []), ...secrets])];
    const stay = replaces || before?.state === 'emptied' ? [] : (before?.secrets ?? []);
    const { node, window, path } = place;
    const field: TypedField = {
      app: window.app,
      key: node.key,
      className: node.className,
      resourceId: node.resourceId,
      path: path(),
      secrets: [...stay, ...secrets],
      past,
      mask: maskOf(past, 'i'),
      state: 'being typed',
    };
    this.#fields = [...this.#fields.filter((other) => other !== before), field].slice(-MOST_FIELDS);
    return () => {
      field.state = 'typed';
    };
  }

  /** Its content was replaced by a text that is no secret. */
  replaced(place: Place, text: string): void {
    const field = this.#find(place);
    if (field) Object.assign(field, { state: 'emptied', typedSince: text });
  }

  /** Whether one of them belongs to an application, or to an unknown one. */
  mayBeIn(app: string | undefined): boolean {
    return this.#fields
      .filter(({ state }) => state !== 'emptied')
      .some((field) => app === undefined || field.app === undefined || field.app === app);
  }

  /** The content of a field without secrets; undefined if none was typed into it. */
  shown(place: Place): ShownField | undefined {
    if (this.isEmpty) return undefined;
    const field = this.#find(place);
    const { node } = place;
    const content = (node.password ? node.text : node.rawText) ?? '';
    if (!field) return node.editable ? this.#similar(place, content) : undefined;
    if (content === '') {
      // Only what was seen to hold something can be seen to be emptied: a content may take a moment to appear.
      if (field.state === 'filled') field.state = 'emptied';
      return undefined;
    }
    if (field.state === 'emptied') return node.password ? undefined : cameBack(field, content);
    if (field.state === 'typed') field.state = 'filled';
    return { text: node.password ? node.text : textIn(field, content), holdsSecret: true };
  }

  /** A text of an application, under any of its names, without what was typed into its fields. */
  withoutValues(apps: readonly (string | undefined)[], text: string): string {
    return this.#fields
      .filter((field) => apps.includes(field.app))
      .reduce((shown, field) => field.mask(shown), text);
  }

  #find({ node, window, path }: Place): TypedField | undefined {
    return this.#fields.find((field) => {
      if (field.app !== window.app) return false;
      if (field.key !== undefined && node.key !== undefined) return field.key === node.key;
      return field.resourceId === node.resourceId && field.path === path();
    });
  }

  /** A field of the same kind may be the same one after its screen was built anew: it is masked if it holds the value. */
  #similar({ node, window }: Place, content: string): ShownField | undefined {
    const alike = this.#fields.filter(
      (field) =>
        field.app === window.app &&
        field.className === node.className &&
        field.resourceId === node.resourceId,
    );
    const text = alike.reduce((shown, field) => field.mask(shown), content);
    return text === content ? undefined : { text, holdsSecret: true };
  }
}

/**
 * A content with names in the place of the values. If one is missing, what is left of it cannot be told from the rest, and
 * nothing is shown: otherwise deleting its characters one by one would tell them.
 */
function textIn({ mask, secrets }: TypedField, content: string): string {
  const text = mask(content);
  const names = secrets.map(({ name }) => name);
  const isWhole = names.every(
    (name) => text.split(tokenOf(name)).length > names.filter((other) => other === name).length,
  );
  return isWhole ? text : partTokenOf(names.at(-1) ?? '');
}

/** As many first characters of a value are taken for a part of it where it was typed. */
const FEWEST_OF_A_VALUE = 3;

/** The text of a field that held a secret before; undefined if no part of the secret came back. */
function cameBack({ past, mask, typedSince }: TypedField, content: string): ShownField | undefined {
  if (content === typedSince) return undefined;
  const masked = mask(content);
  const rest = past.reduce((text, { name }) => text.replaceAll(tokenOf(name), ' '), masked).toLowerCase();
  const part = past.find(({ value }) => {
    const start = Array.from(value).slice(0, FEWEST_OF_A_VALUE).join('').toLowerCase();
    return Array.from(start).length === FEWEST_OF_A_VALUE && rest.includes(start);
  });
  // Not even where it ends: otherwise a value could be guessed character by character.
  if (part) return { text: partTokenOf(part.name), holdsSecret: true };
  return masked === content ? undefined : { text: masked, holdsSecret: true };
}

/** Where an element of a snapshot is. */
export function placeOf({ node, window, parent }: Element): Place {
  return { node, window, path: () => pathOf({ node, parent }) };
}

function pathOf({ node, parent }: Pick<Element, 'node' | 'parent'>): string {
  const steps: string[] = [];
  let inner = node;
  for (let outer = parent; outer; outer = outer.parent) {
    steps.push(stepOf(inner, outer.node.children.indexOf(inner)));
    inner = outer.node;
  }
  return [...steps, stepOf(inner, 0)].join(' < ');
}

export function stepOf({ className = '' }: UiNode, index: number): string {
  return `${className}[${index}]`;
}
