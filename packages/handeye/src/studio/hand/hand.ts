import { withinLimit } from '../../call/call.ts';
import type { Clock } from '../../call/clock.ts';
import type { Registry } from '../../device/registry.ts';
import { clientKey } from '../../guard/client.ts';
import type { Holds } from '../../guard/holds.ts';
import { onlyTo } from '../devices/only-device.ts';
import { AWAY_LIMIT, StudioError } from '../pages.ts';
import type { Handlers } from '../requests.ts';
import type { OnControl } from '../timeline/control.ts';
import type { Hands } from '../wire/messages.ts';
import type { Stop } from './stop.ts';

/** Who calls when the person at the page does: also the name that other clients are told. */
export const PERSON = clientKey('studio', 'a person');

/** Milliseconds to open a device that is taken over. */
const OPEN_LIMIT = 20_000;

export interface HandOptions {
  readonly registry: Registry;
  readonly holds: Holds;
  readonly clock: Clock;
  readonly stop: Stop;
  readonly arePagesOpen: () => boolean;
  /** Who has what changed. */
  readonly onChange: (hands: Hands) => void;
  readonly onControl: OnControl;
}

/** The devices that the person has taken over, and whether everything is stopped. */
export class Hand {
  readonly #options: HandOptions;
  /** How to give each of them back. */
  readonly #taken = new Map<string, () => void>();
  /** Take-overs that wait for their device. */
  readonly #wishes = new Set<{ readonly device: string }>();
  #stopLeaving: () => void = () => undefined;

  constructor(options: HandOptions) {
    this.#options = options;
  }

  readonly handlers: Handlers = {
    takeOver: async ({ device }) => {
      await this.#takeOver(device);
    },
    handBack: ({ device }) => {
      const why = this.#options.stop.isOn ? 'agents are still stopped' : 'agents may write again';
      this.#giveBack([device], { by: 'a person', why });
    },
    stop: () => {
      const { stop, onControl } = this.#options;
      if (!stop.isOn) onControl({ what: 'Stop', about: 'no agent may write', by: 'a person' });
      stop.stop();
      this.#tell();
    },
    resume: () => {
      const { stop, onControl } = this.#options;
      if (stop.isOn) onControl({ what: 'Resume', about: 'agents may write again', by: 'a person' });
      stop.resume();
      this.#tell();
    },
  };

  get state(): Hands {
    return { stopped: this.#options.stop.isOn, takenOver: [...this.#taken.keys()] };
  }

  has(device: string): boolean {
    return this.#taken.has(device);
  }

  /** A page came or left: what was taken over is given back a while after the last one has left. */
  pagesChanged(): void {
    this.#stopLeaving();
    if (this.#taken.size === 0 || this.#options.arePagesOpen()) return;
    this.#stopLeaving = this.#options.clock.after(AWAY_LIMIT, () => {
      this.#giveAllBack('no page was open any more');
    });
  }

  close(): void {
    this.#giveAllBack('the server ends');
  }

  #giveAllBack(why: string): void {
    this.#stopLeaving();
    const devices = [...this.#taken.keys(), ...[...this.#wishes].map(({ device }) => device)];
    this.#giveBack(devices, { by: 'Studio', why });
  }

  async #takeOver(device: string): Promise<void> {
    if (this.#taken.has(device)) return;
    const { holds, stop, registry, onControl } = this.#options;
    if (registry.isOnlyWatched(device)) throw new StudioError(elsewhere(device));
    const wish = { device };
    this.#wishes.add(wish);
    try {
      const { id, isUsual } = await this.#open(device);
      // By now it may be given back, or another page has taken it over.
      if (!this.#wishes.has(wish) || this.#taken.has(device)) return;
      this.#taken.set(device, holds.takeOver(id, PERSON));
      onControl({ what: 'Take over', about: 'agents may only read', device, by: 'a person' });
      stop.takeOver(device, { isUsual });
    } finally {
      this.#wishes.delete(wish);
    }
    this.#tell();
    this.pagesChanged();
  }

  #open(device: string): Promise<{ readonly id: string; readonly isUsual: boolean }> {
    const { registry, clock } = this.#options;
    return withinLimit({ clock, limit: OPEN_LIMIT }, async (call) => {
      const session = await registry.sessionOf(device, call);
      const { id } = session.device;
      // Of several that are configured each call names one; beside a farm the only one here may go unnamed.
      if (registry.configured.length > 1) return { id, isUsual: false };
      const usual = await registry.usual(call);
      if (usual !== device) throw onlyTo(usual, device);
      // Chosen, it is what the hand's calls mean, whatever is plugged in or pulled out from now on.
      if ((await registry.choose(undefined, call)) !== session)
        throw onlyTo(await registry.usual(call), device);
      return { id, isUsual: true };
    });
  }

  #giveBack(
    devices: readonly string[],
    { by, why }: { readonly by: 'a person' | 'Studio'; readonly why: string },
  ): void {
    for (const device of devices) {
      const release = this.#taken.get(device);
      if (release) this.#options.onControl({ what: 'Hand back', about: why, device, by });
      release?.();
      this.#taken.delete(device);
    }
    for (const wish of this.#wishes) if (devices.includes(wish.device)) this.#wishes.delete(wish);
    this.#tell();
  }

  #tell(): void {
    this.#options.onChange(this.state);
  }
}

/** Calls for it run elsewhere, from any server: nothing that is kept here would hold them back. */
function elsewhere(device: string): string {
  return (
    `${device} belongs to the farm, and its calls run at its host: it cannot be taken over from here. ` +
    'Stop holds back the calls of agents that are connected to this server.'
  );
}
