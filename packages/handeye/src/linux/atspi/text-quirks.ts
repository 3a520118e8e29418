import type { Accessible } from './accessible.ts';
import { toolkits } from './accessible.ts';

/** How a toolkit's interfaces Text and EditableText differ from what AT-SPI says about them. */
interface TextQuirks {
  /**
   * What SetTextContents and InsertText can write: anything; nothing, although they return true; or nothing beyond
   * U+FFFF, which they damage.
   */
  readonly edits: 'anything' | 'nothing' | 'basic plane';
  /** What positions and CharacterCount count. */
  readonly positions: 'characters' | 'UTF-16';
  /** What the length of InsertText counts. */
  readonly insertLength: 'bytes' | 'UTF-16';
  /** The Tab key moves the focus also in a field of several lines. */
  readonly tabLeaves: boolean;
}

const asSpecified: TextQuirks = {
  edits: 'anything',
  positions: 'characters',
  insertLength: 'bytes',
  tabLeaves: false,
};

const quirksOf: Readonly<Record<string, TextQuirks>> = {
  // Qt 6.4 passes its own UTF-16 positions on, and pads what is inserted with NULs up to the length.
  [toolkits.qt]: { ...asSpecified, positions: 'UTF-16', insertLength: 'UTF-16' },
  // Firefox 153 replies true to both and does neither.
  Gecko: { ...asSpecified, edits: 'nothing', tabLeaves: true },
  [toolkits.chromium]: { ...asSpecified, edits: 'nothing', tabLeaves: true },
  // java-atk-wrapper 0.40 makes Java strings of bytes that are not Java's own UTF-8, and cuts them.
  'J2SE-access-bridge': {
    ...asSpecified,
    edits: 'basic plane',
    positions: 'UTF-16',
    insertLength: 'UTF-16',
  },
};

/** LibreOffice 7.4 says that it is GTK. Its dialogs are; its documents are its own and count in UTF-16. */
const libreOfficeDocument: TextQuirks = { ...asSpecified, positions: 'UTF-16', insertLength: 'UTF-16' };

interface Field {
  readonly accessible: Pick<Accessible, 'role'>;
  readonly toolkit: string;
  readonly app: { readonly name: string };
}

export function textQuirksOf({ accessible, toolkit, app }: Field): TextQuirks {
  if (app.name === 'soffice' && accessible.role !== 'text') return libreOfficeDocument;
  return quirksOf[toolkit] ?? asSpecified;
}

/** Whether a field can be given this text by accessibility. */
export function canBeEdited(field: Field, text: string): boolean {
  const { edits } = textQuirksOf(field);
  return edits === 'anything' || (edits === 'basic plane' && !/[\u{10000}-\u{10ffff}]/u.test(text));
}

/** How far a text reaches in the positions of a field. */
export function positionsIn(field: Field, text: string): number {
  return textQuirksOf(field).positions === 'UTF-16' ? text.length : Array.from(text).length;
}

/** The length of a text as InsertText wants it. */
export function insertLengthOf(field: Field, text: string): number {
  return textQuirksOf(field).insertLength === 'UTF-16' ? text.length : Buffer.byteLength(text);
}

/**
 * What a field holds, from what GetText replied. Firefox 153 puts a U+FEFF behind each character that takes two
 * positions. Replies of Qt 6.4 end at the first NUL, which hides all that follows: only the number of positions tells,
 * and what is missing is shown as unreadable characters.
 */
export async function exactText(
  reply: string,
  toolkit: string,
  countPositions: () => Promise<number>,
): Promise<string> {
  if (toolkit === 'Gecko') return reply.replace(/([\u{10000}-\u{10ffff}])\ufeff/gu, '$1');
  if (toolkit !== toolkits.qt) return reply;
  return reply + '\ufffd'.repeat(Math.max(0, (await countPositions()) - reply.length));
}
