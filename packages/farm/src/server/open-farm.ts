import { withinLimit } from '@handeye/core/call/call';
import type { Clock } from '@handeye/core/call/clock';
import type { LeasableDevice, Leases } from '@handeye/core/device/leases';
import type { DeviceSource } from '@handeye/core/device/registry';
import type { Asker } from '@handeye/core/guard/questions';
import type { RemoteDevices } from '@handeye/core/tools/frame/remote';
import type { Bus } from '../bus/bus.ts';
import { connectBus, type ConnectOptions, type FarmAddress } from '../bus/nats-bus.ts';
import { FarmLeases } from '../leases/farm-leases.ts';
import { type FarmView, openView } from '../leases/farm-view.ts';
import { withoutLeases } from '../protocol/names.ts';
import { FarmSource } from './farm-source.ts';
import { RemoteCalls } from './remote-calls.ts';

/** Milliseconds to list the devices. */
const LIST_LIMIT = 30_000;

/** A farm as a server uses it. */
export interface OpenFarm {
  readonly bus: Bus;
  readonly view: FarmView;
  readonly leases: Leases;
  readonly source: DeviceSource;
  /** Runs the tools of its devices; questions go to the client first, then to these. */
  remote(askers: readonly Asker[]): RemoteDevices;
  /** A text for others, without leases. */
  readonly mask: (text: string) => string;
  devices(): Promise<readonly LeasableDevice[]>;
  close(): Promise<void>;
}

/** Connects to a farm with the rights of a server. */
export async function openFarm(
  address: FarmAddress,
  { clock, onFault }: { readonly clock: Clock; readonly onFault?: ConnectOptions['onFault'] },
): Promise<OpenFarm> {
  const role = { name: 'handeye server', inboxPrefix: '_INBOX_server', makesBuckets: false, onFault };
  const bus = await connectBus({ ...address, ...role });
  try {
    const view = await openView(bus, clock);
    const closing = new AbortController();
    const leases: Leases = new FarmLeases({ bus, view, clock, closed: closing.signal });
    return {
      bus,
      view,
      leases,
      source: new FarmSource({ leases, bus, clock }),
      remote: (askers) => new RemoteCalls({ bus, clock, askers }),
      mask: withoutLeases,
      devices: () => withinLimit({ clock, limit: LIST_LIMIT }, (call) => leases.devices({}, call)),
      async close() {
        closing.abort(new Error('The server ends.'));
        view.close();
        await bus.close();
      },
    };
  } catch (error) {
    await bus.close();
    throw error;
  }
}
