import type { Call } from '../../call/call.ts';
import type { Device } from '../../device/port.ts';
import { type Guarded, guardedParts, type OnFile } from './guarded-parts.ts';

export interface FencedOptions {
  /** Its name in the farm; its own unless told. */
  readonly id?: string;
  /** Comes before each write, and throws if it may not be made. */
  readonly fence: (call: Call) => Promise<void>;
  readonly onFile?: OnFile;
}

/**
 * A device of one lease, or of its reset: whatever would change something is made only if the fence lets it in that moment,
 * also in the middle of a call. It knows which writes are under way, which may go on after the call that made them was given up.
 */
export class FencedDevice {
  /** The device to use in the place of the real one. Closing it leaves the real one open. */
  readonly device: Device;
  readonly #fence: FencedOptions['fence'];
  readonly #underWay = new Set<Promise<unknown>>();

  constructor(real: Device, { id = real.id, fence, onFile = () => Promise.resolve() }: FencedOptions) {
    this.#fence = fence;
    const parts = guardedParts(real, this.guarded, onFile);
    const own: Readonly<Record<PropertyKey, unknown>> = { id, close: () => Promise.resolve() };
    this.device = new Proxy(real, {
      get(target, key) {
        if (Object.hasOwn(own, key)) return own[key];
        const member: unknown = Reflect.get(target, key, target);
        if (member === undefined) return undefined;
        const part = Object.hasOwn(parts, key) ? (Reflect.get(parts, key) as () => unknown) : undefined;
        if (part) return part();
        return typeof member === 'function' ? (member.bind(target) as unknown) : member;
      },
    });
  }

  /** Makes a write, of the device or of what belongs to its lease, if the fence lets it. */
  readonly guarded: Guarded = async (call, write) => {
    await this.#fence(call);
    call.signal.throwIfAborted();
    const written = write();
    this.#underWay.add(written);
    try {
      return await written;
    } finally {
      this.#underWay.delete(written);
    }
  };

  /** Resolves when no write is under way at the device any more. */
  async idle(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.allSettled(this.#underWay);
  }
}
