import type { UiNode } from '@handeye/screen/node';
import type { UiWindow } from '@handeye/screen/snapshot';
import { hasAmount } from '../text/amounts.ts';
import { namesCodeField, saysCheckout, turnsPages } from '../text/label-meaning.ts';
import { isInUnknownScript } from '../text/scripts.ts';
import { resourceWords } from './resource-words.ts';
import { isSearchField } from './search-fields.ts';

/** Longer texts are prose: they say nothing about what a window is for. */
const LONGEST_LABEL = 80;
/** More nodes than any screen has: a hostile tree does not make a write wait. */
const MOST_NODES = 5000;
const MOST_TEXTS = 400;
/** A key pad has the ten figures; some leave one out. */
const FEWEST_DIGITS = 9;

/** The id of the page's root element; browsers tell it as the name of a resource. */
const STUDIO_ID = 'handeye-studio';

/** Facts about the pressed element from the rest of its window. Computed once a window, part by part. */
export class WindowFacts {
  readonly #nodes: readonly UiNode[];
  #secret: boolean | undefined;
  #keyPad: boolean | undefined;
  #checkout: boolean | undefined;
  #written: boolean | undefined;
  #pages: boolean | undefined;
  #unknown: boolean | undefined;
  #searches: boolean | undefined;
  #studio: boolean | undefined;

  constructor(root: UiNode | undefined) {
    this.#nodes = root ? nodesOf(root) : [];
  }

  get nodes(): readonly UiNode[] {
    return this.#nodes;
  }

  /** A field for a password or a one-time code. */
  get hasSecretField(): boolean {
    return (this.#secret ??= this.#nodes.some((node) => node.visible && isSecretField(node)));
  }

  /** Keys for the ten figures: a calculator, a dialler, a lock. */
  get hasKeyPad(): boolean {
    return (this.#keyPad ??= this.#digits() >= FEWEST_DIGITS);
  }

  /** An amount, and words of a checkout. */
  get isCheckout(): boolean {
    return (this.#checkout ??= this.#findCheckout());
  }

  /** A field that something was written into, to be sent. */
  get hasWrittenText(): boolean {
    return (this.#written ??= this.#nodes.some(
      (node) => node.editable && !node.password && !isSearchField(node) && (node.text ?? '') !== '',
    ));
  }

  /** Buttons that reload or rewind: a browser, a player. */
  get turnsPages(): boolean {
    return (this.#pages ??= this.#nodes.some(
      ({ clickable, text, description }) =>
        clickable && [text, description].some((label) => isLabel(label) && turnsPages(label)),
    ));
  }

  /** A field for a search. */
  get hasSearchField(): boolean {
    return (this.#searches ??= this.#nodes.some((node) => node.editable && isSearchField(node)));
  }

  /** Studio, where a person answers Handeye's questions. */
  get isStudio(): boolean {
    return (this.#studio ??= this.#nodes.some(({ resourceId }) => resourceId?.endsWith(STUDIO_ID) === true));
  }

  /** Most of its letters are of scripts that no word list is written in. */
  get isInUnknownScript(): boolean {
    return (this.#unknown ??= isInUnknownScript(
      this.#nodes.flatMap(({ visible, text, description }) =>
        visible ? [text ?? '', description ?? ''] : [],
      ),
    ));
  }

  /** The texts of the window that are not pressed: titles, questions, explanations. */
  *texts(): Generator<string> {
    let told = 0;
    for (const { text, description, clickable, editable } of this.#nodes) {
      if (clickable || editable) continue;
      for (const one of [text, description]) {
        if (one === undefined || one === '') continue;
        if ((told += 1) > MOST_TEXTS) return;
        yield one;
      }
    }
  }

  #digits(): number {
    const found = new Set<string>();
    for (const { clickable, text, description } of this.#nodes) {
      if (!clickable) continue;
      const [digit] = (text ?? description ?? '').trim();
      const isKey = digit !== undefined && (text ?? description ?? '').trim().split(/[\s,]/)[0]?.length === 1;
      if (isKey && /\d/.test(digit)) found.add(digit);
    }
    return found.size;
  }

  #findCheckout(): boolean {
    const labels = this.#nodes.flatMap(({ text, description, hint }) =>
      [text, description, hint].filter(isLabel),
    );
    // Few windows show an amount: their words need not be read.
    return labels.some(hasAmount) && labels.some(saysCheckout);
  }
}

function isLabel(text: string | undefined): text is string {
  return text !== undefined && text !== '' && text.length <= LONGEST_LABEL;
}

const known = new WeakMap<UiNode, WindowFacts>();
const EMPTY = new WindowFacts(undefined);

export function factsOf({ root }: Pick<UiWindow, 'root'>): WindowFacts {
  if (!root) return EMPTY;
  let facts = known.get(root);
  if (!facts) known.set(root, (facts = new WindowFacts(root)));
  return facts;
}

/** Every node in the order of the tree. Neither depth nor width of a tree can be relied on. */
function nodesOf(root: UiNode): UiNode[] {
  const found: UiNode[] = [];
  const open = [root];
  for (let node = open.pop(); node && found.length < MOST_NODES; node = open.pop()) {
    found.push(node);
    for (let at = node.children.length - 1; at >= 0; at -= 1) {
      const child = node.children[at];
      if (child) open.push(child);
    }
  }
  return found;
}

/** A field whose content is a credential: a password, a PIN, a one-time code. */
export function isSecretField(node: UiNode): boolean {
  if (node.password || node.className === 'passwordfield') return true;
  if (!node.editable) return false;
  // Where the platform does not tell hints, an empty field shows its own as its text.
  const shown = node.hint ?? node.text;
  return [shown, node.description, node.containerTitle, resourceWords(node.resourceId)].some(
    (name) => isLabel(name) && namesCodeField(name),
  );
}
