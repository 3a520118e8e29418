import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, test, type TestContext } from 'node:test';
import { startPhone, type StartPhoneOptions } from '@handeye/virtual-phone';
import { AndroidSource } from '@handeye/android/source';
import type { TierName } from '@handeye/android/tier-choice';
import { type Call, withinLimit } from '@handeye/core/call/call';
import { realClock } from '@handeye/core/call/clock';
import type { Stroke } from '@handeye/core/device/port';
import { Registry } from '@handeye/core/device/registry';
import type { Session } from '@handeye/core/device/session';
import { Eyes } from '../../../packages/core/src/tools/frame/eyes.ts';
import { lookWhenSettled } from '../../../packages/core/src/tools/frame/settled.ts';
import type { Element, Snapshot } from '@handeye/screen/snapshot';
import { NO_ADB, scratchFolder } from '@handeye/testing/attached';
import { endings } from '../../support/endings.ts';
import { watchRequests } from './companion/watch-requests.ts';

/** The cost of an act and the look after it: requests to the companion, and commands of the shell. */
interface Cost {
  readonly requests: readonly Readonly<Record<string, unknown>>[];
  readonly commands: readonly string[];
}

interface Opened {
  readonly session: Session;
  readonly call: Call;
  /** Touches the element with this text or resource id, where it was last seen. */
  readonly touches: (what: string, on: Snapshot) => Promise<void>;
  readonly looks: () => Promise<Snapshot>;
  /** The screen once it rests, and the cost of that. */
  readonly settles: () => Promise<Cost & { readonly snapshot: Snapshot; readonly settled: boolean }>;
}

async function opened(
  t: TestContext,
  tier: TierName,
  options: StartPhoneOptions,
  work: (opened: Opened) => Promise<void>,
): Promise<void> {
  let requests: Record<string, unknown>[] = [];
  let commands: string[] = [];
  watchRequests(t, (_, request) => {
    requests.push({ ...request });
    return undefined;
  });
  const phone = await startPhone({
    idleWaitMs: 50,
    onCommand: (argv) => commands.push(argv.join(' ')),
    ...options,
  });
  const atEnd = endings(t);
  atEnd(() => phone.close());
  const keyFolder = join(await scratchFolder(t), 'key');
  const source = new AndroidSource({ keyFolder, env: NO_ADB, tier });
  const registry = new Registry({ sources: [source], configured: [`tcp:${phone.serial}`] });
  atEnd(() => registry.close());
  await withinLimit({ clock: realClock, limit: 120_000 }, async (call) => {
    const session = await registry.choose(undefined, call);
    await work({
      session,
      call,
      looks: () => session.look({ picture: false }, call),
      touches: async (what, on) => {
        session.touched({ moves: 'anything' });
        await session.device.touch([tapOn(elementOf(what, on))], call);
        session.touched({ moves: 'anything' });
      },
      settles: async () => {
        [requests, commands] = [[], []];
        const { snapshot, settled } = await lookWhenSettled(new Eyes(session, call), session.device, call);
        assert.ok(!('unreadable' in snapshot));
        return { snapshot, settled, requests, commands };
      },
    });
  });
}

function elementOf(what: string, { elements }: Snapshot): Element {
  const found = elements.find(
    ({ node: { text, resourceId } }) => text === what || resourceId?.endsWith(`/${what}`),
  );
  assert.ok(found, `${what} is not on the screen`);
  return found;
}

function tapOn({ node: { bounds } }: Element): Stroke {
  const [x, y] = [(bounds.left + bounds.right) / 2, (bounds.top + bounds.bottom) / 2].map(Math.round);
  return [
    { x: x ?? 0, y: y ?? 0, time: 0 },
    { x: x ?? 0, y: y ?? 0, time: 50 },
  ];
}

for (const release of [5, 14] as const) {
  describe(`the look after an act, Android ${release}`, () => {
    test('over plain ADB is one dump, which waits for rest itself', (t) =>
      opened(t, 'plain', { release, idleWaitMs: 1000 }, async ({ looks, touches, settles }) => {
        await touches('Calculator', await looks());
        const { snapshot, settled, commands } = await settles();
        assert.equal(settled, true);
        assert.equal(snapshot.app, 'com.android.calculator2');
        assert.equal(commands.filter((line) => line.startsWith('uiautomator dump')).length, 1);
      }));

    test('with the companion is a wait for the change, and one look', (t) =>
      opened(t, 'companion', { release }, async ({ looks, touches, settles }) => {
        await touches('Calculator', await looks());
        const { snapshot, settled, requests, commands } = await settles();
        assert.equal(settled, true);
        assert.equal(snapshot.app, 'com.android.calculator2');
        assert.deepEqual(
          requests.map((request) => request.do),
          ['settle', 'look'],
        );
        assert.deepEqual(commands, []);
        const [wait] = requests;
        assert.equal(wait?.quiet, 150);
        assert.equal(typeof wait.not, 'string', 'the look before the act is known');
      }));
  });
}

describe('with the companion', () => {
  test('where several things were done since the last look, the screen has to rest for longer', (t) =>
    opened(t, 'companion', {}, async ({ session, call, looks, touches, settles }) => {
      await touches('Calculator', await looks());
      await session.device.press('BACK', call);
      const { requests, settled } = await settles();
      assert.equal(settled, true);
      assert.equal(requests[0]?.quiet, 300);
    }));

  test('a look after the act is not taken for one before it', (t) =>
    opened(t, 'companion', {}, async ({ looks, touches, settles }) => {
      await touches('Calculator', await looks());
      await looks();
      const { requests } = await settles();
      assert.deepEqual([requests[0]?.not, requests[0]?.quiet], [undefined, 300]);
    }));
});
