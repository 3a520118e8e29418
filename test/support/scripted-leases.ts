import { actionFailed } from '@handeye/core/device/errors';
import type { LeasableDevice, Leased, Leases, LeaseWish, Wants } from '@handeye/core/device/leases';

/** A lease name in the form of a farm's. Its end is no secret: it opens nothing. */
export const LEASED_NAME = 'rack-2.pixel-7#k3f9Qm2xT0aVbW8yZcL1dA';

const pixel: LeasableDevice = {
  id: 'rack-2.pixel-7',
  kind: 'phone',
  title: 'Pixel 7',
  platform: 'android',
  version: '14',
  labels: { rack: '2' },
  state: 'free',
  reason: undefined,
  holder: undefined,
};

/** A small farm without hosts, for the lease tools. */
export class ScriptedLeases implements Leases {
  isConnected = true;
  readonly wishes: LeaseWish[] = [];
  readonly released: string[] = [];
  all: readonly LeasableDevice[] = [
    { ...pixel, id: 'rack-1.galaxy', title: 'Galaxy A5', version: '7.0', state: 'leased', holder: 'Ada' },
    {
      ...pixel,
      id: 'rack-1.old',
      title: 'Nexus 5',
      version: '6.0',
      state: 'quarantined',
      reason: 'The clipboard could not be cleared.',
      labels: {},
    },
    pixel,
  ];

  claims(name: string): boolean {
    return name.startsWith('rack-');
  }

  lease(wish: LeaseWish): Promise<Leased> {
    this.wishes.push(wish);
    const free = this.all.find(({ state }) => state === 'free');
    if (!free) return Promise.reject(actionFailed('No such device is free now.'));
    const { title, platform, version } = free;
    return Promise.resolve({ name: LEASED_NAME, title, platform, version, minutes: wish.minutes });
  }

  renew(_name: string, minutes: number): Promise<number> {
    return Promise.resolve(minutes);
  }

  release(name: string): Promise<void> {
    this.released.push(name);
    return Promise.resolve();
  }

  devices({ platform }: Wants): Promise<readonly LeasableDevice[]> {
    return Promise.resolve(this.all.filter((one) => platform === undefined || one.platform === platform));
  }
}
