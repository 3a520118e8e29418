import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { parseAddress } from '../../src/linux/dbus/address.ts';
import { decodeMessage, encodeCall, messageLength } from '../../src/linux/dbus/message.ts';
import { Reader } from '../../src/linux/dbus/reader.ts';
import { Writer } from '../../src/linux/dbus/writer.ts';

test('a bus is found by path, by abstract name or by TCP, whichever is named first', () => {
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
  assert.equal(bytes.toString('latin1', 0, 1), 'l');
  assert.deepEqual([...bytes.subarray(1, 12)], [1, 0, 1, 4, 0, 0, 0, 7, 0, 0, 0]);
  assert.deepEqual([...bytes.subarray(-4)], [5, 0, 0, 0]);
  const { type, path, interface: of, member, values } = decodeMessage(bytes);
  assert.deepEqual(
    { type, path, of, member, values },
    { type: 'call', path: '/', of: 'c.d', member: 'M', values: [5] },
  );
});

test('whatever is written is read back: text in any script, lists of structures, variants, every number', () => {
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

test('an array that claims to be longer than its message is refused', () => {
  const bytes = Buffer.from([0xff, 0xff, 0, 0, 1, 0, 0, 0]);
  assert.throws(() => new Reader(bytes, { little: true }).all('au'), RangeError);
});

test('big-endian messages are read too', () => {
  assert.deepEqual(new Reader(Buffer.from([0, 0, 0, 9]), { little: false }).all('u'), [9]);
});
