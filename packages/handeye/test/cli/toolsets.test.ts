import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isPhoneOnly } from '@handeye/core/tools/frame/catalog';
import { optInToolsets, toolsets } from '@handeye/core/tools/toolsets';
import { services } from '../../src/cli/wiring.ts';
import { run } from './run.ts';

const DEVICE = toolsets.device.length;
const DESKTOP = toolsets.desktop.length;
const MODEL = toolsets.model.length;
const FIRST_GENERATION = toolsets['first-generation'].length;
const OPT_IN = optInToolsets.flatMap((name) => toolsets[name]).length;
/** The buttons of a phone, and gestures with two fingers. */
const PHONE_ONLY = toolsets.device.filter(isPhoneOnly).length;
const desktopTools = toolsets.desktop.map(({ name }) => name);

for (const [flags, count, desktop] of [
  [[], DEVICE, false],
  [['--device', 'virtual'], DEVICE, false],
  [['--device', 'linuxphone'], DEVICE, false],
  [['--device', 'linux'], DEVICE + DESKTOP, true],
  [['--device', 'linux::1'], DEVICE + DESKTOP, true],
  [['--device', 'macos'], DEVICE + DESKTOP, true],
  [['--device', 'linux,virtual'], 1 + DEVICE + DESKTOP, true],
  [['--device', 'linux', '--toolset', 'device'], DEVICE, false],
  [['--device', 'virtual', '--toolset', 'device,desktop'], DEVICE + DESKTOP, true],
  [['--toolset', 'desktop'], DESKTOP, true],
  [['--toolset', 'all'], DEVICE + MODEL + OPT_IN, false],
  [['--toolset', 'all,desktop'], DEVICE + DESKTOP + MODEL + OPT_IN, true],
  [['--toolset', 'all,first-generation'], DEVICE + FIRST_GENERATION + MODEL + OPT_IN, false],
  [['--device', 'linux', '--toolset', 'all'], DEVICE + DESKTOP + MODEL + OPT_IN, true],
  [['--screen-format', 'lean'], DEVICE + MODEL, false],
  [['--device', 'linux', '--screen-format', 'lean'], DEVICE + DESKTOP - PHONE_ONLY + MODEL, true],
  [['--device', 'linux,virtual', '--screen-format', 'lean'], 1 + DEVICE + DESKTOP + MODEL, true],
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
      names.filter((name) => desktopTools.includes(name)),
      desktop ? desktopTools : [],
    );
  });
}
