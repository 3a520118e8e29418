import assert from 'node:assert/strict';
import { describe, test, type TestContext } from 'node:test';
import { createServices } from '../../packages/handeye/src/cli/wiring.ts';
import { freePort } from '@handeye/testing/ports';
import { run } from '../../packages/handeye/test/cli/run.ts';
import { picture } from '@handeye/testing/scripted-device';
import { FakeMac } from '../../packages/macos/test/fake/mac.ts';
import type { FakeWorld } from '../../packages/macos/test/fake/world.ts';
import { finderAtWork, stubbornFinder } from '../../packages/macos/test/finder.ts';
import { FakePrograms, optionsOf } from '../../packages/macos/test/house.ts';
import { application, desk, notes } from '../../packages/macos/test/worlds.ts';

/** The command line on a fake Mac. */
async function shellOn(t: TestContext, world: FakeWorld) {
  const mac = new FakeMac(t, world);
  const programs = new FakePrograms(t);
  programs.shows((await picture(8, 8)).bytes);
  const services = createServices({ mac: optionsOf(mac, programs) });
  return { mac, programs, handeye: (...argv: string[]) => run(t, argv, { services }) };
}

describe('handeye selftest macos', () => {
  /** Each check and its outcome. */
  const outcomes = (out: string) =>
    out.split('\n').flatMap((line) => {
      const [, outcome, what] = /^(ok|failed|refused) +(.+?) +\d+ ms/.exec(line) ?? [];
      return what === undefined ? [] : [`${outcome} ${what}`];
    });

  test('runs every check on Finder, reports each result, and leaves everything as it was', async (t) => {
    const { mac, programs, handeye } = await shellOn(t, finderAtWork);
    programs.holds('of the user');
    const { code, out } = await handeye('selftest', 'macos');
    assert.deepEqual(outcomes(out), [
      'ok accessibility allowed',
      'ok screen recording allowed',
      'ok applications',
      'ok tree of Finder',
      'ok AXPress: a menu item',
      'ok AXRaise: its window to the front',
      'ok windows',
      'ok screen state',
      'ok wheel',
      'ok pointer',
      'ok keys with modifiers, focus',
      'ok typing',
      'ok AXValue: a text set',
      'ok key',
      'ok AXPress: a button',
      'ok clipboard',
      'ok picture',
    ]);
    assert.match(out, /Everything works\./);
    assert.equal(code, 0);
    assert.equal(programs.clip(), 'of the user');
    const touched = mac.log().flatMap((entry) => ('element' in entry ? [entry.element] : []));
    assert.ok(!touched.includes('old window'), "the user's own window is left alone");
  });

  test('a failed check is reported with its reason and the exit code', async (t) => {
    const { handeye } = await shellOn(t, stubbornFinder);
    const { code, out } = await handeye('selftest', 'macos');
    assert.equal(code, 1);
    assert.deepEqual(outcomes(out).slice(-1), ['failed AXPress: a menu item']);
    assert.match(out, /Not seen: a new window\.[^]*Failed: 1\./);
  });

  test('without the permission nothing is tried, and the output says how to allow it', async (t) => {
    const { mac, handeye } = await shellOn(t, { ...finderAtWork, trusted: false });
    const { code, out } = await handeye('selftest', 'macos');
    assert.equal(code, 1);
    assert.deepEqual(outcomes(out), ['refused accessibility allowed']);
    assert.match(out, /Privacy & Security > Accessibility/);
    assert.deepEqual(mac.log(), []);
  });
});

describe('a Mac on the command line', () => {
  test('is listed with missing permissions and how to get them', async (t) => {
    const { mac, handeye } = await shellOn(t, desk());
    const listed = await handeye('devices', '--json');
    const row = (JSON.parse(listed.out) as { id: string; state: string }[]).find(({ id }) => id === 'macos');
    assert.equal(row?.state, 'ready');
    mac.become(desk({ recording: false }));
    assert.match((await handeye('devices')).out, /no screenshots: .*Screen & System Audio Recording/);
    mac.become(desk({ trusted: false }));
    assert.match(
      (await handeye('devices')).out,
      /^macos +desktop +not ready[^]*Privacy & Security > Accessibility/m,
    );
  });

  test('has its part in the doctor’s report', async (t) => {
    const { mac, handeye } = await shellOn(t, desk());
    const port = ['--port', String(await freePort())];
    const well = await handeye('doctor', ...port);
    assert.match(well.out, /^ok {4}macOS: .*accessibility.*screen recording/m);
    mac.become(desk({ trusted: false }));
    const ill = await handeye('doctor', ...port);
    assert.match(ill.out, /^note {2}macOS: .*\n {6}.*Privacy & Security > Accessibility/m);
  });

  test('is used only on request', async (t) => {
    const { handeye } = await shellOn(t, desk());
    const asked = await handeye('call', 'list_windows', '{}', '--device', 'macos');
    assert.match(asked.out, /All notes/);
    const unasked = await handeye('call', 'get_screen_state', '{}', '--device', 'virtual');
    assert.doesNotMatch(unasked.out, /All notes/);
  });

  test('holds its terminals back unless --allow-app names them', async (t) => {
    const { app, window } = application(700, 'Terminal', { bundleId: 'com.apple.Terminal' });
    const { handeye } = await shellOn(t, { ...desk(), applications: [app, notes()], windows: [window] });
    const tap = ['call', 'tap', '{"x":400,"y":400}', '--device', 'macos'];
    assert.match((await handeye(...tap)).out, /forbids acting on 'Terminal'.*--allow-app/);
    assert.equal((await handeye(...tap, '--allow-app', 'com.apple.Terminal')).code, 0);
    const both = ['--allow-app', 'Terminal', '--block-app', 'Terminal'];
    assert.match((await handeye(...tap, ...both)).out, /forbids acting on 'Terminal'/);
  });
});
