import type { Device } from '@handeye/core/device/port';
import type { Session } from '@handeye/core/device/session';
import { DeviceError, permissionDenied } from '@handeye/core/device/errors';
import type { Toolbox } from '@handeye/core/tools/frame/toolbox';
import type { LeaseKeeper } from '../leases/ports.ts';
import type { LeaseTools, OpenLeaseTools } from './device-origin.ts';
import { FencedDevice, type OnFile } from './fenced-device.ts';
import { beginWrite, type LentDevice } from './host-calls.ts';
import type { Held, Hold, Holds } from '@handeye/core/guard/holds';

interface LoanOptions {
  /** The full name of the device. */
  readonly id: string;
  readonly device: Device;
  readonly lease: LeaseKeeper;
  readonly openTools: OpenLeaseTools;
  readonly onFile: OnFile;
}

/** A device from its offer to the end of the lease: fenced, with tools that remember nothing of earlier holders. */
export class Loan {
  readonly #lease: LeaseKeeper;
  readonly #fenced: FencedDevice;
  readonly #openTools: OpenLeaseTools;
  readonly #over = new AbortController();
  #opening: Promise<LeaseTools> | undefined;
  #tools: LeaseTools | undefined;
  #ended: AbortSignal | undefined;

  constructor({ id, device, lease, openTools, onFile }: LoanOptions) {
    this.#lease = lease;
    this.#openTools = openTools;
    this.#fenced = new FencedDevice(device, {
      id,
      onFile,
      fence: (call) =>
        beginWrite(async () => {
          this.#mustLast();
          await lease.fence(call);
          this.#mustLast();
        }),
    });
  }

  /** The device for the client with the secret; throws the error for all others. */
  lentTo(secret: string): LentDevice {
    const { holder = '', signal } = this.#held(secret);
    this.#ended ??= signal ? AbortSignal.any([told(signal), this.#over.signal]) : this.#over.signal;
    return {
      holder,
      signal: this.#ended,
      toolbox: () => this.#toolbox(),
    };
  }

  /** The session of the holder; undefined before its first call. */
  get session(): Session | undefined {
    return this.#tools?.session();
  }

  /** Stops all writes. */
  end(): void {
    this.#over.abort(leaseEnded());
  }

  /** Resolves when no write to the device is running. */
  async settled(): Promise<void> {
    await this.#fenced.idle();
  }

  async close(): Promise<void> {
    this.end();
    await (await this.#opening?.catch(() => undefined))?.close();
  }

  #held(secret: string): LeaseKeeper {
    this.#mustLast();
    this.#lease.mustBeHeldBy(secret);
    return this.#lease;
  }

  #mustLast(): void {
    this.#over.signal.throwIfAborted();
  }

  async #toolbox(): Promise<Toolbox> {
    const { device, guarded } = this.#fenced;
    this.#opening ??= this.#openTools(device, new LeaseHolds(this.#lease), guarded);
    this.#tools = await this.#opening.catch((error: unknown) => {
      // The next call tries again.
      this.#opening = undefined;
      throw error;
    });
    return this.#tools.toolbox;
  }
}

/** Fires with an error that a call can return. */
function told(signal: AbortSignal): AbortSignal {
  const own = new AbortController();
  const end = () => {
    own.abort(signal.reason instanceof DeviceError ? signal.reason : leaseEnded());
  };
  if (signal.aborted) end();
  else signal.addEventListener('abort', end, { once: true });
  return own.signal;
}

/** Grants writes to a farm device: only the holder of its lease may write. A person at the host who takes over goes first. */
class LeaseHolds implements Holds {
  readonly #lease: Pick<LeaseKeeper, 'holder'>;
  #person: string | undefined;

  constructor(lease: Pick<LeaseKeeper, 'holder'>) {
    this.#lease = lease;
  }

  take(_device: string, client: string): Promise<Hold | Held> {
    const person = this.#person;
    if (person !== undefined && person !== client) return Promise.resolve({ by: person, left: undefined });
    if (person === undefined && this.#lease.holder !== client) return Promise.reject(leaseEnded());
    return Promise.resolve({ done: () => undefined });
  }

  holder(): Promise<Held | undefined> {
    const by = this.#person ?? this.#lease.holder;
    return Promise.resolve(by === undefined ? undefined : { by, left: undefined });
  }

  /** Only release_device ends a lease. */
  release(): Promise<void> {
    return Promise.resolve();
  }

  takeOver(_device: string, person: string): () => void {
    this.#person = person;
    return () => {
      if (this.#person === person) this.#person = undefined;
    };
  }
}

/** The error for a call whose lease is over. */
function leaseEnded(): Error {
  return permissionDenied(
    'The lease of this device has ended, so the call was not finished. Get a device with lease_device, and look at its screen first.',
  );
}
