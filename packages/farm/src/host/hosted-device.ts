import {
  type Call,
  callWithoutDeadline,
  DeadlineExceeded,
  orAborted,
  pause,
  withinLimit,
} from '@handeye/core/call/call';
import type { Clock } from '@handeye/core/call/clock';
import { actionFailed, deviceErrorOf } from '@handeye/core/device/errors';
import type { Device } from '@handeye/core/device/port';
import type { LeaseEnd, LeaseEvents, LeaseKeeper } from '../leases/ports.ts';
import { BEAT, type DeviceRecord } from '../protocol/records.ts';
import type { DeviceOrigin, OpenLeaseTools } from './device-origin.ts';
import { ChangedFiles } from './changed-files.ts';
import { FencedDevice } from './fenced-device.ts';
import { NameTaken } from './incarnation.ts';
import { Loan } from './loan.ts';
import type { Baseline, Reset } from './reset.ts';

/** Milliseconds to open a device, to reset it, to withdraw an ended lease, for running writes to end, and to close a device. */
const OPEN_LIMIT = 30_000;
const RESET_LIMIT = 90_000;
const WITHDRAW_LIMIT = 5_000;
const SETTLE_LIMIT = 30_000;
const CLOSE_LIMIT = 15_000;

/** Milliseconds until a device that does not answer is opened again, and until a failed reset is repeated. */
const REOPEN_AFTER = 5_000;
const RESET_AGAIN_AFTER = 120_000;

type State = Pick<DeviceRecord, 'state' | 'reason' | 'offer' | 'holder'>;
type Facts = Pick<DeviceRecord, 'title' | 'kind' | 'platform' | 'version' | 'tier' | 'capabilities'>;

/** The events of a device, for records and metrics. */
export interface HostedDeviceEvents {
  onChange(device: string): void;
  onAccepted?(device: string): void;
  onEnded?(device: string, why: LeaseEnd): void;
  onReset?(device: string, how: { readonly isProven: boolean; readonly milliseconds: number }): void;
  /** An internal error. */
  onFault?(device: string, error: unknown): void;
}

interface HostedDeviceOptions {
  readonly origin: DeviceOrigin;
  /** Its name in the farm. */
  readonly fullName: string;
  /** Resolves while the host has its name. Without it another host may lend the device, so it is not touched. */
  readonly mustHaveName: (call: Call) => Promise<void>;
  readonly lease: (events: LeaseEvents) => LeaseKeeper;
  readonly reset: Reset;
  readonly openTools: OpenLeaseTools;
  readonly clock: Clock;
  readonly events: HostedDeviceEvents;
}

/**
 * One device of a host over its whole life: opened, reset and verified, offered, lent, and again. Only this class changes its
 * state.
 */
export class HostedDevice {
  readonly origin: DeviceOrigin;
  readonly lease: LeaseKeeper;
  readonly #options: HostedDeviceOptions;
  #state: State = { state: 'resetting', reason: 'The host is starting.' };
  #device: Device | undefined;
  /** The facts of the device when it was closed: it is most likely the same device when it is back. */
  #lastFacts: Facts | undefined;
  #loan: Loan | undefined;
  #baseline: Baseline | undefined;
  /** Files that holders changed since the last successful reset. */
  #files = this.#noFiles();
  /** The device was new when it was opened and has not been lent since. */
  #isNew = false;
  /** Start of the running reset. */
  #resetSince: number | undefined;
  #onEnded: () => void = () => undefined;

  constructor(options: HostedDeviceOptions) {
    this.origin = options.origin;
    this.#options = options;
    this.lease = options.lease({
      onAccepted: (holder) => {
        if (this.#baseline) options.reset.begun?.(this.#baseline);
        this.#stand({ state: 'leased', holder });
        options.events.onAccepted?.(this.origin.name);
      },
      onEnded: (why) => {
        this.#loan?.end();
        this.#onEnded();
        options.events.onEnded?.(this.origin.name, why);
      },
    });
  }

  get state(): State {
    return this.#state;
  }

  /** The loan in force; undefined while the device is not offered or lent. */
  get loan(): Loan | undefined {
    return this.#loan;
  }

  /** The facts for the record. They stay while the device is closed, so that waiting clients still match it. */
  get facts(): Facts {
    const { title, kind, platform } = this.origin;
    const device = this.#device;
    if (!device) return this.#lastFacts ?? { title, kind, platform, capabilities: [] };
    const able = Object.entries(device.capabilities).filter(([, can]) => can === true);
    return {
      title: device.title,
      kind: device.kind,
      platform: device.system?.platform ?? platform,
      version: device.system?.version,
      tier: device.tier?.name,
      capabilities: able.map(([name]) => name),
    };
  }

  /** Runs until the signal fires. */
  async run(stop: AbortSignal): Promise<void> {
    const life = callWithoutDeadline(this.#options.clock, stop);
    try {
      while (!stop.aborted) await this.#turn(life);
    } catch (error) {
      if (!stop.aborted) throw error;
    } finally {
      this.#loan?.end();
      if (!(stop.reason instanceof NameTaken)) await this.#withdraw();
      await this.lease.close().catch(() => undefined);
      await this.#closed(async () => this.#loan?.close()).catch(() => undefined);
      await this.#closeDevice();
    }
  }

  /** One cycle: from a device in any state to the end of a lease, or to the first failure. */
  async #turn(life: Call): Promise<void> {
    try {
      await this.#lend(await this.#ready(life), life);
    } catch (error) {
      life.signal.throwIfAborted();
      const device = this.#device;
      const answers = !(error instanceof DeviceDied) && device !== undefined && (await isAlive(device, life));
      // A missing device was not reset.
      if (answers) this.#tellReset(false);
      await this.#failed(this.#reasonOf(error), { answers, life });
    }
  }

  /** The device, opened, reset and verified. */
  async #ready(life: Call): Promise<Device> {
    this.#stand({ state: 'resetting' });
    // A host without a confirmed name waits here. That is not part of the reset.
    await this.#options.mustHaveName(life);
    this.#resetSince = life.clock.now();
    const device = await this.#anew(life);
    this.#tellReset(true);
    return device;
  }

  #tellReset(isProven: boolean): void {
    const since = this.#resetSince;
    if (since === undefined) return;
    this.#resetSince = undefined;
    const milliseconds = this.#options.clock.now() - since;
    this.#options.events.onReset?.(this.origin.name, { isProven, milliseconds });
  }

  async #anew(life: Call): Promise<Device> {
    await this.#endLoan(life);
    if (this.origin.startAnew && !this.#isNew) {
      await this.#closeDevice();
      await this.#limited(OPEN_LIMIT, life, async () => this.origin.startAnew?.());
    }
    const device = (this.#device ??= await this.#limited(OPEN_LIMIT, life, (call) => this.origin.open(call)));
    await this.#limited(RESET_LIMIT, life, (call) => this.#reset(device, call));
    return device;
  }

  async #reset(device: Device, call: Call): Promise<void> {
    const { reset, mustHaveName: fence } = this.#options;
    if (this.origin.startAnew) {
      // The first look starts the tier of the phone, before a holder waits for it.
      await device.look({ picture: false }, call);
      this.#isNew = true;
      return;
    }
    const since = this.#baseline && { ...this.#baseline, files: this.#files.list };
    await reset.reset(new FencedDevice(device, { fence }).device, since, call);
    this.#files = this.#noFiles();
    this.#baseline = await reset.baseline(device, call);
  }

  /** No write of the last holder may be running when the device is reset. */
  async #endLoan(life: Call): Promise<void> {
    const loan = this.#loan;
    if (!loan) return;
    await this.#limited(SETTLE_LIMIT, life, async (call) => orAborted(loan.settled(), call.signal)).catch(
      (error: unknown) => {
        life.signal.throwIfAborted();
        throw actionFailed('Something that the last holder began has not come to an end.', error);
      },
    );
    try {
      await this.#closed(() => loan.close());
    } catch (error) {
      // A failed close is repeated before the next reset. One that hangs would hang again, so it is abandoned.
      if (error instanceof DeadlineExceeded) this.#loan = undefined;
      throw error;
    }
    this.#loan = undefined;
  }

  /** Offers the device. Resolves when a lease of it has ended, and fails when the device stops answering. */
  async #lend(device: Device, life: Call): Promise<void> {
    const { fullName: id, openTools } = this.#options;
    const ended = new Promise<void>((resolve) => (this.#onEnded = resolve));
    const stopWatching = new AbortController();
    const signal = AbortSignal.any([life.signal, stopWatching.signal]);
    this.#loan = new Loan({
      id,
      device,
      lease: this.lease,
      openTools,
      // A device that starts anew has no earlier files.
      onFile: async (file, files, call) =>
        this.origin.startAnew ? undefined : this.#files.note(file, files, call),
    });
    this.#isNew = false;
    this.#stand({ state: 'free', offer: this.lease.offer() });
    try {
      const died = failWhenDead(device, callWithoutDeadline(life.clock, signal));
      await orAborted(Promise.race([ended, died]), life.signal);
    } finally {
      stopWatching.abort(new Error('The lease is over.'));
      this.#loan.end();
    }
  }

  /** Publishes why the device cannot be used, and waits before the next attempt. */
  async #failed(
    reason: string,
    { answers, life }: { readonly answers: boolean; readonly life: Call },
  ): Promise<void> {
    this.#stand(answers ? { state: 'quarantined', reason } : { state: 'unwell', reason });
    await this.#withdraw();
    if (!answers) await this.#closeDevice();
    const isSlow = answers && !this.origin.startAnew;
    await pause(isSlow ? RESET_AGAIN_AFTER : REOPEN_AFTER, life);
  }

  /** The reason for people. An internal error goes only to the log. */
  #reasonOf(error: unknown): string {
    if (error instanceof DeviceDied) return error.message;
    const known = deviceErrorOf(error);
    if (!known) this.#options.events.onFault?.(this.origin.name, error);
    return known?.message ?? 'The host failed at it. Its log says more.';
  }

  async #withdraw(): Promise<void> {
    const { clock } = this.#options;
    // Without the bus the lease expires.
    await withinLimit({ clock, limit: WITHDRAW_LIMIT }, (call) => this.lease.withdraw(call)).catch(
      () => undefined,
    );
  }

  async #closeDevice(): Promise<void> {
    const device = this.#device;
    if (device) this.#lastFacts = this.facts;
    this.#device = undefined;
    this.#isNew = false;
    // A device that is gone cannot be closed properly.
    await this.#closed(async () => device?.close()).catch(() => undefined);
  }

  /** A close that takes too long is abandoned: nothing can be written through it any more. */
  async #closed(close: () => Promise<void>): Promise<void> {
    await withinLimit({ clock: this.#options.clock, limit: CLOSE_LIMIT }, close);
  }

  #noFiles(): ChangedFiles {
    return new ChangedFiles((file) => {
      if (this.#baseline) this.#options.reset.changing?.(this.#baseline, file);
    });
  }

  #stand(state: State): void {
    this.#state = state;
    this.#options.events.onChange(this.origin.name);
  }

  #limited<T>(limit: number, life: Call, work: (call: Call) => Promise<T>): Promise<T> {
    return withinLimit({ clock: life.clock, limit, cancelled: life.signal }, work);
  }
}

/** Milliseconds that an ordinary device has to answer the cheapest query. */
const PROBE_LIMIT = 5_000;

/** Milliseconds until a device that did not answer is probed again: a single lost connection does not count. */
const ASK_AGAIN_AFTER = 1_000;

/** A device stopped answering; the message gives the reason if it is known. */
class DeviceDied extends Error {
  override readonly name = 'DeviceDied';
}

/** Fails with DeviceDied when a device stops answering, or when the call ends. */
async function failWhenDead(device: Device, call: Call): Promise<never> {
  for (;;) {
    await pause(BEAT, call);
    if ((await problemOf(device, call)) === undefined) continue;
    await pause(ASK_AGAIN_AFTER, call);
    const problem = await problemOf(device, call);
    if (problem !== undefined) throw new DeviceDied(problem);
  }
}

async function isAlive(device: Device, call: Call): Promise<boolean> {
  return (await problemOf(device, call)) === undefined;
}

async function problemOf(device: Device, { clock, signal }: Call): Promise<string | undefined> {
  const limit = PROBE_LIMIT * (device.slowness ?? 1);
  try {
    await withinLimit({ clock, limit, cancelled: signal }, (call) => device.screen(call));
    return undefined;
  } catch (error) {
    signal.throwIfAborted();
    return deviceErrorOf(error)?.message ?? 'The device does not answer.';
  }
}
