import { kindOf } from '@handeye/core/device/platforms';
import { withinLimit } from '@handeye/core/call/call';
import type { Clock } from '@handeye/core/call/clock';
import { type DeviceListing, notAttached, type Registry } from '@handeye/core/device/registry';
import { clientName } from '@handeye/core/guard/client';
import type { Held, Holds } from '@handeye/core/guard/holds';
import type { Handlers } from '../requests.ts';
import type { DeviceCard } from '../wire/devices.ts';
import type { Thumbnails } from './thumbnails.ts';

/** Milliseconds for the list, and for a device to report its tier. */
const LIST_LIMIT = 5_000;
const TIER_LIMIT = 5_000;
/** Milliseconds after which the tier is read again. */
const TIER_AGE = 30_000;

/** Maximum number of cards: a farm may have thousands of devices. */
const MOST_CARDS = 200;

export interface DevicesOptions {
  readonly registry: Registry;
  readonly holds: Holds;
  readonly clock: Clock;
  readonly thumbnails: Thumbnails;
  /** Whether the device has levers: only the built-in virtual phone. */
  readonly hasLevers: (device: string) => boolean;
}

interface Tier {
  readonly asked: number;
  readonly servedBy: string | undefined;
}

/** All devices, for the cards. It does nothing until a page requests them. */
export class Devices {
  readonly #options: DevicesOptions;
  readonly #tiers = new Map<string, Tier>();
  readonly #asking = new Set<string>();

  constructor(options: DevicesOptions) {
    this.#options = options;
  }

  readonly handlers: Handlers = {
    devices: (takes) => this.#cards(takes?.thumbnails ?? false),
  };

  async #cards(thumbnails: boolean): Promise<DeviceCard[]> {
    const { configured } = this.#options.registry;
    const attached = this.#most(await this.#attached());
    const missing = configured.filter((id) => !attached.some((one) => one.id === id));
    // A device that is in no list may still be reachable under another name or address: then it is in use.
    const others = missing.map((id) => {
      const listing = { ...notAttached(id), kind: kindOf(id) };
      return this.#isUsed(id) ? { ...listing, ready: true as const } : listing;
    });
    return Promise.all([...attached, ...others].map((listing) => this.#card(listing, thumbnails)));
  }

  /** The devices that are most likely looked for: those of this computer, then leased ones of a farm. */
  #most(listings: readonly DeviceListing[]): readonly DeviceListing[] {
    if (listings.length <= MOST_CARDS) return listings;
    const { registry } = this.#options;
    const rank = ({ id, holder }: DeviceListing) =>
      registry.isOnlyWatched(id) ? (holder === undefined ? 2 : 1) : 0;
    const ranked = listings.map((listing) => ({ listing, rank: rank(listing) }));
    return ranked
      .sort((one, other) => one.rank - other.rank)
      .slice(0, MOST_CARDS)
      .map(({ listing }) => listing);
  }

  /** The attached devices. If listing fails, the configured devices are still shown. */
  async #attached(): Promise<readonly DeviceListing[]> {
    const { registry, clock } = this.#options;
    try {
      const listings = await withinLimit({ clock, limit: LIST_LIMIT }, (call) => registry.list(call));
      return listings.filter(({ id }) => !registry.isSpare(id, listings));
    } catch (error) {
      if (registry.configured.length === 0) throw error;
      return [];
    }
  }

  async #card({ id, title, kind, ready, state, holder }: DeviceListing, looks: boolean): Promise<DeviceCard> {
    const { registry, holds, hasLevers } = this.#options;
    const isReady = ready === true;
    const seen = looks && isReady && this.#mayLook(id) ? this.#options.thumbnails.of(id) : undefined;
    const held = await holds.holder(id);
    return {
      id,
      // A farm has many devices of one model: people know them by their names.
      title: registry.isOnlyWatched(id) ? `${id}: ${title}` : (registry.opened(id)?.device.title ?? title),
      kind,
      state: seen?.problem !== undefined ? 'not answering' : isReady ? 'ready' : (state ?? 'not ready'),
      tier: isReady ? (registry.opened(id)?.device.tier?.name ?? this.#tierOf(id)) : undefined,
      holder: held ? holderText(held) : holder,
      advice: isReady ? seen?.problem : ready,
      thumbnail: seen?.address,
      isUsed: this.#isUsed(id),
      hasLevers: hasLevers(id),
    };
  }

  /** Only devices in use or configured: opening another one would start something on it. */
  #mayLook(id: string): boolean {
    return this.#isUsed(id) || this.#options.registry.configured.includes(id);
  }

  #isUsed(id: string): boolean {
    return this.#options.registry.opened(id) !== undefined;
  }

  /** The known tier; starts a new query if it is out of date. */
  #tierOf(id: string): string | undefined {
    const known = this.#tiers.get(id);
    const isDue = known === undefined || this.#options.clock.now() - known.asked >= TIER_AGE;
    if (isDue && !this.#asking.has(id)) void this.#askTier(id);
    return known?.servedBy;
  }

  async #askTier(id: string): Promise<void> {
    const { registry, clock } = this.#options;
    this.#asking.add(id);
    const asked = withinLimit({ clock, limit: TIER_LIMIT }, (call) => registry.servedBy(id, call));
    const servedBy = await asked.catch(() => undefined);
    this.#tiers.set(id, { asked: clock.now(), servedBy });
    this.#asking.delete(id);
  }
}

function holderText({ by, left }: Held): string {
  const name = clientName(by);
  return left === undefined ? name : `${name}, ${Math.ceil(left / 1000)} s more`;
}
