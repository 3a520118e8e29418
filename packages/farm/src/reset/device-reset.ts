import type { Call } from '@handeye/core/call/call';
import { actionFailed, deviceErrorOf } from '@handeye/core/device/errors';
import type { Device } from '@handeye/core/device/port';
import type { ChangedFile } from '../host/changed-files.ts';
import type { Baseline, Reset } from '../host/reset.ts';
import {
  closeForeignApps,
  closePhoneApps,
  installedApps,
  mustHaveApps,
  mustRunNothingNew,
  removeNewApps,
  runningApps,
} from './apps.ts';
import { KeptBaselines } from './kept-baseline.ts';
import { putFilesBack } from './files.ts';
import { homeApp, mustShowHome } from './home.ts';
import type { StateMark, StateOutcome } from '@handeye/core/device/services/device-state';

interface DeviceResetOptions {
  /** The folder for the state of lent devices; without it they are only in memory. */
  readonly folder?: string;
  /** Called when the folder cannot be written. */
  readonly onUnkept?: (error: unknown) => void;
  /** Called with parts of a device that cannot be reset, in words for its owner; once for each device. */
  readonly onUnproven?: (device: string, what: string) => void;
}

/**
 * The reset of a phone or a desktop through its port. Every part reads back its result and throws if it is wrong. Not restored:
 * the data inside applications, files that they saved, accounts.
 */
export class DeviceReset implements Reset {
  readonly #onUnproven: (device: string, what: string) => void;
  /** Devices that were already reported: each is reported once. */
  readonly #told = new Set<string>();

  readonly #kept: KeptBaselines | undefined;
  readonly #onUnkept: (error: unknown) => void;

  constructor({ folder, onUnproven = () => undefined, onUnkept = () => undefined }: DeviceResetOptions = {}) {
    this.#kept = folder === undefined ? undefined : new KeptBaselines(folder);
    this.#onUnproven = onUnproven;
    this.#onUnkept = onUnkept;
  }

  async baseline(device: Device, call: Call): Promise<Baseline> {
    await this.#kept?.makeFolder().catch(this.#onUnkept);
    return {
      identity: await identityOf(device, call),
      home: await homeApp(device, call),
      installed: await installedApps(device, call),
      running: await runningApps(device, call),
      state: await device.services?.state?.mark?.(call),
    };
  }

  begun(before: Baseline): void {
    try {
      this.#kept?.keep(before);
    } catch (error) {
      this.#onUnkept(error);
    }
  }

  changing(before: Baseline, file: ChangedFile): void {
    try {
      this.#kept?.keepFile(before, file);
    } catch (error) {
      this.#onUnkept(error);
      throw actionFailed(
        `'${file.place.path}' stays as it is: the host could not keep what is there, to put it back after the lease. Its log says more.`,
        error,
      );
    }
  }

  async reset(device: Device, noted: Baseline | undefined, call: Call): Promise<void> {
    const identity = await identityOf(device, call);
    const since = isOf(identity, noted) ? noted : undefined;
    await this.#resetTo(device, since ?? (await this.#cutOff(device, identity, call)), call);
    // Starting the host anew accepts the device as it is in the parts that cannot be restored.
    await because('Apps are missing', () => mustHaveApps(device, since?.installed, call));
    if (identity !== undefined) this.#kept?.forget(identity);
  }

  /**
   * The state of a device before a lease that ended with the host. On a desktop it ends no application: those that run now may
   * belong to the owner, who may have used it while no host ran, and process ids change after a login.
   */
  async #cutOff(device: Device, identity: string | undefined, call: Call): Promise<Baseline | undefined> {
    const before = identity === undefined ? undefined : this.#kept?.find(identity);
    if (!before || identity === undefined) return undefined;
    const { running, ...others } = before;
    await because('The host was ended in the middle of a lease', () =>
      mustRunNothingNew(device, running, { keptIn: this.#kept?.nameOf(identity) ?? '', call }),
    );
    return others;
  }

  async #resetTo(device: Device, since: Baseline | undefined, call: Call): Promise<void> {
    await because('A recording could not be ended', () => device.services?.recorder?.close());
    await because('Its settings could not be put back', () => putStateBack(device, since?.state, call));
    await because('The apps that were installed could not be removed', () =>
      removeNewApps(device, since?.installed, call),
    );
    await because('The files that were changed could not be put back', () =>
      putFilesBack(device, since?.files ?? [], call),
    );
    await because('It could not be woken', () => wake(device, call));
    const home = since?.home ?? (await because(NO_HOME, () => mustShowHome(device, undefined, call)));
    await because('The apps that were opened could not be closed', async () => {
      await closePhoneApps(device, home, call);
      await closeForeignApps(device, since?.running, call);
    });
    await because(NO_HOME, () => mustShowHome(device, home, call));
    await because('Its clipboard could not be cleared', async () => {
      const left = await clearClipboard(device, call);
      if (left === undefined || this.#told.has(device.id)) return;
      this.#told.add(device.id);
      this.#onUnproven(device.id, left);
    });
  }
}

const NO_HOME = 'It does not show its home screen';

/** A desktop is identified by its name: a computer's host has each of its desktops once. */
async function identityOf(device: Device, call: Call): Promise<string | undefined> {
  return device.kind === 'desktop' ? device.id : device.services?.state?.identity?.(call);
}

/** Another phone may answer under the same name or address. With the first one's state its apps would be removed as new. */
function isOf(identity: string | undefined, noted: Baseline | undefined): boolean {
  return identity === undefined || noted?.identity === undefined || noted.identity === identity;
}

async function wake(device: Device, call: Call): Promise<void> {
  if (device.power && (await device.screen(call)).awake === false) await device.power.wake(call);
}

/** Puts a clause in front of an error. */
async function because<T>(what: string, work: () => Promise<T> | undefined): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    const known = deviceErrorOf(error);
    if (!known) throw error;
    throw actionFailed(`${what}: ${known.message}`, error);
  }
}

/** Empties the clipboard and reads it back. If that is not possible, returns what this means for the next holder. */
async function clearClipboard(device: Device, call: Call): Promise<string | undefined> {
  const { clipboard, capabilities } = device;
  if (clipboard && capabilities.clipboard === true) {
    await clipboard.write('', call);
    const text = await clipboard.read(call);
    if (text !== null && text !== '') throw actionFailed('There is still something on it.');
    return undefined;
  }
  if (device.clearClipboard) {
    await device.clearClipboard(call);
    return undefined;
  }
  const why = capabilities.clipboard === true ? 'It has none that can be used.' : capabilities.clipboard;
  return `Its clipboard is not cleared between two leases: what one holder copied, the next one can paste. ${why}`;
}

/**
 * Restores what set_device_state changed and, where the earlier state is known, all other settings, for example those changed
 * in the phone's own settings app.
 */
async function putStateBack(device: Device, mark: StateMark | undefined, call: Call): Promise<void> {
  const state = device.services?.state;
  if (!state?.restore) return;
  const failed = (outcomes: readonly StateOutcome[]) => outcomes.filter(({ took }) => !took);
  let left = failed(await state.restore(call));
  // A setting that changed again meanwhile is dropped; one that the phone refused is retried.
  if (left.length > 0) left = failed(await state.restore(call));
  if (mark && state.returnTo) left = [...left, ...failed(await state.returnTo(mark, call))];
  if (left.length > 0) throw actionFailed(left.map(({ item, text }) => `${item}: ${text}`).join(' '));
}
