import assert from 'node:assert/strict';
import test from 'node:test';
import { type Call, pause, withinLimit } from '@handeye/core/call/call';
import { Consent } from '../src/portal/consent.ts';
import { PortalRefusal } from '../src/portal/portal.ts';
import { SkippingClock } from '@handeye/testing/clock';

/** Asks a desktop that does this at each question; what came of it, and how many questions there were. */
async function ask(...answers: ((own: Call) => Promise<string>)[]): Promise<string> {
  const consent = new Consent<string>({ what: 'may type', how: 'Press Share.' });
  let asked = 0;
  const begin = (own: Call) => answers[asked++]?.(own) ?? assert.fail('asked too often');
  const outcome = await withinLimit({ clock: new SkippingClock(), limit: 600_000 }, (call) =>
    consent.ask(begin, call).catch((error: unknown) => (error as Error).message),
  );
  return `${outcome}, asked ${asked}`;
}

const grants = () => Promise.resolve('granted');
const ends = () => Promise.reject(new PortalRefusal('ended'));
const refuses = () => Promise.reject(new PortalRefusal('refused'));
const endsLater = async (own: Call) => {
  await pause(30_000, own);
  return ends();
};

test('a question that the desktop ends before anybody can have seen it is asked once more', async () => {
  assert.equal(await ask(ends, grants), 'granted, asked 2');
  assert.match(await ask(ends, ends), /^The desktop ended the question.*, asked 2$/);
});

test('a user who refused, or whose question ended later, is not asked again', async () => {
  assert.match(await ask(refuses), /^The user refused.*, asked 1$/);
  assert.match(await ask(endsLater), /^The desktop ended the question.*, asked 1$/);
});
