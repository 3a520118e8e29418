import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'node:test';
import type { TestContext } from 'node:test';
import { hostKey, loadKey } from '../../src/adb-key.ts';
import { newPem } from '../../src/daemon/key.ts';
import { addressText, invitation, mustBeCode, parseAddress } from '../../src/wireless/invitation.ts';
import { PairedPhones, isGuid } from '../../src/wireless/paired-phones.ts';
import { scratchFolder } from '@handeye/testing/attached';

const PHONE = { guid: 'adb-A-bcdefg', name: 'Pixel-7', pairedAt: '2026-11-19T00:00:00.000Z' };

async function homeWith(t: TestContext, adbkey: string): Promise<{ HOME: string }> {
  const HOME = await scratchFolder(t);
  await mkdir(join(HOME, '.android'));
  await writeFile(join(HOME, '.android', 'adbkey'), adbkey);
  return { HOME };
}

test('the key is that of adb if there is one, else one of our own', async (t) => {
  const [folder, pem] = [await scratchFolder(t), await newPem()];
  const env = await homeWith(t, pem);
  const adbs = await hostKey(folder, env);
  assert.deepEqual(await readdir(folder), []);
  assert.match(adbs.tls().cert, /BEGIN CERTIFICATE/);
  const own = await hostKey(folder, { HOME: await scratchFolder(t) });
  assert.equal(own.base64, (await loadKey(folder)).base64);
  assert.notEqual(own.base64, adbs.base64);
});

const rsa = (modulusLength: number) => generateKeyPairSync('rsa', { modulusLength }).privateKey;

test('a key of adb that cannot be used is one clear sentence', async (t) => {
  const folder = await scratchFolder(t);
  const pkcs8 = { type: 'pkcs8', format: 'pem' } as const;
  const encrypted = rsa(2048)
    .export({ ...pkcs8, cipher: 'aes-256-cbc', passphrase: 'x' })
    .toString();
  const short = rsa(1024).export(pkcs8).toString();
  for (const [pem, says] of [
    [
      encrypted,
      /adbkey is encrypted with a passphrase, so it cannot be used\. It is adb's key: repair it, or move/,
    ],
    [
      '-----BEGIN PRIVATE KEY-----\nbroken\n-----END PRIVATE KEY-----\n',
      /does not contain an RSA key of 2048 bits/,
    ],
    ['', /does not contain an RSA key of 2048 bits/],
    [short, /does not contain an RSA key of 2048 bits/],
  ] as const) {
    await assert.rejects(hostKey(folder, await homeWith(t, pem)), says);
  }
  assert.deepEqual(await readdir(folder), []);
});

test('two phones of one model get two names; a broken file hides only its phone', async (t) => {
  const folder = await scratchFolder(t);
  const phones = new PairedPhones(folder);
  assert.equal(phones.nameFor('Pixel 7', 'one'), 'Pixel-7');
  await phones.remember(PHONE);
  assert.equal(phones.nameFor('pixel 7', 'another'), 'pixel-7-2');
  assert.equal(phones.nameFor('Pixel 7', PHONE.guid), 'Pixel-7');
  assert.equal(phones.nameFor('Wifi', 'another'), 'Wifi-2');
  assert.equal(phones.nameFor('Linux', 'another'), 'Linux-2');
  assert.equal(phones.nameFor(PHONE.guid, 'another'), `${PHONE.guid}-2`);
  assert.equal(phones.nameFor(' 日本 ', 'another'), 'phone');
  await writeFile(join(folder, 'paired-phones', 'broken.json'), '{');
  await writeFile(join(folder, 'paired-phones', 'other.json'), '{"guid":"../x","name":"x","pairedAt":""}');
  assert.deepEqual(phones.all(), [PHONE]);
  await phones.update(PHONE.guid, { model: 'Pixel 7' });
  await phones.update('adb-unknown-x', { model: 'Pixel 7' });
  assert.deepEqual(phones.all(), [{ ...PHONE, model: 'Pixel 7' }]);
});

test('a folder that cannot be written is one sentence, before anything is stored', async (t) => {
  const file = join(await scratchFolder(t), 'file');
  await writeFile(file, '');
  const phones = new PairedPhones(file);
  await assert.rejects(phones.mustBeWritable(), /A phone cannot be remembered: .*Make .* writable for you/);
  await assert.rejects(phones.remember(PHONE), /cannot be remembered/);
});

test('a code is six digits, an address has a port, and IPv6 has brackets and a zone', () => {
  assert.equal(mustBeCode(' 123 456'), '123456');
  for (const code of ['', '12345', '1234567', 'abcdef']) assert.throws(() => mustBeCode(code), /six digits/);
  assert.deepEqual(parseAddress('192.168.1.5:37123'), { host: '192.168.1.5', port: 37123 });
  assert.deepEqual(parseAddress('[fe80::1%wlan0]:5'), { host: 'fe80::1%wlan0', port: 5 });
  assert.deepEqual(parseAddress('[::1]:5'), { host: '::1', port: 5 });
  for (const text of ['192.168.1.5:37123', '[fe80::1%wlan0]:5'])
    assert.equal(addressText(parseAddress(text)), text);
  for (const [text, says] of [
    ['192.168.1.5', /needs the port/],
    ['192.168.1.5:0', /needs the port/],
    ['192.168.1.5:70000', /needs the port/],
    ['fe80::1', /in brackets/],
    ['[fe80::1]:5', /link-local/],
    ['', /is not an address/],
    ['a b:5', /is not an address/],
  ] as const) {
    assert.throws(() => parseAddress(text), says, text);
  }
});

test('an invitation is what phones read, and another one each time', () => {
  const [one, other] = [invitation(), invitation()];
  assert.equal(one.text, `WIFI:T:ADB;S:${one.instance};P:${one.password};;`);
  assert.match(`${one.instance}${one.password}`, /^[\w-]+$/);
  assert.notEqual(one.password, other.password);
  assert.ok(isGuid(one.instance));
});
