import type { TextRange } from '@handeye/screen/node';
import { asNumber } from '../dbus/value.ts';
import type { Accessible, Reference } from './accessible.ts';
import { interfaces, LIBRE_OFFICE, toolkits } from './accessible.ts';
import type { Caller } from './caller.ts';
import { orUndefined } from './errors.ts';

/** How a toolkit's interfaces Text and EditableText differ from what AT-SPI says about them. */
interface TextQuirks {
  /**
   * The text that SetTextContents and InsertText can write: any; none, although they return true; or none beyond U+FFFF, which
   * they damage.
   */
  readonly edits: 'anything' | 'nothing' | 'basic plane';
  /** The unit of positions and CharacterCount. */
  readonly positions: 'characters' | 'UTF-16';
  /** The unit of the length of InsertText. */
  readonly insertLength: 'bytes' | 'UTF-16';
  /** Keys of characters beyond U+FFFF are lost: only the clipboard brings them in. */
  readonly pastesBeyondBasicPlane: boolean;
  /** The Tab key moves the focus even in a field of several lines. */
  readonly tabLeaves: boolean;
  /** Chromium 150 makes characters of UTF-16 positions, and then characters of those, when it tells the selection. */
  readonly selectionCountsTwice: boolean;
}

const asSpecified: TextQuirks = {
  edits: 'anything',
  positions: 'characters',
  insertLength: 'bytes',
  pastesBeyondBasicPlane: false,
  tabLeaves: false,
  selectionCountsTwice: false,
};

const quirksOf: Readonly<Record<string, TextQuirks>> = {
  // Qt 6.4 passes its own UTF-16 positions on, and pads what is inserted with NULs up to the length.
  [toolkits.qt]: { ...asSpecified, positions: 'UTF-16', insertLength: 'UTF-16' },
  // Firefox 153 replies true to both and does neither. A character beyond U+FFFF has two positions.
  [toolkits.gecko]: { ...asSpecified, edits: 'nothing', positions: 'UTF-16', tabLeaves: true },
  [toolkits.chromium]: { ...asSpecified, edits: 'nothing', tabLeaves: true, selectionCountsTwice: true },
  // java-atk-wrapper 0.40 makes Java strings of bytes that are not Java's own UTF-8, and cuts them. AWT 17 has 16 bits
  // for the character of a key.
  [toolkits.java]: {
    ...asSpecified,
    edits: 'basic plane',
    positions: 'UTF-16',
    insertLength: 'UTF-16',
    pastesBeyondBasicPlane: true,
  },
};

/** LibreOffice 7.4 says that it is GTK. Its dialogs are; its documents are its own and count in UTF-16. */
const libreOfficeDocument: TextQuirks = { ...asSpecified, positions: 'UTF-16' };

interface Field {
  readonly accessible: Pick<Accessible, 'role'>;
  readonly toolkit: string;
  readonly app: { readonly name: string };
}

export function textQuirksOf({ accessible, toolkit, app }: Field): TextQuirks {
  if (app.name === LIBRE_OFFICE && accessible.role !== 'text') return libreOfficeDocument;
  return quirksOf[toolkit] ?? asSpecified;
}

/** The class of Calc's windows. */
const CALC = 'libreoffice-calc';

/**
 * Returns true for a cell of LibreOffice Calc 7.4, or the editor in it or above it. They report that they are fields. But
 * Control+End leaves the cell, text that accessibility inserts into its editor makes a wrong formula (#NAME?, Err:509), and a
 * cell takes the typed text only when Enter is pressed.
 */
export function isSpreadsheetCell(
  { accessible }: Pick<Field, 'accessible'>,
  windowClass: string | undefined,
): boolean {
  return windowClass?.toLowerCase() === CALC && accessible.role !== 'text';
}

const BEYOND_BASIC_PLANE = /[\u{10000}-\u{10ffff}]/u;

/** Returns true if accessibility can write this text into a field. */
export function canBeEdited(field: Field, text: string): boolean {
  const { edits } = textQuirksOf(field);
  return edits === 'anything' || (edits === 'basic plane' && !BEYOND_BASIC_PLANE.test(text));
}

/** Returns true if keys would lose a part of this text. */
export function mustBePasted(field: Field, text: string): boolean {
  return textQuirksOf(field).pastesBeyondBasicPlane && BEYOND_BASIC_PLANE.test(text);
}

/** The range of a text, in UTF-16 units, that a toolkit tells in its own positions. */
export function toldRange(told: TextRange, field: Field, text: string): TextRange {
  const { positions, selectionCountsTwice } = textQuirksOf(field);
  if (positions === 'UTF-16') return told;
  const characters = Array.from(text);
  const unitsBefore = (position: number) => characters.slice(0, position).join('').length;
  const place = (position: number) => unitsBefore(selectionCountsTwice ? unitsBefore(position) : position);
  return { start: place(told.start), end: place(told.end) };
}

export function positionsIn(field: Field, text: string): number {
  return textQuirksOf(field).positions === 'UTF-16' ? text.length : Array.from(text).length;
}

/** The length of a text in the unit of InsertText. */
export function insertLengthOf(field: Field, text: string): number {
  return textQuirksOf(field).insertLength === 'UTF-16' ? text.length : Buffer.byteLength(text);
}

/** More characters than this are not asked for one by one. */
const MAX_SINGLE_CHARACTERS = 2000;

/**
 * The content of a field, from the reply of GetText. Firefox 153 puts a U+FEFF behind each character that takes two positions.
 * Replies of Qt 6.4 end at the first NUL, which hides everything after it: only the number of positions shows that, and the
 * missing part is shown as unreadable characters. java-atk-wrapper 0.40 replies nothing at all if there is a character beyond
 * U+FFFF, but returns the halves of it one by one.
 */
export async function exactText(
  reply: string,
  toolkit: string,
  { caller, reference }: { readonly caller: Caller; readonly reference: Reference },
): Promise<string> {
  if (toolkit === toolkits.gecko) return reply.replace(/([\u{10000}-\u{10ffff}])\ufeff/gu, '$1');
  if (toolkit !== toolkits.qt && (toolkit !== toolkits.java || reply !== '')) return reply;
  const count = asNumber(await orUndefined(caller.get(reference, interfaces.text, 'CharacterCount')));
  if (toolkit === toolkits.qt) return reply + '\ufffd'.repeat(Math.max(0, count - reply.length));
  const positions = Array.from({ length: Math.min(count, MAX_SINGLE_CHARACTERS) }, (_, position) => position);
  const units = await Promise.all(
    positions.map(async (position) => {
      const getCharacter = { member: 'GetCharacterAtOffset', signature: 'i', args: [position] };
      const [unit] = await caller.call(reference, { interface: interfaces.text, ...getCharacter });
      return asNumber(unit);
    }),
  );
  return String.fromCharCode(...units) + '\ufffd'.repeat(count - units.length);
}
