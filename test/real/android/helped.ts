import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { AdbDevices } from '../../../packages/handeye/src/android/adb/adb-devices.ts';
import { newKey } from '../../../packages/handeye/src/android/adb/daemon/key.ts';
import { sh } from '../../../packages/handeye/src/android/adb/shell/quote.ts';
import type { TierChoice } from '../../../packages/handeye/src/android/tier-choice.ts';
import { AndroidSource } from '../../../packages/handeye/src/android/source.ts';
import { withinLimit } from '../../../packages/handeye/src/call/call.ts';
import { type Clock, realClock } from '../../../packages/handeye/src/call/clock.ts';
import { Registry } from '../../../packages/handeye/src/device/registry.ts';
import {
  createPipe,
  startAdbd,
  startPhone,
  type Connection,
  type AdbdDevice,
  type VirtualPhone,
  type StartPhoneOptions,
} from '@handeye/virtual-phone';
import { createToolbox } from '../../../packages/handeye/src/tools/create-toolbox.ts';
import { defaultPolicy, type Policy } from '../../../packages/handeye/src/guard/policy.ts';
import { NO_ADB, scratchFolder } from '../../../packages/handeye/test/android/adb/attached.ts';
import { endings } from '../../../packages/handeye/test/support/endings.ts';
import { callers, type Bench } from '../../../packages/handeye/test/support/tools.ts';

type Tools = Pick<Bench, 'call' | 'text' | 'observed' | 'json' | 'fails' | 'idOf'>;

export interface Helped extends Tools {
  readonly phone: VirtualPhone;
  /** What does the work for the phone: each change of it, in words. */
  readonly tiers: readonly string[];
  /** Runs a command on the phone as another program would, and returns what it printed and its exit code. */
  readonly shell: (command: string) => Promise<string>;
  /** Opens an application from the home screen and waits for what it shows. */
  opens(app: string, sign: string): Promise<void>;
  /** Waits until something with this text, or another property, is on the screen. */
  sees(value: string, by?: string): Promise<void>;
  /** Lets Handeye believe that half a minute has passed: it then tries again what did not work. */
  restsAWhile(): void;
  /** The same for so many milliseconds. */
  rests(milliseconds: number): void;
  /** Whoever listens where the helper would, leaves. */
  freesPort(): void;
  /** Ends Handeye as it should. */
  leave(): Promise<void>;
  /** Ends Handeye's connections as a crash does. */
  crash(): Promise<void>;
}

export interface HelpedOptions extends StartPhoneOptions {
  /** What serves the phone: the helper that is there, unless told. `on`: it is installed if need be. */
  readonly tier?: TierChoice | 'on';
  readonly policy?: Partial<Policy>;
  /** A phone that runs already; the options of a new one then mean nothing. */
  readonly on?: VirtualPhone;
  /** Somebody else listens on the phone where the helper would. */
  readonly portTaken?: boolean;
  /** Does something to the phone before each request to the helper; one that is to hang gets no answer. */
  readonly meddle?: (phone: VirtualPhone) => Promise<'hang' | undefined>;
}

/** A virtual phone, and the tools on it with the helper, or without if told. All of it ends with the test. */
export async function helped(
  t: TestContext,
  { tier = 'helper', policy, on, portTaken = false, meddle, ...options }: HelpedOptions = {},
): Promise<Helped> {
  const phone = on ?? (await startPhone({ idleWaitMs: 50, ...options }));
  const atEnd = endings(t);
  if (on === undefined) atEnd(() => phone.close());
  const port = { taken: portTaken };
  const isSilent = async () => port.taken || (await meddle?.(phone)) === 'hang';
  const name = `tcp:127.0.0.1:${portTaken || meddle ? await meddledPort(atEnd, phone, isSilent) : phone.port}`;
  const keyFolder = join(await scratchFolder(t), 'key');
  const tiers: string[] = [];
  let rested = 0;
  const clock: Clock = { ...realClock, now: () => realClock.now() + rested };
  const source = new AndroidSource({
    keyFolder,
    env: NO_ADB,
    clock,
    ...(tier === 'on' ? { helper: 'on' } : { tier }),
    onTier: (_, { why }) => tiers.push(why),
  });
  const registry = new Registry({ sources: [source], configured: [name] });
  atEnd(() => registry.close());
  const others = new AdbDevices({ key: newKey, env: NO_ADB });
  atEnd(() => others.close());
  const tools = callers(
    createToolbox({ registry, policy: { ...defaultPolicy, writesPerSecond: 1000, ...policy } }),
  );
  const sees: Helped['sees'] = async (value, by = 'text') => {
    const { found } = await tools.json('wait_for_element', { by, value, timeout: 15_000 });
    if (found !== true) throw new Error(`no ${value} in\n${await tools.text('get_screen_state')}`);
  };
  return {
    phone,
    tiers,
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
    restsAWhile: () => {
      rested += 31_000;
    },
    rests: (milliseconds) => {
      rested += milliseconds;
    },
    freesPort: () => {
      port.taken = false;
    },
    leave: () => registry.close(),
    crash: () => source.close(),
  };
}

/** The phone once more, at another port of this computer, where somebody may sit on its port 6790 and be silent. */
async function meddledPort(
  atEnd: ReturnType<typeof endings>,
  { android }: VirtualPhone,
  isSilent: () => Promise<boolean>,
): Promise<number> {
  const meddled: AdbdDevice = {
    release: android.release,
    files: android.files,
    property: (name) => android.property(name),
    spawn: (line, options) => android.spawn(line, options),
    execute: (argv) => android.execute(argv),
    reboot: (reason) => {
      android.reboot(reason);
    },
    connect: async (address) =>
      address === 'tcp:6790' && (await isSilent()) ? silentConnection() : android.connect(address),
    listen: (address, accept) => android.listen(address, accept),
  };
  const adbd = await startAdbd({ device: meddled });
  atEnd(() => adbd.close());
  return adbd.port;
}

/** Takes everything and says nothing. */
function silentConnection(): Connection {
  const said = createPipe();
  return {
    incoming: said.reader,
    outgoing: { write: () => Promise.resolve(), end: () => undefined },
    close: () => {
      said.writer.end();
    },
  };
}
