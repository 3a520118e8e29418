import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { AdbDevices } from '@handeye/adb/adb-devices';
import { sh } from '@handeye/adb/shell/quote';
import type { TierChoice } from '@handeye/android/tier-choice';
import { AndroidSource } from '@handeye/android/source';
import { withinLimit } from '@handeye/core/call/call';
import { type Clock, realClock } from '@handeye/core/call/clock';
import { Registry } from '@handeye/core/device/registry';
import { startPhone, type StartPhoneOptions, type VirtualPhone } from '@handeye/virtual-phone';
import { createToolbox } from '@handeye/core/tools/create-toolbox';
import { defaultPolicy, type Policy } from '@handeye/core/guard/policy';
import { hostKey, NO_ADB, scratchFolder } from '@handeye/testing/attached';
import { endings } from '../../support/endings.ts';
import { patientLimits } from '@handeye/testing/patience';
import { callers, type Bench } from '@handeye/testing/tools';

type Tools = Pick<Bench, 'call' | 'text' | 'observed' | 'json' | 'fails' | 'idOf'>;

export interface ServedPhone extends Tools {
  readonly phone: VirtualPhone;
  /** The tiers that served the phone, in words, in order. */
  readonly tiers: readonly string[];
  /** How often something else was found in the companion's place. */
  readonly replaced: () => number;
  /** Runs a command on the phone as another program would, and returns its output and its exit code. */
  readonly shell: (command: string) => Promise<string>;
  /** Opens an application from the home screen and waits for what it shows. */
  opens(app: string, sign: string): Promise<void>;
  /** Waits until something with this text, or another property, is on the screen. */
  sees(value: string, by?: string): Promise<void>;
  /** Moves Handeye's clock forward by so many milliseconds. */
  rests(milliseconds: number): void;
  /** Ends Handeye as it should. */
  leave(): Promise<void>;
  /** Ends Handeye's connections as a crash does. */
  crash(): Promise<void>;
}

export interface ServedPhoneOptions extends StartPhoneOptions {
  /** Default: companion. */
  readonly tier?: TierChoice;
  readonly policy?: Partial<Policy>;
  /** A phone that runs already, instead of a new one. */
  readonly on?: VirtualPhone;
}

/** A virtual phone, and the tools on it served by one tier. All of it ends with the test. */
export async function servedPhone(
  t: TestContext,
  { tier = 'companion', policy, on, ...options }: ServedPhoneOptions = {},
): Promise<ServedPhone> {
  const phone = on ?? (await startPhone({ idleWaitMs: 50, ...options }));
  const atEnd = endings(t);
  if (on === undefined) atEnd(() => phone.close());
  const name = `tcp:127.0.0.1:${phone.port}`;
  const keyFolder = join(await scratchFolder(t), 'key');
  const tiers: string[] = [];
  let replaced = 0;
  let rested = 0;
  const clock: Clock = { ...realClock, now: () => realClock.now() + rested };
  const source = new AndroidSource({
    keyFolder,
    key: hostKey,
    env: NO_ADB,
    clock,
    tier,
    onTier: (_, { why }) => tiers.push(why),
    onReplaced: () => (replaced += 1),
  });
  const registry = new Registry({ sources: [source], configured: [name] });
  atEnd(() => registry.close());
  const others = new AdbDevices({ key: hostKey, env: NO_ADB });
  atEnd(() => others.close());
  const tools = callers(
    createToolbox({
      registry,
      limits: patientLimits,
      policy: { ...defaultPolicy, writesPerSecond: 1000, ...policy },
    }),
  );
  const sees: ServedPhone['sees'] = async (value, by = 'text') => {
    const { found } = await tools.json('wait_for_element', { by, value, timeout: 15_000 });
    if (found !== true) throw new Error(`no ${value} in\n${await tools.text('get_screen_state')}`);
  };
  return {
    phone,
    tiers,
    replaced: () => replaced,
    ...tools,
    sees,
    async shell(command) {
      const result = await withinLimit({ clock: realClock, limit: 20_000 }, (call) =>
        others.phone(name).run(sh`sh -c ${command}`, call),
      );
      return `${Buffer.from(result.stdout).toString()}${result.stderr}exit ${result.code}`;
    },
    async opens(app, sign) {
      await tools.text('press_home');
      await sees(app);
      await tools.text('click_element', { element_id: await tools.idOf(app) });
      await sees(sign, 'resource_id');
      await tools.json('wait_for_idle', { timeout: 2000 });
    },
    rests: (milliseconds) => {
      rested += milliseconds;
    },
    leave: () => registry.close(),
    crash: () => source.close(),
  };
}
