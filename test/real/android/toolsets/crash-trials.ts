import assert from 'node:assert/strict';
import { PROBE } from './probe-app.ts';
import type { Trial } from './trial.ts';

export const crashTrials: readonly Trial[] = [
  {
    tool: 'get_crashes',
    before: async ({ phone, open }) => {
      await open(`${PROBE}/.Main`);
      phone.framework.crash(PROBE, new Error('Out of cheese'));
    },
    args: { package_name: PROBE },
    verify: (stage, answer) => {
      const line = answer.split('\n').find((one) => one.includes('Out of cheese')) ?? '';
      assert.match(line, /\btest\.probe\b/, answer);
      stage.kept.set('crash', line.split(' ')[0] ?? '');
    },
  },
  {
    tool: 'get_crashes',
    what: 'one whole trace',
    args: ({ kept }) => ({ id: kept.get('crash') }),
    verify: (_stage, answer) => {
      assert.match(answer, /^\s*java\.lang\.RuntimeException: Out of cheese$/m);
      assert.match(answer, /^\s*at /m);
    },
  },
];
