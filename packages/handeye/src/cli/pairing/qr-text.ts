import { encode } from 'uqr';

/** Light modules around the code; cameras need them to find it. */
const BORDER = 2;

/** Black on white in any colours of the terminal: inverted codes are not read by every camera. */
const COLOURS = '\u001b[38;5;16;48;5;231m';
const RESET = '\u001b[0m';

const halves = { upper: '▀', lower: '▄', both: '█', none: ' ' } as const;

/** The dark modules of a QR code, row by row. */
export function qrModules(text: string): readonly (readonly boolean[])[] {
  return encode(text, { ecc: 'L', border: BORDER }).data;
}

/** A QR code for a terminal: each character shows two modules, one above the other. */
export function qrText(text: string): string {
  const rows = qrModules(text);
  const lines: string[] = [];
  for (let y = 0; y < rows.length; y += 2) {
    const line = (rows[y] ?? []).map((upper, x) => halfOf(upper, rows[y + 1]?.[x] === true));
    lines.push(`${COLOURS}${line.join('')}${RESET}`);
  }
  return lines.join('\n');
}

function halfOf(upper: boolean, lower: boolean): string {
  if (upper) return lower ? halves.both : halves.upper;
  return lower ? halves.lower : halves.none;
}
