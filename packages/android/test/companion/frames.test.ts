import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { encodeFrame, FrameReader, GarbageFrame, MOST_BYTES_TO_PHONE } from '../../src/companion/frames.ts';
import { frame } from './wire-frames.ts';

test('frames come out whole and in order, whatever pieces they arrive in', () => {
  const texts = fc.array(fc.string({ unit: 'grapheme' }), { maxLength: 8 });
  fc.assert(
    fc.property(texts, fc.array(fc.integer({ min: 1, max: 40 })), (all, cuts) => {
      const bytes = Buffer.concat(all.map((text, id) => frame(id, { text }, { deflated: id % 2 === 0 })));
      const reader = new FrameReader();
      const got: unknown[] = [];
      let at = 0;
      for (const cut of [...cuts, bytes.length]) {
        got.push(...reader.push(bytes.subarray(at, at + cut)).map(({ id, json }) => ({ id, json })));
        at += cut;
      }
      assert.deepEqual(
        got,
        all.map((text, id) => ({ id, json: { text } })),
      );
    }),
  );
});

test('a picture follows its JSON in the same frame, deflated or not', () => {
  const picture = Buffer.from([0xff, 0xd8, 0, 1, 2]);
  for (const deflated of [false, true]) {
    const [got] = new FrameReader().push(frame(7, { ok: { look: 1 } }, { deflated, binary: picture }));
    assert.deepEqual(got?.json, { ok: { look: 1 } });
    assert.deepEqual(Buffer.from(got.binary ?? []), picture);
  }
});

test('what cannot be a frame is called garbage, and never waits for more', () => {
  const header = (length: number, flags = 0) => {
    const bytes = Buffer.alloc(9);
    bytes.writeUInt32BE(length, 0);
    bytes.writeUInt8(flags, 4);
    return bytes;
  };
  const cases: readonly (readonly [string, Buffer])[] = [
    ['a warning of the VM', Buffer.from('WARNING: linker: ...')],
    ['a frame shorter than its header', header(4)],
    ['a frame of 33 MiB', header(33 * 1024 * 1024)],
    ['unknown flags', header(5, 64)],
    ['no JSON', Buffer.concat([header(7), Buffer.from('{]')])],
    ['nothing to inflate', Buffer.concat([header(7, 1), Buffer.from('{}')])],
    ['JSON that ends behind the frame', Buffer.concat([header(9, 2), Buffer.from([0, 0, 0, 9])])],
  ];
  for (const [what, bytes] of cases) {
    assert.throws(() => new FrameReader().push(bytes), GarbageFrame, what);
  }
  const bomb = deflateSync(Buffer.alloc(40 * 1024 * 1024, 0x20));
  assert.throws(
    () => new FrameReader().push(Buffer.concat([header(5 + bomb.length, 1), bomb])),
    GarbageFrame,
  );
});

test('a request goes out as length, flags, id and JSON; one that is too long does not', () => {
  const bytes = encodeFrame(258, { do: 'ping', within: 5 });
  const json = Buffer.from('{"do":"ping","within":5}');
  assert.deepEqual(
    bytes && Buffer.from(bytes),
    Buffer.concat([Buffer.from([0, 0, 0, 5 + json.length, 0, 0, 0, 1, 2]), json]),
  );
  assert.equal(encodeFrame(1, { text: 'x'.repeat(MOST_BYTES_TO_PHONE) }), undefined);
});
