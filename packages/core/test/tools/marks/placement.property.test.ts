import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { placeLabels } from '../../../src/tools/marks/placement.ts';
import { intersect } from '@handeye/screen/bounds';
import type { Bounds } from '@handeye/screen/node';
import { runs } from '@handeye/testing/runs';

const PICTURE = { width: 120, height: 90 };
const SIZE = { width: 39, height: 11 };

function rectangle(largest: number): fc.Arbitrary<Bounds> {
  return fc
    .tuple(
      fc.nat(PICTURE.width - 2),
      fc.nat(PICTURE.height - 2),
      fc.integer({ min: 1, max: largest }),
      fc.integer({ min: 1, max: largest }),
    )
    .map(([left, top, width, height]) => ({
      left,
      top,
      right: Math.min(PICTURE.width, left + width),
      bottom: Math.min(PICTURE.height, top + height),
    }));
}

/** Many tiny ones side by side, as a toolbar or a keyboard has them. */
const grid = fc
  .record({
    columns: fc.integer({ min: 1, max: 8 }),
    rows: fc.integer({ min: 1, max: 6 }),
    size: fc.integer({ min: 2, max: 14 }),
  })
  .map(({ columns, rows, size }) =>
    Array.from({ length: columns * rows }, (_, at): Bounds => {
      const [left, top] = [(at % columns) * size, Math.floor(at / columns) * size];
      return { left, top, right: left + size, bottom: top + size };
    }),
  );

const places = fc.oneof(
  fc.array(rectangle(120), { maxLength: 12 }),
  fc.array(rectangle(9), { maxLength: 30 }),
  grid,
);

const sizes = fc.constantFrom(SIZE, { width: 27, height: 11 });

test('no label lies over another or outside the picture, and one is left out only where no place is free', () => {
  fc.assert(
    fc.property(places, fc.array(rectangle(40), { maxLength: 5 }), sizes, (all, contents, size) => {
      const labels = placeLabels(
        all.map((place) => ({ place, size })),
        PICTURE,
        contents,
      );
      const placed = labels.filter((label) => label !== undefined);
      for (const [at, label] of placed.entries()) {
        assert.ok(label.left >= 0 && label.top >= 0, 'inside');
        assert.ok(label.right <= PICTURE.width && label.bottom <= PICTURE.height, 'inside');
        assert.deepEqual([label.right - label.left, label.bottom - label.top], [size.width, size.height]);
        // Side by side they would read as one number: a pixel is kept between them.
        for (const other of placed.slice(at + 1)) assert.equal(intersect(grown(label), other), undefined);
      }
      if (placed.length < all.length) assert.equal(freePlace(placed, size), undefined);
    }),
    { numRuns: runs(1_500) },
  );
});

test('a label stands outside, at a corner of its element, where there is room; else in the corner that hides nothing', () => {
  const place = { left: 10, top: 15, right: 110, bottom: 65 };
  const above = { left: 10, top: 4, right: 49, bottom: 15 };
  assert.deepEqual(placeLabels([{ place, size: SIZE }], PICTURE, []), [above]);
  const [below] = placeLabels([{ place, size: SIZE }], PICTURE, [
    { left: 0, top: 0, right: 120, bottom: 12 },
  ]);
  assert.deepEqual(below, { left: 10, top: 65, right: 49, bottom: 76 });
  // Texts on all sides, and an icon in the first corner.
  const around = [
    { left: 0, top: 0, right: 120, bottom: 15 },
    { left: 0, top: 65, right: 120, bottom: 90 },
    { left: 0, top: 15, right: 10, bottom: 65 },
    { left: 110, top: 15, right: 120, bottom: 65 },
  ];
  const icon = { left: 12, top: 15, right: 40, bottom: 45 };
  const [beside] = placeLabels([{ place, size: SIZE }], PICTURE, [...around, icon]);
  assert.deepEqual(beside, { left: 71, top: 15, right: 110, bottom: 26 });
});

test('a hundred tiny neighbours on a phone all get a label, near where they are', () => {
  const size = { width: 39, height: 11 };
  const tiny = Array.from({ length: 100 }, (_, at) => {
    const [left, top] = [60 + (at % 10) * 12, 200 + Math.floor(at / 10) * 12];
    return { place: { left, top, right: left + 12, bottom: top + 12 }, size };
  });
  const labels = placeLabels(tiny, { width: 315, height: 700 }, []);
  assert.ok(labels.every((label) => label !== undefined));
  const farthest = Math.max(...labels.map(({ top }, at) => Math.abs(top - (tiny[at]?.place.top ?? 0))));
  assert.ok(farthest < 200, `${farthest} pixels`);
});

function grown({ left, top, right, bottom }: Bounds): Bounds {
  return { left: left - 1, top: top - 1, right: right + 1, bottom: bottom + 1 };
}

/** Any place for one more label, found by trying all. */
function freePlace(placed: readonly Bounds[], { width, height }: typeof SIZE): Bounds | undefined {
  for (let top = 0; top + height <= PICTURE.height; top += 1) {
    for (let left = 0; left + width <= PICTURE.width; left += 1) {
      const label = { left, top, right: left + width, bottom: top + height };
      if (placed.every((other) => intersect(grown(label), other) === undefined)) return label;
    }
  }
  return undefined;
}
