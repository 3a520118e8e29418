import assert from 'node:assert/strict';
import { test } from 'node:test';
import { modelTools, optInTools } from '../../src/tools/frame/toolsets.ts';
import { services } from '../../src/cli/wiring.ts';
import { run } from './run.ts';

const MODEL = modelTools.length;
const OPT_IN = Object.values(optInTools).flat().length;
/** A phone's buttons and gestures with two fingers. */
const PHONE_ONLY = 6;
const four = ['get_ui_tree', 'find_element', 'get_focused_element', 'list_windows'];

for (const [flags, count, desktop] of [
  [[], 27, false],
  [['--device', 'virtual'], 27, false],
  [['--device', 'linuxphone'], 27, false],
  [['--device', 'linux'], 31, true],
  [['--device', 'linux::1'], 31, true],
  [['--device', 'macos'], 31, true],
  [['--device', 'linux,virtual'], 32, true],
  [['--device', 'linux', '--toolset', 'device'], 27, false],
  [['--device', 'virtual', '--toolset', 'device,desktop'], 31, true],
  [['--toolset', 'desktop'], 4, true],
  [['--toolset', 'all'], 27 + MODEL + OPT_IN, false],
  [['--toolset', 'all,desktop'], 31 + MODEL + OPT_IN, true],
  [['--toolset', 'all,first-generation'], 31 + MODEL + OPT_IN, false],
  [['--device', 'linux', '--toolset', 'all'], 31 + MODEL + OPT_IN, true],
  [['--screen-format', 'lean'], 27 + MODEL, false],
  [['--device', 'linux', '--screen-format', 'lean'], 31 - PHONE_ONLY + MODEL, true],
  [['--device', 'linux,virtual', '--screen-format', 'lean'], 32 + MODEL, true],
] as const) {
  test(`handeye call ${flags.join(' ')} lists ${count} tools, ${desktop ? 'with' : 'without'} those of a desktop`, async (t) => {
    const { out, code, err } = await run(t, ['call', ...flags], { services });
    assert.equal(code, 0, err);
    const names = out
      .trim()
      .split('\n')
      .map((line) => line.split(' ')[0] ?? '');
    assert.equal(names.length, count);
    assert.deepEqual(
      names.filter((name) => four.includes(name)),
      desktop ? four : [],
    );
  });
}
