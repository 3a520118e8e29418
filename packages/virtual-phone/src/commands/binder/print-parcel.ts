const BYTES_A_LINE = 16;
const BYTES_A_WORD = 4;
/** The width of four words and the spaces between them. */
const WORDS_WIDTH = 35;

/** A parcel as `service call` prints it: on one line if it fits, otherwise on lines with their offsets. */
export function printParcel(bytes: Buffer): string {
  if (bytes.length === 0) return 'Parcel(NULL)';
  if (bytes.length <= BYTES_A_LINE) return `Parcel(${oneLine(bytes)})`;
  const lines: string[] = [];
  for (let at = 0; at < bytes.length; at += BYTES_A_LINE) {
    const part = bytes.subarray(at, at + BYTES_A_LINE);
    const place = `0x${at.toString(16).padStart(8, '0')}`;
    const words = wordsOf(part).join(' ').padEnd(WORDS_WIDTH);
    lines.push(`  ${place}: ${words} '${charactersOf(part).padEnd(BYTES_A_LINE)}'`);
  }
  return `Parcel(\n${lines.join('\n')})`;
}

/** On a single line words are not padded; only the spaces between four words are always printed. */
function oneLine(bytes: Buffer): string {
  const words = wordsOf(bytes);
  const blanks = ' '.repeat(BYTES_A_LINE / BYTES_A_WORD - words.length);
  return `${words.join(' ')}${blanks} '${charactersOf(bytes)}'`;
}

/** A word is printed as a number: its last byte first. */
function wordsOf(bytes: Buffer): string[] {
  const words: string[] = [];
  for (let at = 0; at < bytes.length; at += BYTES_A_WORD)
    words.push(
      Buffer.from(bytes.subarray(at, at + BYTES_A_WORD))
        .reverse()
        .toString('hex'),
    );
  return words;
}

function charactersOf(bytes: Buffer): string {
  return Array.from(bytes, (byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '.')).join(
    '',
  );
}
