import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { readScreencap, ScreencapError } from '../../src/screen/screencap.ts';

function raw(format: number, pixels: number[], { width = 2, height = 1, header = 12 } = {}): Uint8Array {
  const bytes = new Uint8Array(header + pixels.length);
  const view = new DataView(bytes.buffer);
  [width, height, format].forEach((value, at) => {
    view.setUint32(at * 4, value, true);
  });
  bytes.set(pixels, header);
  return bytes;
}

const text = (value: string) => new TextEncoder().encode(value);
const joined = (...parts: Uint8Array[]) => Uint8Array.from(parts.flatMap((part) => [...part]));
const pixelsOf = (bytes: Uint8Array) => [...(readScreencap(bytes).picture?.bytes ?? [])];

test('every raw format becomes the same two pixels, orange and white, with headers of 12 and 16 bytes', () => {
  const expected = [255, 130, 0, 255, 255, 255, 255, 255];
  const formats: [number, number[]][] = [
    [1, [255, 130, 0, 255, 255, 255, 255, 0]],
    [2, [255, 130, 0, 0, 255, 255, 255, 0]],
    [3, [255, 130, 0, 255, 255, 255]],
    [4, [0x00, 0xfc, 0xff, 0xff]],
    [5, [0, 130, 255, 255, 255, 255, 255, 255]],
    [43, [0xff, 0x23, 0x08, 0xc0, 0xff, 0xff, 0xff, 0xff]],
  ];
  for (const [format, pixels] of formats) {
    for (const header of [12, 16]) {
      const { picture } = readScreencap(raw(format, pixels, { header }));
      assert.deepEqual(picture?.raw, { width: 2, height: 1, channels: 4 });
      const found = [...picture.bytes];
      const off = Math.max(...found.map((value, at) => Math.abs(value - (expected[at] ?? 0))));
      assert.ok(off <= 2, `format ${format}: ${found.join()}`);
    }
  }
});

test('a PNG passes as it is, also behind a warning', () => {
  const png = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3);
  assert.deepEqual(pixelsOf(png), [...png]);
  const warning = text(
    '[Warning] Multiple displays were found, but no display id was specified!\nSee "dumpsys".\n',
  );
  assert.deepEqual(pixelsOf(joined(warning, png)), [...png]);
  assert.deepEqual(
    pixelsOf(joined(warning, raw(1, [9, 8, 7, 255, 6, 5, 4, 255]))),
    [9, 8, 7, 255, 6, 5, 4, 255],
  );
});

test('no bytes or nothing but black is a protected screen', () => {
  assert.deepEqual(readScreencap(new Uint8Array(0)), { picture: undefined, protected: true });
  assert.equal(readScreencap(raw(1, [0, 0, 0, 255, 0, 0, 0, 255])).protected, true);
  assert.equal(readScreencap(raw(1, [0, 0, 0, 255, 0, 1, 0, 255])).protected, false);
});

test('an incomplete picture, an unknown format or no picture at all is an error that says which', () => {
  assert.throws(() => readScreencap(raw(1, [0, 0, 0, 0])), /incomplete/);
  assert.throws(() => readScreencap(raw(22, Array<number>(16).fill(0))), /format 22.*screencap -p/);
  assert.throws(() => readScreencap(text('Killed')), /6 bytes that are not a picture/);
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
      try {
        readScreencap(bytes);
      } catch (error) {
        assert.ok(error instanceof ScreencapError);
      }
    }),
  );
});
