import { isSwitch } from '../format/lean/kinds.ts';
import { isStateWord } from '../format/lean/state-words.ts';
import { hashText, mix } from '../hash.ts';
import type { UiNode } from '../node.ts';

/** A node and its distinguishing facts: its kind and its labels. */
export interface Signature {
  readonly node: UiNode;
  /** A hash of class and resource id, or of class and unique id. Siblings of one kind are alike. */
  readonly kind: number;
  /** Whether its unique id identifies it: no other node of its kind in the window has it. */
  readonly hasUniqueId: boolean;
  /** A hash of its own label; 0 if it has none. */
  readonly ownLabel: number;
  /**
   * A hash of its own label and those below it; 0 if there are none. The content of scrolling containers below it is
   * left out, because it changes with every scroll.
   */
  readonly label: number;
  /** A hash of its title, the first label of a row; 0 if there is none. */
  readonly title: number;
  /** A hash of the letters of its title; 0 if it has none: a number or a time is a value, not a name. */
  readonly words: number;
  /** Whether it or something below it can be clicked, checked or edited. */
  readonly acts: boolean;
  /** Whether it contains a scroller. */
  readonly holdsScroller: boolean;
  readonly children: readonly Signature[];
}

interface Draft {
  readonly node: UiNode;
  kind: number;
  hasUniqueId: boolean;
  readonly ownLabel: number;
  label: number;
  titleText: string;
  title: number;
  words: number;
  acts: boolean;
  holdsScroller: boolean;
  readonly children: Draft[];
}

/**
 * The signature of a tree, and those of its labels that are names: numbers and times change while a screen stays. Not
 * recursive, because trees may be deep. `trusted` lists the tree's unique ids that identify a node.
 */
export function signaturesOf(
  root: UiNode,
  trusted: (ids: readonly string[]) => ReadonlySet<string>,
): { top: Signature; labels: number[] } {
  const top = draft(root);
  const all = [top];
  const labels: number[] = [];
  for (const parent of all) {
    if (LETTER.test(parent.titleText)) labels.push(parent.ownLabel);
    for (const child of parent.node.children) {
      const below = draft(child);
      parent.children.push(below);
      all.push(below);
    }
  }
  useUniqueIds(all, trusted);
  // The list is breadth first: parents come before children, so backwards each node comes after its children.
  for (let at = all.length - 1; at >= 0; at--) {
    const parent = all[at];
    if (parent === undefined) continue;
    parent.label = labelOf(parent);
    setTitle(parent);
    parent.acts ||= parent.children.some(({ acts }) => acts);
    parent.holdsScroller = parent.children.some(
      ({ node, holdsScroller }) => node.scrollable || holdsScroller,
    );
  }
  return { top, labels };
}

/** A readable name of a node: its own label, or the first one below it. */
export function nameOf(node: UiNode): string {
  const waiting = [node];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const own = ownLabelText(next);
    if (own !== '') return own;
    for (const child of next.children.toReversed()) waiting.push(child);
  }
  return '';
}

/** A current or remembered node, with the hash of its own label. */
interface Labelled {
  readonly node: Pick<UiNode, 'scrollable'>;
  readonly ownLabel: number;
  readonly children: readonly Labelled[];
}

/** The labels of a node and all below it, except those inside scrolling containers. */
export function labelsOf(top: Labelled): number[] {
  const labels: number[] = [];
  const waiting = [top];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (next.ownLabel !== 0) labels.push(next.ownLabel);
    for (const child of next.children) if (!child.node.scrollable) waiting.push(child);
  }
  return labels;
}

/** A current or remembered node and those below it, by their kinds. */
interface Shaped {
  readonly node: Pick<UiNode, 'scrollable'>;
  readonly kind: number;
  readonly children: readonly Shaped[];
}

/** Whether two nodes contain nodes of the same kinds in the same order; content that scrolls inside them is left out. */
export function sameShape(one: Shaped, other: Shaped | undefined): boolean {
  const waiting: [one: Shaped, other: Shaped | undefined][] = [[one, other]];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [a, b] = next;
    if (a.kind !== b?.kind) return false;
    if (a.node.scrollable && b.node.scrollable) continue;
    if (a.children.length !== b.children.length) return false;
    a.children.forEach((below, at) => waiting.push([below, b.children[at]]));
  }
  return true;
}

function useUniqueIds(all: readonly Draft[], trusted: (ids: readonly string[]) => ReadonlySet<string>): void {
  const withIds = all.filter(({ node }) => node.uniqueId !== undefined && node.uniqueId !== '');
  if (withIds.length === 0) return;
  const identifying = trusted(withIds.map(({ node }) => node.uniqueId ?? ''));
  for (const one of withIds) {
    const { className = '', uniqueId = '' } = one.node;
    if (!identifying.has(uniqueId)) continue;
    one.hasUniqueId = true;
    one.kind = mix(mix(hashText(className), hashText(uniqueId)), 1);
  }
}

function draft(node: UiNode): Draft {
  const own = ownLabelText(node);
  return {
    node,
    kind: mix(hashText(node.className ?? ''), hashText(node.resourceId ?? '')),
    hasUniqueId: false,
    ownLabel: own === '' ? 0 : hashText(own),
    label: 0,
    titleText: own,
    title: 0,
    words: 0,
    acts: node.clickable || node.longClickable || node.checkable || node.editable,
    holdsScroller: false,
    children: [],
  };
}

/**
 * A node's label. The text of a field is its content, not its name. Its hint is, if the device reports it in every
 * look; a hint that is learned later would change the name of a field.
 */
function ownLabelText(node: UiNode): string {
  const { editable, text, description, hint, hintLearned } = node;
  const parts = editable
    ? [description, hintLearned ? undefined : hint]
    : [nameText(text, node), description];
  return parts.filter((part) => part !== undefined && part !== '').join('\n');
}

/** The text of a switch that only says its state (ON, OFF) is not its name. */
function nameText(text: string | undefined, node: UiNode): string | undefined {
  return text !== undefined && node.checkable && isSwitch(node) && isStateWord(text, node) ? undefined : text;
}

const LETTER = /\p{L}/u;
const NO_LETTERS = /\P{L}+/gu;

/**
 * The title is the first line of a node's own label, or the first title below it. React Native describes a row by its whole
 * content ("Airplane mode, Off"): then its title is the first text in it.
 */
function setTitle(one: Draft): void {
  const below =
    one.children.find(({ titleText, node }) => titleText !== '' && !node.scrollable)?.titleText ?? '';
  const [own = ''] = one.titleText.split('\n', 1);
  one.titleText = own === '' || beginsWith(own, below) ? below : own;
  if (one.titleText === '') return;
  one.title = hashText(one.titleText);
  const letters = one.titleText.replace(NO_LETTERS, '');
  one.words = letters === '' ? 0 : hashText(letters);
}

function beginsWith(own: string, below: string): boolean {
  return below !== '' && own.startsWith(below) && !/^[\p{L}\p{N}]/u.test(own.slice(below.length));
}

function labelOf({ ownLabel, children }: Draft): number {
  let label = ownLabel;
  for (const child of children) {
    if (child.label !== 0 && !child.node.scrollable) label = mix(label, child.label);
  }
  return label;
}
