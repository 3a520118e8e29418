import type { Row, ScreenTable } from './screen-table.ts';

/** Words of Handeye's own messages that also stand on many screens. They are not personal. */
const commonWords = new Set(
  (
    'a all also an and android app are at be by can companion could did do does down element error field for from ' +
    'had has have home in is it its list no not of off on or page phone read screen search settings system text that the ' +
    'their then there this time to try up was were what while window with without you your'
  ).split(' '),
);

/** A dotted name with one of these prefixes belongs to Android or Java, not to an app. */
const systemNames = /^(android|androidx|java|javax|dalvik|libcore|handeye)\./;

/** Keeps the contents of the phone's screens out of a report. */
export class PersonalData {
  readonly #words = new Set<string>();
  readonly #secrets = new Set<string>();
  readonly #systemPackages: ReadonlySet<string>;

  constructor(systemPackages: Iterable<string>) {
    this.#systemPackages = new Set(systemPackages);
  }

  /** Must not appear at all: the serial number, an address, the clipboard. */
  addSecret(text: string): void {
    if (text.length > 2) this.#secrets.add(text);
  }

  addScreen({ rows, others }: ScreenTable): void {
    for (const { text, description } of [...rows, ...others])
      for (const word of wordsOf(`${text} ${description}`)) this.#words.add(word.toLowerCase());
  }

  /** The package of an app, if it came with the phone. */
  packageOf(name: string): string {
    return this.#isOfSystem(name) ? name : shapeOf(name);
  }

  /** An error's message without its quotes from the phone. */
  withoutIt(message: string): string {
    let text = message;
    for (const secret of this.#secrets) text = text.replaceAll(secret, '(left out)');
    return text
      .replace(/(?<!\p{L})'.*?'(?!\p{L})|"[^"]*"/gu, shapeOf)
      .replace(/\d{5,}|\d+(?:\.\d+){3}(?::\d+)?/g, shapeOf)
      .replace(/[A-Za-z]\w*(?:\.\w+)+/g, (name) => this.packageOf(name))
      .replace(/[\p{L}\p{N}]+/gu, (word) => (this.#isFromScreen(word) ? shapeOf(word) : word));
  }

  /** A row of a screen: its place and its abilities, and of its texts only the shape. */
  rowShape({ className, text, description, resourceId, bounds, flags }: Row): string {
    const { left, top, right, bottom } = bounds;
    const [owner = '', ...rest] = resourceId.split(':');
    const id = rest.length > 0 && this.#isOfSystem(owner) ? resourceId : shapeOf(resourceId);
    const edges = [left, top, right, bottom].join(',');
    return [className, shapeOf(text) || '-', shapeOf(description) || '-', id || '-', edges, flags].join(
      ' | ',
    );
  }

  #isOfSystem(name: string): boolean {
    if (name === 'android' || systemNames.test(name)) return true;
    const parts = name.split('.');
    return parts.some((_, index) => this.#systemPackages.has(parts.slice(0, parts.length - index).join('.')));
  }

  #isFromScreen(word: string): boolean {
    const lower = word.toLowerCase();
    return this.#words.has(lower) && !commonWords.has(lower);
  }
}

function wordsOf(text: string): string[] {
  return (text.match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => word.length > 1);
}

/** The shape of a text: the same length, letters as a or A, digits as 0, other characters beyond ASCII as x. */
export function shapeOf(text: string): string {
  return Array.from(text, shapeOfCharacter).join('');
}

function shapeOfCharacter(character: string): string {
  if (/\p{Lu}/u.test(character)) return 'A';
  if (/\p{L}/u.test(character)) return 'a';
  if (/\p{N}/u.test(character)) return '0';
  return /[ -~]/.test(character) ? character : 'x';
}
