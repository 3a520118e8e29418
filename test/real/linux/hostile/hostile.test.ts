import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { attacks, toldBy } from '../../android/hostile/case.ts';
import { linuxCases } from './all-cases.ts';
import { LinuxStage } from './stage.ts';

/** Inputs that a program may get although nothing was refused: typed where the agent meant them. */
const meant = new Set(['flashlight: got My diary']);

describe('on a Linux desktop under careful, with nobody to ask', () => {
  let opened: Promise<LinuxStage> | undefined;
  const closing: (() => unknown)[] = [];
  const stage = () =>
    (opened ??= LinuxStage.open({ after: (close) => closing.push(close as () => unknown) }));
  after(async () => {
    for (const close of closing.toReversed()) await close();
  });

  for (const { attack, form, play, outcome: wanted, says } of linuxCases) {
    test(`${attack}. ${attacks[attack]}: ${form}: ${wanted}`, async () => {
      const set = await stage();
      await set.clear();
      await play(set);
      const { outcome, words } = toldBy(set.answers);
      const harms = set.harms().filter((harm) => !meant.has(harm));
      assert.equal(outcome, wanted, JSON.stringify({ words, harms, answers: set.answers.slice(-1) }));
      if (says) assert.match(words.join('\n'), says);
      if (wanted !== 'noted') assert.deepEqual(harms, []);
    });
  }
});
