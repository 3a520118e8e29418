import { area, intersect, type Point } from '@handeye/screen/bounds';
import type { Bounds } from '@handeye/screen/node';

/** Something that gets a label: its place in the picture, and how large the label is. */
export interface Labelled {
  readonly place: Bounds;
  readonly size: Size;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Labels side by side must not read as one number. */
const GAP = 1;

/**
 * The cost of covering a pixel of each, relative to an empty one beside all elements: a model reads content, and a label on
 * another's place misleads.
 */
const CONTENT_COST = 6;
const OTHERS_COST = 2;
const OWN_COST = 1;
/** The cost of the next position on the list: among equals the first one wins. */
const ORDER_COST = 4;

/**
 * Where the labels go, in the order of what they name: all inside the picture, none over another. A label lies at a corner of
 * its element, outside where nothing is, else inside where it hides least; if there is no room, as near to it as it can.
 * Undefined is only a label for which the picture has no room at all.
 */
export function placeLabels(
  labelled: readonly Labelled[],
  picture: Size,
  contents: readonly Bounds[],
): (Bounds | undefined)[] {
  const labels: (Bounds | undefined)[] = labelled.map(() => undefined);
  const placed: Bounds[] = [];
  // The smallest first: a large one has room elsewhere.
  const order = labelled.map((one, at) => ({ ...one, at }));
  order.sort((one, other) => area(one.place) - area(other.place) || one.at - other.at);
  for (const { place, size, at } of order) {
    const others = labelled.filter((other) => other.place !== place && !covers(other.place, place));
    const avoided = [
      ...overlapping(place, size, contents).map((bounds) => ({ bounds, cost: CONTENT_COST })),
      ...overlapping(
        place,
        size,
        others.map((other) => other.place),
      ).map((bounds) => ({ bounds, cost: OTHERS_COST })),
    ];
    const label =
      cheapest(candidates(place, size, picture), { place, placed, avoided }) ??
      nearestFree(place, size, { picture, placed });
    if (label === undefined) continue;
    labels[at] = label;
    placed.push(label);
  }
  return labels;
}

/** Whether a label touches its element; else it needs a line to it. */
export function touches(label: Bounds, place: Bounds): boolean {
  return distance(label, place) <= GAP;
}

interface Avoided {
  readonly bounds: Bounds;
  readonly cost: number;
}

/** The elements that a label on or around a place might cover. */
function overlapping(place: Bounds, { width, height }: Size, all: readonly Bounds[]): Bounds[] {
  const around = {
    left: place.left - width,
    top: place.top - height,
    right: place.right + width,
    bottom: place.bottom + height,
  };
  return all.filter((bounds) => intersect(bounds, around) !== undefined);
}

/** The corners outside, then on the edges, then inside, then the middles of the edges. */
function candidates(place: Bounds, { width, height }: Size, picture: Size): Bounds[] {
  const { left, top, right, bottom } = place;
  const [half, low] = [Math.floor(height / 2), bottom - height];
  const [end, middle] = [right - width, Math.round((left + right - width) / 2)];
  const level = Math.round((top + bottom - height) / 2);
  const points: readonly (readonly [x: number, y: number])[] = [
    [left, top - height],
    [end, top - height],
    [left, bottom],
    [end, bottom],
    [left - width, top],
    [right, top],
    [left, top - half],
    [end, top - half],
    [left, bottom - half],
    [end, bottom - half],
    [left, top],
    [end, top],
    [left, low],
    [end, low],
    [middle, top],
    [middle, low],
    [left, level],
    [end, level],
    [left - width, level],
    [right, level],
  ];
  return points.flatMap(([x, y]) => boxAt({ x, y }, { width, height }, picture) ?? []);
}

/** A box moved into the picture; undefined where it is larger. */
function boxAt({ x, y }: Point, { width, height }: Size, picture: Size): Bounds | undefined {
  if (width > picture.width || height > picture.height) return undefined;
  const left = Math.max(0, Math.min(x, picture.width - width));
  const top = Math.max(0, Math.min(y, picture.height - height));
  return { left, top, right: left + width, bottom: top + height };
}

function cheapest(
  boxes: readonly Bounds[],
  { place, placed, avoided }: { place: Bounds; placed: readonly Bounds[]; avoided: readonly Avoided[] },
): Bounds | undefined {
  let best: { readonly box: Bounds; readonly cost: number } | undefined;
  for (const [at, box] of boxes.entries()) {
    if (!isFree(box, placed)) continue;
    const hidden = avoided.reduce((sum, { bounds, cost }) => sum + cost * shared(box, bounds), 0);
    const cost = hidden + shared(box, place) * OWN_COST + at * ORDER_COST;
    if (best === undefined || cost < best.cost) best = { box, cost };
  }
  return best?.box;
}

/**
 * The nearest place that is free, anywhere in the picture. If there is one at all, there is one that lies against the
 * left and upper edges of the picture or of labels: any free box can be pushed there. The other edges are tried to find
 * a nearer one.
 */
function nearestFree(
  place: Bounds,
  size: Size,
  { picture, placed }: { picture: Size; placed: readonly Bounds[] },
): Bounds | undefined {
  const { width, height } = size;
  const xs = new Set([0, picture.width - width, place.left, place.right]);
  const ys = new Set([0, picture.height - height, place.top, place.bottom]);
  for (const { left, top, right, bottom } of placed) {
    xs.add(right + GAP).add(left - width - GAP);
    ys.add(bottom + GAP).add(top - height - GAP);
  }
  let best: { readonly box: Bounds; readonly far: number } | undefined;
  for (const x of xs) {
    for (const y of ys) {
      const box = boxAt({ x, y }, size, picture);
      const far = box && distance(box, place);
      if (box === undefined || far === undefined || (best && far >= best.far)) continue;
      if (isFree(box, placed)) best = { box, far };
    }
  }
  return best?.box;
}

function isFree({ left, top, right, bottom }: Bounds, placed: readonly Bounds[]): boolean {
  return placed.every(
    (other) =>
      other.left >= right + GAP ||
      other.right + GAP <= left ||
      other.top >= bottom + GAP ||
      other.bottom + GAP <= top,
  );
}

function covers(outer: Bounds, inner: Bounds): boolean {
  return shared(outer, inner) === area(inner);
}

function shared(one: Bounds, other: Bounds): number {
  const both = intersect(one, other);
  return both ? area(both) : 0;
}

/** How far apart two rectangles are; 0 where they touch. */
function distance(one: Bounds, other: Bounds): number {
  const x = Math.max(0, other.left - one.right, one.left - other.right);
  const y = Math.max(0, other.top - one.bottom, one.top - other.bottom);
  return Math.hypot(x, y);
}
