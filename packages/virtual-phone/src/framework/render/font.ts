import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import opentype, { type Font, type PathCommand } from 'opentype.js';

/**
 * The phone's fonts: Roboto in three weights, and Noto Emoji for what Roboto lacks. Text is measured and drawn from the
 * same outlines, so what is drawn fits the layout.
 */

export type FontWeight = 400 | 500 | 700;

const files: Readonly<Record<FontWeight | 'emoji', string>> = {
  400: '@expo-google-fonts/roboto/400Regular/Roboto_400Regular.ttf',
  500: '@expo-google-fonts/roboto/500Medium/Roboto_500Medium.ttf',
  700: '@expo-google-fonts/roboto/700Bold/Roboto_700Bold.ttf',
  emoji: '@expo-google-fonts/noto-emoji/400Regular/NotoEmoji_400Regular.ttf',
};

/** One character of a font: its advance width and outline, both for a font size of 1. */
interface Glyph {
  readonly advance: number;
  /** SVG path at 1000 units per em. */
  readonly outline: string;
}

const require = createRequire(import.meta.url);
const fonts = new Map<FontWeight | 'emoji', Font>();
const glyphs: Readonly<Record<FontWeight, Map<string, Glyph>>> = {
  400: new Map<string, Glyph>(),
  500: new Map<string, Glyph>(),
  700: new Map<string, Glyph>(),
};

function fontOf(name: FontWeight | 'emoji'): Font {
  let font = fonts.get(name);
  if (font === undefined) {
    const bytes = readFileSync(require.resolve(files[name]));
    font = opentype.parse(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
    fonts.set(name, font);
  }
  return font;
}

// Joiners and variation selectors have no width.
const weightless = /[\u200b-\u200f\ufe00-\ufe0f]/;

function glyphOf(character: string, weight: FontWeight): Glyph {
  const known = glyphs[weight].get(character);
  if (known !== undefined) return known;
  const glyph = loadGlyph(character, weight);
  glyphs[weight].set(character, glyph);
  return glyph;
}

function loadGlyph(character: string, weight: FontWeight): Glyph {
  if (weightless.test(character)) return { advance: 0, outline: '' };
  let font = fontOf(weight);
  if (font.charToGlyphIndex(character) === 0) {
    const emoji = fontOf('emoji');
    if (emoji.charToGlyphIndex(character) !== 0) font = emoji;
  }
  const glyph = font.charToGlyph(character);
  return {
    advance: (glyph.advanceWidth ?? font.unitsPerEm / 2) / font.unitsPerEm,
    outline: pathData(glyph.getPath(0, 0, 1000).commands),
  };
}

// Written by hand because opentype.js 2.0's toPathData drops a segment of Roboto's 0 when it optimises.
function pathData(commands: readonly PathCommand[]): string {
  const at = (x: number, y: number) => `${Math.round(x)} ${Math.round(y)}`;
  return commands
    .map((command) => {
      switch (command.type) {
        case 'M':
        case 'L':
          return command.type + at(command.x, command.y);
        case 'Q':
          return `Q${at(command.x1, command.y1)} ${at(command.x, command.y)}`;
        case 'C':
          return `C${at(command.x1, command.y1)} ${at(command.x2, command.y2)} ${at(command.x, command.y)}`;
        case 'Z':
          return 'Z';
      }
    })
    .join('');
}

/** The width of one line of text, in pixels. */
export function textWidth(text: string, size: number, weight: FontWeight): number {
  let width = 0;
  for (const character of text) width += glyphOf(character, weight).advance;
  return width * size;
}

/** A line of text is 1.172 em high on Android (Roboto's ascent and descent), its baseline 0.928 em below the top. */
export const LINE_HEIGHT = 1.172;
export const ASCENT = 0.928;

/** SVG elements that draw one line of text, starting at x with its baseline at y. */
export function drawLine(
  text: string,
  at: { x: number; y: number },
  font: { size: number; weight: FontWeight; color: string },
): string {
  let pen = 0;
  const scale = font.size / 1000;
  let letters = '';
  for (const character of text) {
    const glyph = glyphOf(character, font.weight);
    if (glyph.outline !== '')
      letters += `<path transform="translate(${pen.toFixed(0)})" d="${glyph.outline}"/>`;
    pen += glyph.advance * 1000;
  }
  if (letters === '') return '';
  return `<g fill="${font.color}" transform="translate(${at.x.toFixed(1)} ${at.y.toFixed(1)}) scale(${scale.toFixed(5)})">${letters}</g>`;
}
