import type { AndroidOptions, AndroidSource } from '@handeye/android/source';
import type { Call } from '@handeye/core/call/call';
import { kindOf } from '@handeye/core/device/platforms';
import { pluggedFirst } from '@handeye/core/device/registry';
import { UsageError } from '../command.ts';

interface ChosenPhone {
  readonly source: AndroidSource;
  readonly name: string;
  readonly call: Call;
}

/** Runs `work` on the one phone that is chosen or attached. */
export async function withChosenPhone<T>(
  chosen: { readonly device: readonly string[]; readonly android: AndroidOptions; readonly limit: number },
  work: (phone: ChosenPhone) => Promise<T>,
): Promise<T> {
  const [{ AndroidSource }, { deviceCall }] = await Promise.all([
    import('@handeye/android/source'),
    import('../device-call.ts'),
  ]);
  const source = new AndroidSource(chosen.android);
  try {
    return await deviceCall(chosen.limit, async (call) => {
      const name = await chosenPhone(chosen.device, source, call);
      if (kindOf(name) === 'desktop')
        throw new UsageError(`This is for Android phones: ${name} is a desktop.`);
      if (name === 'virtual') throw new UsageError('The built-in phone is new at each start: nothing to do.');
      return work({ source, name, call });
    });
  } finally {
    await source.close();
  }
}

/** The only phone named by --device, or the only one attached. */
export async function chosenPhone(
  device: readonly string[],
  source: AndroidSource,
  call: Call,
): Promise<string> {
  const ready = (await source.list(call)).filter((listing) => listing.ready === true);
  const attached = pluggedFirst(ready).map(({ id }) => id);
  const [only, ...more] = device.length > 0 ? device : attached;
  if (only !== undefined && more.length === 0) return only;
  throw new UsageError(
    only === undefined
      ? 'No phone is attached. Attach one, or choose one with --device (a serial number of adb, or tcp:HOST:PORT), or pair one over Wi-Fi: handeye pair.'
      : `Several phones are attached: ${[only, ...more].join(', ')}. Choose one with --device.`,
  );
}
