import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { parseAddress } from '../src/dbus/address.ts';
import { decodeMessage, encodeCall, messageLength, MessageSplitter } from '../src/dbus/message.ts';
import { Reader } from '../src/dbus/reader.ts';
import { Writer } from '../src/dbus/writer.ts';

test('an address may be a path, an abstract name or TCP; the first supported one is used', () => {
  assert.deepEqual(parseAddress('unix:path=/run/user/1000/bus,guid=0f'), { path: '/run/user/1000/bus' });
  assert.deepEqual(parseAddress('unix:abstract=/tmp/dbus-x,guid=0f'), { path: '\0/tmp/dbus-x' });
  assert.deepEqual(parseAddress('unix:path=/tmp/a%20b'), { path: '/tmp/a b' });
  assert.deepEqual(parseAddress('launchd:env=X;tcp:host=localhost,port=4711'), {
    host: 'localhost',
    port: 4711,
  });
  assert.equal(parseAddress(''), undefined);
});

test('a call is laid out as the D-Bus specification says', () => {
  const bytes = encodeCall(
    { destination: 'a.b', path: '/', interface: 'c.d', member: 'M', signature: 'u', args: [5] },
    7,
  );
  assert.equal(messageLength(bytes), bytes.length);
  // The header: a call in little-endian order, 4 bytes of body, serial 7; then its fields, each aligned to 8.
  const fields = ['\x01\x01o\0\x01\0\0\0/\0', '\x06\x01s\0\x03\0\0\0a.b\0', '\x02\x01s\0\x03\0\0\0c.d\0'];
  fields.push('\x03\x01s\0\x01\0\0\0M\0', '\x08\x01g\0\x01u\0');
  const laidOut = fields.map((field) => field.padEnd((field.length + 7) & -8, '\0')).join('');
  const fixed = [0x6c, 1, 0, 1, 4, 0, 0, 0, 7, 0, 0, 0, laidOut.length - 1, 0, 0, 0];
  assert.deepEqual(
    bytes,
    Buffer.concat([Buffer.from(fixed), Buffer.from(laidOut), Buffer.from([5, 0, 0, 0])]),
  );
});

test('a reply carries its call’s serial and its values; an error its name and message', () => {
  const answer = message({
    type: 2,
    fields: [
      [5, 'u', 9],
      [8, 'g', 's'],
    ],
    body: ['s', 'Größe'],
  });
  const unsaid = { sender: '', destination: '', path: '', interface: '', member: '' };
  const { serial } = decodeMessage(answer);
  assert.deepEqual(decodeMessage(answer), {
    ...unsaid,
    type: 'method_return',
    serial,
    replySerial: 9,
    errorName: '',
    values: ['Größe'],
  });
  const error = message({
    type: 3,
    fields: [
      [5, 'u', 9],
      [7, 's', ':1.2'],
      [4, 's', 'a.Gone'],
      [8, 'g', 's'],
    ],
    body: ['s', 'no'],
  });
  assert.deepEqual(decodeMessage(error), {
    ...unsaid,
    type: 'error',
    serial,
    sender: ':1.2',
    replySerial: 9,
    errorName: 'a.Gone',
    values: ['no'],
  });
});

test('messages may arrive in any pieces; one longer than D-Bus allows is rejected', () => {
  const bytes = encodeCall({ destination: 'a.b', path: '/', interface: 'c.d', member: 'M' }, 1);
  const stream = Buffer.concat([bytes, bytes, bytes]);
  fc.assert(
    fc.property(fc.array(fc.nat(stream.length)), (cuts) => {
      const splitter = new MessageSplitter();
      const ends = [0, ...cuts.toSorted((a, b) => a - b), stream.length];
      const pieces = ends.slice(1).map((end, at) => stream.subarray(ends[at], end));
      assert.deepEqual(
        pieces.flatMap((piece) => splitter.push(piece)),
        [bytes, bytes, bytes],
      );
    }),
  );
  const endless = Buffer.from(bytes);
  endless.writeUInt32LE(2 ** 31, 4);
  assert.throws(() => new MessageSplitter().push(endless), RangeError);
});

function message({
  type,
  fields,
  body,
}: {
  type: number;
  fields: [number, string, string | number][];
  body: [string, string];
}): Buffer {
  const writer = new Writer();
  for (const word of [0x6c | (type << 8) | (1 << 24), 0, 1]) writer.u32(word);
  writer.all('a(yv)', [fields.map(([code, signature, value]) => [code, { signature, value }])]);
  writer.align(8);
  writer.all(body[0], [body[1]]);
  return writer.bytes();
}

test('what is written is read back: text in any script, arrays of structures, variants, every number', () => {
  const structure = fc.tuple(fc.string({ unit: 'grapheme' }), fc.integer(), fc.array(fc.nat()));
  const values = fc.tuple(
    fc.nat(255),
    fc.boolean(),
    fc.integer({ min: -32768, max: 32767 }),
    fc.maxSafeInteger(),
    fc.double({ noNaN: true }),
    fc.array(structure),
    fc.string(),
  );
  fc.assert(
    fc.property(values, ([byte, flag, short, long, real, list, text]) => {
      const signature = 'ybnxda(siau)v';
      const writer = new Writer();
      writer.all(signature, [byte, flag, short, long, real, list, { signature: 's', value: text }]);
      const read = new Reader(writer.bytes(), { little: true }).all(signature);
      assert.deepEqual(read, [byte, flag, short, long, real, list, text]);
    }),
  );
});

test('an array that claims to be longer than its message is rejected', () => {
  const bytes = Buffer.from([0xff, 0xff, 0, 0, 1, 0, 0, 0]);
  assert.throws(() => new Reader(bytes, { little: true }).all('au'), RangeError);
});

test('big-endian messages are read too', () => {
  assert.deepEqual(new Reader(Buffer.from([0, 0, 0, 9]), { little: false }).all('u'), [9]);
});
