import assert from 'node:assert/strict';
import test from 'node:test';
import { findCookie } from '../src/x11/xauthority.ts';
import { keysymOf } from '../src/input/keysyms.ts';
import { encodeSetupRequest } from '../src/x11/setup.ts';

const field = (text: string) => {
  const bytes = Buffer.from(text, 'latin1');
  return Buffer.concat([Buffer.from([0, bytes.length]), bytes]);
};
const entry = (family: number, ...fields: string[]) =>
  Buffer.concat([Buffer.from([family >> 8, family & 255]), ...fields.map(field)]);

test('the cookie of this display on this host is chosen', () => {
  const file = Buffer.concat([
    entry(256, 'elsewhere', '0', 'MIT-MAGIC-COOKIE-1', 'wrong'),
    entry(256, 'here', '1', 'MIT-MAGIC-COOKIE-1', 'wrong'),
    entry(256, 'here', '0', 'MIT-MAGIC-COOKIE-1', 'right'),
  ]);
  assert.equal(findCookie(file, { display: '0', host: 'here' })?.data.toString(), 'right');
  assert.equal(findCookie(file, { display: '2', host: 'here' }), undefined);
  assert.equal(findCookie(entry(65535, '', '', 'X', 'any'), { display: '7', host: 'here' })?.name, 'X');
  assert.equal(findCookie(file.subarray(0, 20), { display: '0', host: 'here' }), undefined);
});

test('the setup request carries the cookie, padded to words', () => {
  const request = encodeSetupRequest({ name: 'abcde', data: Buffer.from([1, 2]) });
  assert.equal(request.length, 12 + 8 + 4);
  assert.deepEqual([...request.subarray(0, 10)], [0x6c, 0, 11, 0, 0, 0, 5, 0, 2, 0]);
});

test('characters are mapped to X keysyms', () => {
  assert.deepEqual(['a', 'ß', '€', '😀', '\n', '\t'].map(keysymOf), [
    ...[0x61, 0xdf, 0x1000000 | 0x20ac, 0x1000000 | 0x1f600, 0xff0d, 0xff09],
  ]);
});
