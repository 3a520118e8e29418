import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import type { TestContext } from 'node:test';
import type { AdbDevice } from '@handeye/adb/adb-device';
import { AdbDevices } from '@handeye/adb/adb-devices';
import { AndroidDevice, type AndroidDeviceOptions } from '../../../packages/android/src/device.ts';
import { Phone as AndroidPhone } from '../../../packages/android/src/phone.ts';
import { openTier, type Tier } from '../../../packages/android/src/tier.ts';
import type { TierChoice } from '@handeye/android/tier-choice';
import { readTraits } from '../../../packages/android/src/traits.ts';
import { withinLimit } from '@handeye/core/call/call';
import { realClock } from '@handeye/core/call/clock';
import type { DeviceSource } from '@handeye/core/device/registry';
import { Registry } from '@handeye/core/device/registry';
import { startPhone, type VirtualPhone, type StartPhoneOptions } from '@handeye/virtual-phone';
import { Flows } from '@handeye/flows/flows';
import type { Toolbox } from '@handeye/core/tools/frame/toolbox';
import { createToolbox, type ToolboxOptions } from '@handeye/core/tools/create-toolbox';
import { hostKey, NO_ADB } from '@handeye/testing/attached';
import { patientLimits } from '@handeye/testing/patience';
import { callers } from '@handeye/testing/tools';

/** A toolbox whose device is a virtual phone, and that phone. */
export interface PhoneTools extends ReturnType<typeof callers> {
  readonly phone: VirtualPhone;
  /** The phone as Handeye's connection sees it. */
  readonly adbPhone: AdbDevice;
  /** The tiers that served the phone, in words, in order. */
  readonly tiers: readonly string[];
  /** Opens an application, not by a tool: `com.example.notes/.NotesActivity`. */
  readonly open: (component: string) => Promise<void>;
  /** Does this with other limits: short ones for calls that have to time out, since the machine may be busy. */
  readonly limited: <T>(limits: Limits, calls: () => Promise<T>) => Promise<T>;
  readonly toolbox: Toolbox;
  readonly flows: Flows | undefined;
}

type Limits = Partial<NonNullable<ToolboxOptions['limits']>>;

export interface PhoneToolsOptions extends StartPhoneOptions {
  /** Default: plain ADB. */
  readonly tier?: TierChoice;
  readonly frame?: Partial<Omit<ToolboxOptions, 'limits'>>;
  readonly limits?: Limits;
  /** A folder of flows: they are saved there, and performed by `performFlow`. */
  readonly flows?: string;
  /** Options of set_device_state for the phone. */
  readonly state?: AndroidDeviceOptions['state'];
}

/** As many writes a second as the machine can do. */
const unhurried = {
  readOnly: false,
  blockedApps: [],
  allowedApps: [],
  allowedSchemes: [],
  writesPerSecond: 100_000,
  wake: true,
};

/** Starts a virtual phone and the tools on it; everything ends with the test. */
export async function phoneTools(
  t: Pick<TestContext, 'after'>,
  { frame, limits, tier = 'plain', state = {}, flows: folder, ...options }: PhoneToolsOptions = {},
): Promise<PhoneTools> {
  const phone = await startPhone({ idleWaitMs: 10, ...options });
  const phones = new AdbDevices({ key: hostKey, env: NO_ADB });
  const adbPhone = phones.phone(`tcp:${phone.serial}`);
  const tiers: string[] = [];
  const source = sourceOf(phones, new AndroidPhone(adbPhone), {
    name: tier,
    state,
    onTier: (why) => tiers.push(why),
  });
  const registry = new Registry({ sources: [source], configured: ['phone'] });
  t.after(async () => {
    await registry.close();
    await phone.close();
  });
  const reset = () => {
    const before = phone.snapshot();
    phone.reset();
    return Promise.resolve(() => {
      phone.restore(before);
    });
  };
  const flows =
    folder === undefined
      ? undefined
      : new Flows({ registry, clock: realClock, folder, history: true, reset });
  // The frame reads them at each call.
  const current = { ...patientLimits, ...limits };
  const toolbox = createToolbox({
    registry,
    ...(flows && { flows }),
    policy: unhurried,
    limits: current,
    ...frame,
  });
  // Making a key takes seconds on a busy machine, which must not count against a call's limit.
  await withinLimit({ clock: realClock, limit: 60_000 }, (call) => registry.choose(undefined, call));
  const open = async (component: string) => {
    const { exit } = phone.android.spawn(`am start -W -n ${component}`);
    await exit;
  };
  const limited: PhoneTools['limited'] = async (others, calls) => {
    const before = { ...current };
    Object.assign(current, others);
    try {
      return await calls();
    } finally {
      Object.assign(current, before);
    }
  };
  return { phone, adbPhone, tiers, open, limited, toolbox, flows, ...callers(toolbox) };
}

/** Resolves when the next connection reaches a phone at `127.0.0.1:PORT`. */
export function connectionTo(t: TestContext, serial: string): Promise<void> {
  return new Promise((resolve) => {
    const reached = (message: unknown) => {
      const { socket } = message as { socket: Socket }; // a documented channel of node
      if (serial === `127.0.0.1:${socket.localPort}`) resolve();
    };
    subscribe('net.server.socket', reached);
    t.after(() => unsubscribe('net.server.socket', reached));
  });
}

function sourceOf(
  phones: AdbDevices,
  phone: AndroidPhone,
  {
    name: tier,
    state,
    onTier,
  }: {
    name: TierChoice;
    state: NonNullable<AndroidDeviceOptions['state']>;
    onTier: (why: string) => void;
  },
): DeviceSource {
  return {
    claims: () => true,
    list: () => Promise.resolve([{ id: 'phone', title: 'phone', kind: 'phone', ready: true }]),
    open: async (name, call) => {
      const traits = await readTraits(phone, call);
      const plain = new AndroidDevice(phone, traits, name, { state });
      const context = {
        phone,
        traits,
        plain,
        clock: realClock,
        onTier: ({ why }: Tier) => {
          onTier(why);
        },
      };
      return openTier(tier, context);
    },
    close: () => phones.close(),
  };
}
