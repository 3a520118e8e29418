import { textWidth, type FontWeight } from './font.ts';

/** How a text breaks into lines. */

export interface TextStyle {
  /** Pixels. */
  readonly size: number;
  readonly weight: FontWeight;
}

const ELLIPSIS = '…';

const known = new Map<string, readonly string[]>();
const MOST_KNOWN = 2000;

/** Breaks text into at most `maxLines` lines no wider than `width`; text that does not fit ends in an ellipsis. */
export function wrap(text: string, style: TextStyle, width: number, maxLines = Infinity): readonly string[] {
  const key = `${style.size} ${style.weight} ${width} ${maxLines} ${text}`;
  let lines = known.get(key);
  if (lines === undefined) {
    if (known.size >= MOST_KNOWN) known.clear();
    lines = breakLines(text, style, width, maxLines);
    known.set(key, lines);
  }
  return lines;
}

function breakLines(text: string, style: TextStyle, width: number, maxLines: number): readonly string[] {
  const lines: string[] = [];
  for (const paragraph of text.split('\n')) {
    for (const line of wrapParagraph(paragraph, style, width)) {
      if (lines.length === maxLines) {
        lines[maxLines - 1] = ellipsize(`${lines[maxLines - 1] ?? ''}${ELLIPSIS}`, style, width);
        return lines;
      }
      lines.push(line);
    }
  }
  return lines;
}

function* wrapParagraph(paragraph: string, style: TextStyle, width: number): Generator<string> {
  if (textWidth(paragraph, style.size, style.weight) <= width) {
    yield paragraph;
    return;
  }
  let line = '';
  let lineWidth = 0;
  for (const word of paragraph.match(/\S+\s*|\s+/g) ?? []) {
    const wordWidth = textWidth(word.trimEnd(), style.size, style.weight);
    if (line !== '' && lineWidth + wordWidth > width) {
      yield line;
      line = '';
      lineWidth = 0;
    }
    if (wordWidth > width) {
      const pieces = breakWord(word, style, width);
      yield* pieces.slice(0, -1);
      line = pieces.at(-1) ?? '';
      lineWidth = textWidth(line, style.size, style.weight);
      continue;
    }
    line += word;
    lineWidth += textWidth(word, style.size, style.weight);
  }
  if (line !== '') yield line;
}

function breakWord(word: string, style: TextStyle, width: number): string[] {
  const pieces: string[] = [];
  let piece = '';
  let pieceWidth = 0;
  for (const character of word) {
    const advance = textWidth(character, style.size, style.weight);
    if (piece !== '' && pieceWidth + advance > width) {
      pieces.push(piece);
      piece = '';
      pieceWidth = 0;
    }
    piece += character;
    pieceWidth += advance;
  }
  return [...pieces, piece];
}

function ellipsize(line: string, style: TextStyle, width: number): string {
  const characters = Array.from(line.slice(0, -1));
  while (characters.length > 0) {
    const shown = characters.join('').trimEnd() + ELLIPSIS;
    if (textWidth(shown, style.size, style.weight) <= width) return shown;
    characters.pop();
  }
  return ELLIPSIS;
}
