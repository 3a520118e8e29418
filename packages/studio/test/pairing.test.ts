import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PhonePairing } from '../src/devices/pairing.ts';
import { studioServer, TestPage } from './studio-server.ts';

const WRONG = 'The code is wrong, or the dialog was closed.';

/** A pairing whose codes are squares of 2, and which knows one code of six digits. */
class ScriptedPairing implements PhonePairing {
  /** The codes that were shown: whether each is void, and what its phone does. */
  readonly shown: { readonly over: AbortSignal; readonly scan: (name: string) => void }[] = [];

  invite(over: AbortSignal): ReturnType<PhonePairing['invite']> {
    const paired = new Promise<{ name: string; problem: undefined }>((resolve, reject) => {
      const scan = (name: string) => {
        resolve({ name, problem: undefined });
      };
      this.shown.push({ over, scan });
      over.addEventListener('abort', () => {
        reject(new Error('void'));
      });
    });
    const modules = [
      [true, false],
      [false, true],
    ];
    return Promise.resolve({ modules, paired });
  }

  byCode(code: string, address: string | undefined): ReturnType<PhonePairing['byCode']> {
    if (code !== '123456') return Promise.reject(new Error(WRONG));
    return Promise.resolve({ name: `Pixel-7 at ${address ?? 'the only one'}`, problem: undefined });
  }
}

test('a page shows a code, and hears of the phone that scanned it; a newer code voids it', async (t) => {
  const pairing = new ScriptedPairing();
  const house = await studioServer(t, {}, { pairing });
  const page = await TestPage.open(t, house);
  assert.deepEqual(await page.ask('invitePhone', undefined), {
    size: 2,
    path: 'M0 0h1v1h-1zM1 1h1v1h-1z',
  });
  await Promise.all([page.ask('invitePhone', undefined), page.ask('invitePhone', undefined)]);
  assert.deepEqual(
    pairing.shown.map(({ over }) => over.aborted),
    [true, true, false],
  );
  const scanned = page.ask('phoneScanned', undefined);
  pairing.shown[2]?.scan('Pixel-7');
  assert.deepEqual(await scanned, { name: 'Pixel-7' });
});

test('six digits pair, and what is wrong with them is said', async (t) => {
  const house = await studioServer(t, {}, { pairing: new ScriptedPairing() });
  const page = await TestPage.open(t, house);
  assert.deepEqual(await page.ask('pairPhone', { code: '123456', address: '' }), {
    name: 'Pixel-7 at the only one',
  });
  const address = '192.168.1.5:37123';
  assert.deepEqual(await page.ask('pairPhone', { code: '123456', address }), {
    name: `Pixel-7 at ${address}`,
  });
  await assert.rejects(page.ask('pairPhone', { code: '000000' }), { message: WRONG });
});

test('a server that pairs no phones refuses', async (t) => {
  const page = await TestPage.open(t, await studioServer(t));
  await assert.rejects(page.ask('invitePhone', undefined), {
    message: 'This server does not pair phones.',
  });
});
