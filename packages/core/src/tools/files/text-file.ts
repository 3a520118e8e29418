import { invalidParams } from '../../device/errors.ts';
import { sizeText } from '../../text/size.ts';
import { isWellFormed } from '@handeye/screen/sanitize';

/** Turns a file's bytes into text and back, without changing the other bytes. */
export interface TextFile {
  readonly text: string;
  /** It begins with UTF-8's mark, which is no part of the text. */
  readonly hasMark: boolean;
  /** The line ending, if all are alike; LF for a file of one line. */
  readonly lineEnd: '\n' | '\r\n' | 'mixed';
}

const MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/** The first bytes of files of well-known kinds. */
const SIGNATURES: readonly (readonly [signature: string, name: string, at?: number])[] = [
  ['89504e47', 'PNG image'],
  ['ffd8ff', 'JPEG image'],
  ['474946', 'GIF image'],
  ['57454250', 'WebP image', 8],
  ['25504446', 'PDF document'],
  ['504b0304', 'ZIP archive: also .apk, .jar, .docx'],
  ['1f8b', 'gzip archive'],
  ['66747970', 'MP4 or HEIC', 4],
  ['494433', 'MP3'],
  ['4f676753', 'Ogg'],
  ['52494646', 'RIFF: WAV or AVI'],
  ['53514c69746520666f726d6174', 'SQLite database'],
  ['7f454c46', 'ELF program'],
  ['6465780a', 'Dalvik program'],
];

const UTF16_MARKS: readonly (readonly [mark: string, name: string])[] = [
  ['fffe', 'UTF-16, little-endian'],
  ['feff', 'UTF-16, big-endian'],
];

/** Reads a text; what is none, or is in another encoding than UTF-8, is an error that says what it is. */
export function textOf(bytes: Uint8Array, path: string): TextFile {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const hasMark = buffer.subarray(0, MARK.length).equals(MARK);
  const text = utf8(hasMark ? buffer.subarray(MARK.length) : buffer);
  if (text === undefined || text.includes('\0')) throw noText(buffer, path);
  return { text, hasMark, lineEnd: lineEndOf(text) };
}

/** The bytes of a changed text, in the form of the file that it comes from. */
export function bytesOf(text: string, { hasMark }: Pick<TextFile, 'hasMark'>): Buffer {
  mustBeText(text);
  return hasMark ? Buffer.concat([MARK, Buffer.from(text)]) : Buffer.from(text);
}

/** Half a character cannot be written: it would become another one. */
export function mustBeText(text: string): void {
  if (!isWellFormed(text))
    throw invalidParams('The text holds half of a character, which cannot be written.');
}

/** A line break as a reader of the file writes it, in the form that the file uses. */
export function inLineEndsOf({ lineEnd }: TextFile, text: string): string {
  return lineEnd === '\r\n' ? text.replace(/\r?\n/g, '\r\n') : text;
}

function utf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function lineEndOf(text: string): TextFile['lineEnd'] {
  const all = text.split('\n').length - 1;
  const withReturn = text.split('\r\n').length - 1;
  if (withReturn === 0) return '\n';
  return withReturn === all ? '\r\n' : 'mixed';
}

function noText(bytes: Buffer, path: string): Error {
  const kind = SIGNATURES.find(([signature, , at = 0]) => startsWith(bytes.subarray(at), signature))?.[1];
  const utf16 = UTF16_MARKS.find(([mark]) => startsWith(bytes, mark))?.[1];
  const size = sizeText(bytes.length);
  if (kind === undefined && utf16 !== undefined) {
    return invalidParams(`'${path}' (${size}) is text in ${utf16}. Only UTF-8 can be read and changed here.`);
  }
  if (kind === undefined && !hasControls(bytes)) {
    return invalidParams(
      `'${path}' (${size}) is not UTF-8 but text in an older encoding, such as Latin-1, or binary. It cannot be read and changed here.`,
    );
  }
  return invalidParams(
    `'${path}' is a binary file (${kind === undefined ? '' : `${kind}, `}${size}), so it has no lines to show or change.`,
  );
}

function startsWith(bytes: Buffer, hex: string): boolean {
  return bytes.subarray(0, hex.length / 2).toString('hex') === hex;
}

/** Controls that no text holds, near the beginning. */
function hasControls(bytes: Buffer): boolean {
  return bytes
    .subarray(0, 8192)
    .some((byte) => byte < 0x20 && ![0x09, 0x0a, 0x0c, 0x0d, 0x1b].includes(byte));
}
