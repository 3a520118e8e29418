import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import type { AndroidRelease } from '@handeye/virtual-phone';
import type { Report } from '../../../../packages/handeye/src/android/selftest/report.ts';
import { defaultToolsets } from '../../../../packages/handeye/src/tools/frame/defaults.ts';
import { toolsOf } from '../../../../packages/handeye/src/tools/frame/toolsets.ts';
import { onPhone, type OnPhone } from './on-phone.ts';

/** The user's phone is as it was: nothing toggled, nothing left open, nothing lost. */
const STATE = [
  'for table in system secure global; do settings list $table; done',
  'dumpsys activity activities | grep -o "ResumedActivity.*\\|mFocusedActivity.*" | grep -o "[a-z.0-9]*/[^ }]*" | head -1',
].join('; ');

const allTools = toolsOf(defaultToolsets, { several: false }).map(({ name }) => name);

async function reportOf({ folder }: OnPhone): Promise<Report> {
  return JSON.parse(await readFile(join(folder, 'report.json'), 'utf8')) as Report; // what we wrote
}

/** What each tier made of each check: `companion tap` is `ok`. */
function outcomes({ trials }: Report): Map<string, string> {
  return new Map(trials.map(({ tier, check, outcome }) => [`${tier} ${check}`, outcome]));
}

describe('handeye selftest android', { concurrency: true }, () => {
  const expected: readonly { release: AndroidRelease; tiers: readonly string[]; skipped: readonly string[] }[] = [
    {
      release: 14,
      tiers: ['companion', 'helper', 'plain'],
      skipped: ['plain get_clipboard', 'plain set_clipboard'],
    },
    {
      release: 12,
      tiers: ['companion', 'helper', 'plain'],
      skipped: ['plain get_clipboard', 'plain set_clipboard'],
    },
    {
      release: 9,
      tiers: ['companion', 'helper', 'plain'],
      skipped: ['plain get_clipboard', 'plain set_clipboard'],
    },
    { release: 5, tiers: ['companion', 'plain'], skipped: ['helper all'] },
  ];
  for (const { release, tiers, skipped } of expected) {
    test(`every tool works on every tier of Android ${release}, and the phone is as it was`, async (t) => {
      const on = await onPhone(t, { release });
      await on.shell('am start -n com.android.calculator2/.Calculator');
      const before = await on.shell(STATE);
      const { code, out, err } = await on.handeye(
        ...['selftest', 'android', '--yes', '--report', join(on.folder, 'report.json')],
      );
      assert.equal(code, 0, `${out}\n${err}`);
      const report = await reportOf(on);
      const made = outcomes(report);
      for (const tier of tiers)
        for (const tool of allTools) assert.ok(made.has(`${tier} ${tool}`), `${tier} ${tool}`);
      const left = [...made].filter(([, outcome]) => outcome === 'skipped').map(([check]) => check);
      assert.deepEqual(left.toSorted(), skipped.toSorted());
      assert.match(out, /^Everything that was tried works/m);
      assert.equal(await on.shell(STATE), before);
    });
  }
});
