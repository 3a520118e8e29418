/** Something that Android printed or wrote does not have the form that its sources describe. */
export class UnreadableParcel extends Error {
  override readonly name = 'UnreadableParcel';
}

/**
 * The bytes of the parcel that `service call` printed (Parcel::print and printHexData of libbinder). Up to 16 bytes are
 * on one line; more have lines of their own, each with its offset, four words and the same bytes as characters. A word
 * is printed as a number, so its bytes are reversed.
 */
export function bytesOfDump(output: string): Buffer {
  const [, inside] = /^Result: Parcel\((.*)\)\s*$/s.exec(output) ?? [];
  if (inside === undefined) throw new UnreadableParcel('no parcel was printed');
  if (inside === 'NULL' || inside.startsWith('Error: '))
    throw new UnreadableParcel(`it is ${inside.slice(0, 100)}`);
  const [before, ...lines] = inside.split('\n');
  if (lines.length === 0) return bytesOfWords(before ?? '');
  if (before !== '') throw new UnreadableParcel('the dump begins in the middle of a line');
  // After the bytes, binder objects are listed; a text has none that matter.
  const dump = lines.filter((line) => !/^\s*Object #\d+ @ /.test(line));
  return Buffer.concat(dump.map((line, row) => bytesOfLine(line, { row, isLast: row === dump.length - 1 })));
}

const BYTES_A_LINE = 16;

function bytesOfLine(line: string, { row, isLast }: { row: number; isLast: boolean }): Buffer {
  const place = `  0x${(row * BYTES_A_LINE).toString(16).padStart(8, '0')}: `;
  if (!line.startsWith(place)) throw new UnreadableParcel(`line ${row + 1} of the dump is out of place`);
  const bytes = bytesOfWords(line.slice(place.length));
  if (bytes.length === BYTES_A_LINE || isLast) return bytes;
  throw new UnreadableParcel(`line ${row + 1} of the dump is short`);
}

function bytesOfWords(columns: string): Buffer {
  const [, words = '', shown] = /^([0-9a-f ]+) '(.*)'$/.exec(columns) ?? [];
  const numbers = words.split(' ').filter((word) => word !== '');
  if (shown === undefined || numbers.length > 4 || !numbers.every((word) => word.length === 8))
    throw new UnreadableParcel('a line of the dump has another form');
  const bytes = Buffer.concat(numbers.map((word) => Buffer.from(word, 'hex').reverse()));
  if (shown.trimEnd() === charactersOf(bytes).trimEnd()) return bytes;
  throw new UnreadableParcel('the two columns of the dump disagree');
}

function charactersOf(bytes: Buffer): string {
  return Array.from(bytes, (byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '.')).join(
    '',
  );
}
