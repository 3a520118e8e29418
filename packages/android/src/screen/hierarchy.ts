import { Parser } from 'htmlparser2';
import { ShallowTokenizer } from './shallow-tokenizer.ts';

/** A node of the dump, with its raw attributes. */
export interface DumpedNode {
  readonly attributes: Attributes;
  /** Its parent's place among the nodes of the window; undefined for a root. A parent comes before its children. */
  readonly parent: number | undefined;
}

/** A window of the dump. The plain form of a dump has one, without attributes: the active one. */
export interface DumpedWindow {
  readonly attributes: Attributes;
  /** The display it is on; 0 is the phone's own. */
  readonly display: number;
  /** Quarter turns of the display, if the window could be read. */
  readonly rotation: number | undefined;
  readonly nodes: readonly DumpedNode[];
}

export type Attributes = Readonly<Record<string, string>>;

/** The dump cannot be read: there is none, or its end is missing. */
export class HierarchyError extends Error {
  override readonly name = 'HierarchyError';
}

/** Reads a whole dump that is already here. */
export function readHierarchy(xml: string): DumpedWindow[] {
  const reader = new HierarchyReader();
  reader.write(xml);
  return reader.end();
}

interface OpenWindow {
  readonly attributes: Attributes;
  readonly display: number;
  rotation: number | undefined;
  readonly nodes: DumpedNode[];
}

/** The most text before the document that is kept, for an error message. */
const LONGEST_PREAMBLE = 300;

/**
 * Reads the output of `uiautomator dump` while it arrives, in both shapes: `<hierarchy>` with the active window, and
 * `<displays><display><window>…<hierarchy>` (`--windows`, Android 11 and later).
 *
 * The parser is lenient on purpose. Dumps of real phones hold bare ampersands, control characters and the line `UI hierchary
 * dumped to: …` directly after the last tag; a strict parser fails on a screen that a person can see perfectly well.
 */
export class HierarchyReader {
  readonly #windows: OpenWindow[] = [];
  readonly #openWindows: OpenWindow[] = [];
  /** Places of the open nodes in their window, so that depth costs no call stack. */
  readonly #openNodes: number[] = [];
  readonly #openElements: string[] = [];
  #display = 0;
  #hierarchy: OpenWindow | undefined;
  #preamble = '';
  #started = false;
  #ended = false;
  #carry = '';

  readonly #parser = new Parser(
    {
      onopentag: (name, attributes) => {
        this.#open(name, attributes);
      },
      onclosetag: (name) => {
        this.#close(name);
      },
      ontext: (text) => {
        if (!this.#started && this.#preamble.length < LONGEST_PREAMBLE) this.#preamble += text;
      },
    },
    { xmlMode: true, decodeEntities: true, Tokenizer: ShallowTokenizer },
  );

  write(chunk: string): void {
    if (this.#ended) return;
    const text = this.#carry + chunk;
    const cut = startOfUnfinishedReference(text);
    this.#carry = text.slice(cut);
    this.#parser.write(joinSurrogates(text.slice(0, cut)));
  }

  /** Every window of the dump, in its order: those on top first. */
  end(): DumpedWindow[] {
    // Written, not ended: a parser that ends closes open elements, and a cut dump would look whole.
    this.#parser.write(this.#carry);
    if (!this.#started) throw new HierarchyError(nothing(this.#preamble));
    if (!this.#ended) throw new HierarchyError('The dump of the screen is incomplete.');
    return this.#windows;
  }

  #open(name: string, attributes: Attributes): void {
    if (this.#ended) return;
    if (name === 'hierarchy' || name === 'displays') this.#started = true;
    if (!this.#started) return;
    this.#openElements.push(name);
    if (name === 'display') this.#display = wholeNumber(attributes.id) ?? 0;
    else if (name === 'window') this.#openWindow(attributes);
    else if (name === 'hierarchy') this.#openHierarchy(attributes);
    else if (name !== 'displays') this.#openNode(attributes);
  }

  #openWindow(attributes: Attributes): OpenWindow {
    const window = { attributes, display: this.#display, rotation: undefined, nodes: [] };
    this.#windows.push(window);
    this.#openWindows.push(window);
    return window;
  }

  #openHierarchy(attributes: Attributes): void {
    const window = this.#openWindows.at(-1) ?? this.#openWindow({});
    window.rotation = wholeNumber(attributes.rotation);
    this.#hierarchy = window;
  }

  #openNode(attributes: Attributes): void {
    const nodes = this.#hierarchy?.nodes;
    if (nodes === undefined) return;
    nodes.push({ attributes, parent: this.#openNodes.at(-1) });
    this.#openNodes.push(nodes.length - 1);
  }

  #close(name: string): void {
    if (this.#ended || this.#openElements.pop() === undefined) return;
    if (name === 'window') this.#openWindows.pop();
    else if (name === 'hierarchy') this.#hierarchy = undefined;
    else if (name !== 'display' && name !== 'displays') this.#openNodes.pop();
    this.#ended = this.#openElements.length === 0;
  }
}

function nothing(preamble: string): string {
  const said = preamble.trim().slice(0, LONGEST_PREAMBLE);
  return said === ''
    ? 'The dump of the screen is empty.'
    : `There is no dump of the screen; the phone said: ${said}`;
}

// Android up to 7 writes a character beyond the BMP as two references, one for each surrogate (&#55357;&#56832;), which no XML
// parser accepts. Joined they are the intended character.
const SURROGATE_PAIR = /&#(5(?:5\d|6[0-3])\d\d);&#(5[67]\d{3});/g;
const UNFINISHED = /&(?:#\d{0,5})?$|&#5(?:5\d|6[0-3])\d\d;(?:&(?:#\d{0,5})?)?$/;

function joinSurrogates(text: string): string {
  if (!text.includes('&#5')) return text;
  return text.replace(SURROGATE_PAIR, (_, high: string, low: string) =>
    String.fromCharCode(Number(high), Number(low)),
  );
}

/** A chunk may end inside a pair of references: the rest waits for the next chunk. */
function startOfUnfinishedReference(text: string): number {
  const unfinished = UNFINISHED.exec(text.slice(-20));
  return unfinished === null ? text.length : text.length - unfinished[0].length;
}

/** A number without a fraction, as dumps write them. */
export function wholeNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^-?\d{1,9}$/.test(text) ? Number(text) : undefined;
}
