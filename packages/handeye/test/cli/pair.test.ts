import assert from 'node:assert/strict';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import { PairedPhones } from '@handeye/adb/wireless/paired-phones';
import { typedLine } from '../../src/cli/pairing/typed-line.ts';
import { emptyHome } from '../config/given.ts';
import { fakeServices } from './fake-services.ts';
import { run, type Shell } from './run.ts';

const configOf = (home: string) => join(home, '.config', 'handeye');

/** Phones that are paired in this home, by their names. */
async function pairedIn(home: string, ...names: readonly string[]): Promise<PairedPhones> {
  const phones = new PairedPhones(configOf(home));
  for (const name of names) {
    const facts = { model: name.replace('-', ' '), address: { host: '192.168.1.5', port: 37_123 } };
    const lastSeen = '2026-11-19T21:40:00.000Z';
    await phones.remember({ guid: `adb-${name}-abcdef`, name, pairedAt: lastSeen, lastSeen, ...facts });
  }
  return phones;
}

const wrong: readonly (readonly [argv: readonly string[], says: RegExp])[] = [
  [['pair'], /needs a terminal .* handeye pair CODE, and handeye pair CODE --address HOST:PORT/],
  [['pair', '12345'], /A pairing code is six digits/],
  [['pair', 'abcdef', '--address', '192.168.1.5:37123'], /A pairing code is six digits/],
  [['pair', '123456', '--address', '192.168.1.5'], /needs the port/],
  [['pair', '123456', '--address', 'fe80::1'], /IPv6 address in brackets/],
  [['pair', '123456', '--address', '127.0.0.1:1'], /Nothing answers at 127\.0\.0\.1:1/],
  [['pair', '123456', '--address', '[::1]:1'], /Nothing answers at \[::1\]:1\. /],
];

for (const [argv, says] of wrong) {
  test(`handeye ${argv.join(' ')}: one sentence, and nothing is stored`, async (t) => {
    const home = emptyHome(t);
    const { code, err } = await run(t, argv, { home, env: { HOME: home } });
    assert.notEqual(code, 0);
    assert.match(err, says);
    assert.deepEqual(new PairedPhones(configOf(home)).all(), []);
  });
}

test('a key of adb that is broken or encrypted is reported before the code is used', async (t) => {
  const home = emptyHome(t);
  mkdirSync(join(home, '.android'));
  const address = ['--address', '127.0.0.1:1'];
  for (const [content, says] of [
    ['nonsense', /adbkey does not contain an RSA key/],
    ['-----BEGIN ENCRYPTED PRIVATE KEY-----', /adbkey is encrypted with a passphrase/],
  ] as const) {
    writeFileSync(join(home, '.android', 'adbkey'), content, { mode: 0o600 });
    const { err } = await run(t, ['pair', '123456', ...address], { home, env: { HOME: home } });
    assert.match(err, says);
  }
});

test('a config folder that cannot be made is reported before the code is used', async (t) => {
  const home = emptyHome(t);
  mkdirSync(join(home, '.config'));
  symlinkSync('/nonexistent/handeye', configOf(home));
  const { err } = await run(t, ['pair', '123456', '--address', '127.0.0.1:1'], { home, env: { HOME: home } });
  assert.match(err, /cannot be kept, because .* cannot be written/);
});

test('input that ends before the code is typed is an error', async () => {
  const stdin = new PassThrough();
  const typed = typedLine('The code: ', {
    stdin: stdin.end(),
    stdout: new PassThrough(),
    stopped: new AbortController().signal,
  });
  await assert.rejects(typed, { message: 'No code was typed.' });
});

test('devices lists paired phones: model, how they are reached, when they were last seen, and now', async (t) => {
  const home = emptyHome(t);
  const phones = await pairedIn(home, 'Pixel-7', 'Fairphone-4');
  const rows = [{ id: 'Pixel-7', kind: 'phone', title: 'Pixel 7', state: 'ready' }] as const;
  const services = { ...fakeServices({ devices: rows }), pairedPhones: () => Promise.resolve(phones.all()) };
  const { out } = await run(t, ['devices'], { home, services });
  const seen = '2026-11-19 21:40';
  assert.match(out, /^PAIRED +MODEL +REACHED +LAST SEEN \(UTC\) +NOW$/m);
  assert.match(
    out,
    new RegExp(`^Pixel-7 +Pixel 7 +Wi-Fi, 192\\.168\\.1\\.5:37123 +${seen} +reachable$`, 'm'),
  );
  assert.match(out, new RegExp(`^Fairphone-4 +Fairphone 4 .* ${seen} +not reachable$`, 'm'));
});

test('unpair forgets a phone, and says that the phone does not', async (t) => {
  const home = emptyHome(t);
  const phones = await pairedIn(home, 'Pixel-7');
  assert.match(
    (await run(t, ['unpair', 'Pixel-8'], { home })).err,
    /No phone named Pixel-8 .* Paired are: Pixel-7\./,
  );
  assert.match(
    (await run(t, ['unpair', 'pixel-7'], { home })).out,
    /forgotten here\. The phone itself still accepts/,
  );
  assert.deepEqual(phones.all(), []);
});

test('--device wifi is the only phone that is paired', async (t) => {
  const home = emptyHome(t);
  const call = async (): Promise<{ err: string; opened: readonly string[] }> => {
    const services = fakeServices();
    const { err } = await run(t, ['call', '--device', 'wifi', '--fresh'], { home, services });
    return { err, opened: services.events };
  };
  assert.match((await call()).err, /no phone is paired yet/);
  await pairedIn(home, 'Pixel-7');
  assert.deepEqual((await call()).opened[0], 'open Pixel-7');
  await pairedIn(home, 'Fairphone-4');
  assert.match((await call()).err, /several phones are paired\. Name one: Fairphone-4, Pixel-7/);
});

test('self is the phone that Handeye runs on, and the default there', async (t) => {
  const on = async (platform: NodeJS.Platform, ...argv: readonly string[]) => {
    const services = fakeServices();
    const shell: Shell = { services, platform };
    const { err } = await run(t, ['call', '--fresh', ...argv], shell);
    return { err, opened: services.events[0] };
  };
  assert.match((await on('linux', '--device', 'self')).err, /self is the phone that Handeye itself runs on/);
  assert.equal((await on('android')).opened, 'open self');
  assert.equal((await on('android', '--device', 'tcp:127.0.0.1:5555')).opened, 'open tcp:127.0.0.1:5555');
});
