import type { VirtualPhone } from '@handeye/virtual-phone';
import { StudioError } from '../pages.ts';
import type { Handlers } from '../requests.ts';
import type { OnControl } from '../timeline/control.ts';
import type { Lever } from '../wire/devices.ts';
import { leversOf } from './phone-levers.ts';

export interface LeversOptions {
  /** The device that has levers. */
  readonly device: string;
  /** The phone, once it has been used. */
  readonly phone: () => Promise<VirtualPhone> | undefined;
}

/** Levers for the built-in virtual phone itself, to see how an agent copes. */
export class Levers {
  readonly #options: LeversOptions | undefined;
  readonly #onControl: OnControl;

  constructor(options: LeversOptions | undefined, onControl: OnControl) {
    this.#options = options;
    this.#onControl = onControl;
  }

  has(device: string): boolean {
    return device === this.#options?.device;
  }

  readonly handlers: Handlers = {
    // Other devices have none.
    levers: async ({ device }) => (this.has(device) ? leversOf(await this.#phone(device)).map(asShown) : []),
    lever: async ({ device, lever, value }) => {
      const wanted = leversOf(await this.#phone(device)).find(({ name }) => name === lever);
      if (!wanted) throw new StudioError(`The phone has no lever ${lever}. Load this page again.`);
      if (!fits(wanted, value)) throw new StudioError(`${String(value)} is nothing for ${lever}.`);
      this.#onControl({ what: 'Lever', about: pulledText(wanted, value), device, by: 'a person' });
      wanted.pull(value);
      return undefined;
    },
  };

  #phone(device: string): Promise<VirtualPhone> {
    if (!this.has(device)) throw new StudioError('Only the built-in virtual phone has levers.');
    const phone = this.#options?.phone();
    if (!phone)
      throw new StudioError('The virtual phone is not running yet. It starts when it is watched or used.');
    return phone;
  }
}

function asShown({ name, group, about, kind }: Lever): Lever {
  return { name, group, about, kind };
}

/** `The phone is offline: on`, `How the phone is held: turned left`, `A message arrives`. */
function pulledText({ about }: Lever, value: string | boolean | undefined): string {
  if (value === undefined) return about;
  const how = typeof value === 'string' ? value : value ? 'on' : 'off';
  return `${about}: ${how}`;
}

function fits({ kind }: Lever, value: string | boolean | undefined): boolean {
  if (kind.is === 'switch') return typeof value === 'boolean';
  if (kind.is === 'choice') return typeof value === 'string' && kind.of.includes(value);
  return value === undefined;
}
