/** Backslash escapes, in the dialects of `echo`, `$'…'` and printf's format. */

import { concatenate, encode } from '../text.ts';

type Dialect = 'echo' | 'dollar-quote' | 'printf';

const SIMPLE = new Map([
  ['a', 7],
  ['b', 8],
  ['e', 27],
  ['E', 27],
  ['f', 12],
  ['n', 10],
  ['r', 13],
  ['t', 9],
  ['v', 11],
  ['\\', 92],
]);

const ESCAPE =
  /\\(?:([abeEfnrtv\\])|(c)|x([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{1,4})|U([0-9a-fA-F]{1,8})|(0[0-7]{0,3})|([1-7][0-7]{0,2})|(['"?]))/g;

/** The bytes of a text with escapes; `stopped` if it contains `\c`: no newline, or nothing more, follows. */
export function parseEscapes(text: string, dialect: Dialect): { bytes: Uint8Array; stopped: boolean } {
  const pieces: Uint8Array[] = [];
  let done = 0;
  let stopped = false;
  for (const found of text.matchAll(ESCAPE)) {
    const [whole, simple, stop, hex, short, long, octal, bareOctal, quote] = found;
    // In echo only a leading zero starts an octal number; quotes are escaped only in $'…'.
    if (dialect === 'echo' && (bareOctal !== undefined || quote !== undefined)) continue;
    if (dialect === 'printf' && quote === '?') continue;
    pieces.push(encode(text.slice(done, found.index)));
    done = found.index + whole.length;
    if (stop !== undefined) {
      if (dialect === 'printf') return { bytes: concatenate(pieces), stopped: true };
      // In mksh's echo, \c only suppresses the newline; in $'…', \cX is a control character.
      if (dialect === 'echo') stopped = true;
      else pieces.push(Uint8Array.of(text.charCodeAt(done++) & 0x1f));
    } else if (quote !== undefined) pieces.push(encode(quote));
    else if (simple !== undefined) pieces.push(Uint8Array.of(SIMPLE.get(simple) ?? 0));
    else if (hex !== undefined) pieces.push(Uint8Array.of(parseInt(hex, 16)));
    else if (short !== undefined || long !== undefined) pieces.push(encode(character(short ?? long ?? '0')));
    else pieces.push(Uint8Array.of(parseInt(octal ?? bareOctal ?? '0', 8) & 0xff));
  }
  pieces.push(encode(text.slice(done)));
  return { bytes: concatenate(pieces), stopped };
}

function character(hex: string): string {
  const code = parseInt(hex, 16);
  return code > 0x10ffff ? '\ufffd' : String.fromCodePoint(code);
}
