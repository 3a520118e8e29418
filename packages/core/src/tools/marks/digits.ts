/**
 * The digits of a label, and a decimal point, 5 x 7 pixels each. Drawn by our own hand: a machine may have no fonts at all, and digits of whole
 * pixels stay sharp in a small picture.
 */
const GLYPHS: Readonly<Record<string, readonly string[]>> = {
  0: [' ### ', '#   #', '#   #', '#   #', '#   #', '#   #', ' ### '],
  1: ['  #  ', ' ##  ', '# #  ', '  #  ', '  #  ', '  #  ', '#####'],
  2: [' ### ', '#   #', '    #', '   # ', '  #  ', ' #   ', '#####'],
  3: [' ### ', '#   #', '    #', '  ## ', '    #', '#   #', ' ### '],
  4: ['   # ', '  ## ', ' # # ', '#  # ', '#####', '   # ', '   # '],
  5: ['#####', '#    ', '#### ', '    #', '    #', '#   #', ' ### '],
  6: ['  ## ', ' #   ', '#    ', '#### ', '#   #', '#   #', ' ### '],
  7: ['#####', '    #', '   # ', '  #  ', '  #  ', ' #   ', ' #   '],
  8: [' ### ', '#   #', '#   #', ' ### ', '#   #', '#   #', ' ### '],
  9: [' ### ', '#   #', '#   #', ' ####', '    #', '   # ', ' ##  '],
  '.': ['     ', '     ', '     ', '     ', '     ', ' ##  ', ' ##  '],
};

const GLYPH_WIDTH = 5;
const GLYPH_HEIGHT = 7;
const SPACING = 1;
/** Around the digits: one pixel of the box's colour, then its light border. */
const PADDING = 2;

/** The size of the box that holds a number. */
export function labelSize(text: string): { readonly width: number; readonly height: number } {
  const width = text.length * (GLYPH_WIDTH + SPACING) - SPACING;
  return { width: width + 2 * PADDING, height: GLYPH_HEIGHT + 2 * PADDING };
}

/** The pixels of a number that are set, counted from the corner of its box. */
export function* digitPixels(text: string): Generator<{ readonly x: number; readonly y: number }> {
  let left = PADDING;
  for (const digit of text) {
    for (const [row, pixels] of (GLYPHS[digit] ?? []).entries()) {
      for (let column = 0; column < GLYPH_WIDTH; column += 1) {
        if (pixels[column] === '#') yield { x: left + column, y: PADDING + row };
      }
    }
    left += GLYPH_WIDTH + SPACING;
  }
}
