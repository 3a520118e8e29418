import { Resvg } from '@resvg/resvg-js';
import { heightOf, widthOf } from '../views/geometry.ts';
import type { Display } from '../windows/display.ts';
import type { Surface } from '../windows/surface.ts';
import { collectPictures } from './collect.ts';
import { inTheDark } from './dark.ts';
import { drawNode } from './svg.ts';

/** The screen's pixels: RGBA, row by row from the top left corner. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly rgba: Uint8Array;
}

/** The input of the painter. */
export interface Scene {
  /** Topmost first. */
  readonly surfaces: readonly Surface[];
  readonly display: Display;
  readonly isSecure: (surface: Surface) => boolean;
  readonly focused: Surface | undefined;
  /** The dark theme is on. */
  readonly dark: boolean;
}

/** Paints windows. An unchanged screen is not painted again. */
export class Painter {
  #last: { svg: string; picture: Picture } | undefined;

  paint(scene: Scene): Picture {
    const svg = scene.dark ? inTheDark(drawScene(scene)) : drawScene(scene);
    if (this.#last?.svg !== svg) {
      this.#last = { svg, picture: rasterise(svg) };
      collectPictures();
    }
    return this.#last.picture;
  }
}

function rasterise(svg: string): Picture {
  const image = new Resvg(svg, { font: { loadSystemFonts: false }, logLevel: 'off' }).render();
  return { width: image.width, height: image.height, rgba: image.pixels };
}

/** All windows as one SVG, lowest first. */
export function drawScene({ surfaces, display, isSecure, focused }: Scene): string {
  const { width, height } = display.size;
  const body = surfaces.toReversed().map((surface) => {
    const { bounds } = surface;
    if (isSecure(surface)) {
      return `<rect x="${bounds.left}" y="${bounds.top}" width="${widthOf(bounds)}" height="${heightOf(bounds)}"/>`;
    }
    const dim =
      surface.spec.dim === true ? `<rect width="${width}" height="${height}" fill-opacity="0.4"/>` : '';
    const { scale, textScale } = display;
    const focus = surface === focused ? surface.states.focus : undefined;
    return dim + drawNode(surface.root(), { scale, textScale, screen: display.bounds, focus });
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="${width}" height="${height}"/>${body.join('')}</svg>`;
}
