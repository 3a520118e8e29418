import { area, centre, intersect, type Point } from '@handeye/screen/bounds';
import { shortId } from '@handeye/screen/ids';
import type { Bounds } from '@handeye/screen/node';
import type { Element, Snapshot } from '@handeye/screen/snapshot';
import { sightOf } from '@handeye/screen/touch/reach';
import { type Colour, COLOURS, dashed, dot, LIGHT, line, outline, veil } from '../frame/pictures/canvas.ts';
import { placeIn, type SmallPicture } from '../frame/pictures/picture.ts';
import { digitPixels, labelSize } from './digits.ts';
import { type Labelled, placeLabels, touches } from './placement.ts';

/** How much of a handle a cut-out picture must show for its id to be drawn there. */
const LEAST_SHARE = 0.5;

/** An element that takes more of the picture is a background. */
const LARGEST_CONTENT = 0.25;

interface Mark extends Labelled {
  readonly element: Element;
  readonly text: string;
  readonly colour: Colour;
}

/** Draws the ids of these handles on a picture, where they are in sight; returns those, and how many there is no room for. */
export function drawMarks(
  picture: SmallPicture,
  handles: readonly Element[],
  snapshot: Snapshot,
): { readonly drawn: readonly Element[]; readonly undrawn: number } {
  const marks = marksOf(picture, handles, snapshot);
  const labels = placeLabels(marks, picture, contentsIn(picture, snapshot));
  const drawn = marks.flatMap((mark, at) => {
    const label = labels[at];
    return label ? [{ ...mark, label }] : [];
  });
  for (const { place, colour } of drawn) outline(picture, place, dashed(colour));
  for (const { place, label, colour } of drawn) {
    if (touches(label, place)) continue;
    line(picture, centre(label), nearestPoint(place, centre(label)), dashed(colour));
  }
  for (const { text, label, colour } of drawn) drawLabel(picture, { text, label, colour });
  return { drawn: drawn.map(({ element }) => element), undrawn: marks.length - drawn.length };
}

function marksOf(picture: SmallPicture, handles: readonly Element[], snapshot: Snapshot): Mark[] {
  return handles
    .flatMap((element): Mark[] => {
      const sight = element.node.visible ? sightOf(snapshot, element) : undefined;
      const shown = sight && intersect(sight, picture.shows);
      if (shown === undefined || area(shown) < LEAST_SHARE * area(sight ?? shown)) return [];
      const text = shortId(element.id);
      const place = placeIn(picture, shown);
      return [{ element, place, size: labelSize(text), text, colour: COLOURS[0] }];
    })
    .map((mark, at) => ({ ...mark, colour: COLOURS[at % COLOURS.length] ?? COLOURS[0] }));
}

/** Where texts and images stand, so that labels do not hide them. */
function contentsIn(picture: SmallPicture, { elements }: Snapshot): Bounds[] {
  const largest = LARGEST_CONTENT * picture.width * picture.height;
  return elements.flatMap(({ node }) => {
    const isContent = node.visible && node.children.length === 0;
    const shown = isContent ? intersect(node.bounds, picture.shows) : undefined;
    const place = shown && placeIn(picture, shown);
    return place && area(place) < largest ? [textPlace(place, node.text ?? '')] : [];
  });
}

/** How large a character of a screen's texts is about in a small picture. */
const CHARACTER_WIDTH = 6;
const LINE_HEIGHT = 14;

/** The band of a place that its text takes, which stands in the middle of a button or a field. */
function textPlace({ left, top, right, bottom }: Bounds, text: string): Bounds {
  const lines = Math.ceil((text.length * CHARACTER_WIDTH) / Math.max(1, right - left));
  const around = Math.max(0, Math.floor((bottom - top - Math.max(1, lines) * LINE_HEIGHT) / 2));
  return { left, top: top + around, right, bottom: bottom - around };
}

function drawLabel(
  picture: SmallPicture,
  { text, label, colour }: { text: string; label: Bounds; colour: Colour },
): void {
  veil(picture, label, colour);
  for (const { x, y } of digitPixels(text)) dot(picture, { x: label.left + x, y: label.top + y }, LIGHT);
}

function nearestPoint({ left, top, right, bottom }: Bounds, { x, y }: Point): Point {
  return {
    x: Math.max(left, Math.min(x, right - 1)),
    y: Math.max(top, Math.min(y, bottom - 1)),
  };
}
