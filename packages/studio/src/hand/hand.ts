import { withinLimit } from '@handeye/core/call/call';
import type { Clock } from '@handeye/core/call/clock';
import type { Registry } from '@handeye/core/device/registry';
import { clientKey } from '@handeye/core/guard/client';
import type { Holds } from '@handeye/core/guard/holds';
import { onlyTo } from '../devices/only-device.ts';
import { AWAY_LIMIT, StudioError } from '../pages.ts';
import type { Handlers } from '../requests.ts';
import type { OnControl } from '../timeline/control.ts';
import type { Hands } from '../wire/messages.ts';
import type { Stop } from './stop.ts';

/** The client name of the person at the page, as other clients see it. */
export const PERSON = clientKey('studio', 'a person');

/** Milliseconds to open a device that is taken over. */
const OPEN_LIMIT = 20_000;

export interface HandOptions {
  readonly registry: Registry;
  readonly holds: Holds;
  readonly clock: Clock;
  readonly stop: Stop;
  readonly arePagesOpen: () => boolean;
  /** Called when a device changes hands. */
  readonly onChange: (hands: Hands) => void;
  readonly onControl: OnControl;
}

/** The devices that the person has taken over, and the state of Stop. */
export class Hand {
  readonly #options: HandOptions;
  /** The function that gives each of them back. */
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

  /** Called when a page opens or closes: devices that were taken over are given back some time after the last page closed. */
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
      // Meanwhile it may have been given back, or taken over by another page.
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
      // With several configured devices each call names one; beside a farm the only local device may go unnamed.
      if (registry.configured.length > 1) return { id, isUsual: false };
      const usual = await registry.usual(call);
      if (usual !== device) throw onlyTo(usual, device);
      // Fixes the default device for the hand's calls, whatever is attached or detached later.
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

/** Its calls run at the farm's host, from any server: a hold kept here would not stop them. */
function elsewhere(device: string): string {
  return (
    `${device} belongs to the farm, and its calls run at its host: it cannot be taken over from here. ` +
    'Stop holds back the calls of agents that are connected to this server.'
  );
}
