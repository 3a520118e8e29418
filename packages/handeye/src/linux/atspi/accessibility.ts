import type { Call } from '../../device/call.ts';
import { permissionDenied } from '../../device/errors.ts';
import { Bus, BusError } from '../dbus/bus.ts';
import type { Value } from '../dbus/value.ts';
import { asText } from '../dbus/value.ts';
import { interfaces } from './accessible.ts';

const launcher = { destination: 'org.a11y.Bus', path: '/org/a11y/bus' };
const registry = { destination: 'org.a11y.atspi.Registry', path: '/org/a11y/atspi/registry' };

/**
 * Accessibility of the user's session, switched on while we are here: toolkits tell more, or anything at all, only
 * then. What the user had before is restored, because the setting is saved.
 */
export class Accessibility {
  readonly bus: Bus;
  readonly #session: Bus;
  readonly #enabledBefore: boolean;

  private constructor(session: Bus, bus: Bus, enabledBefore: boolean) {
    this.#session = session;
    this.bus = bus;
    this.#enabledBefore = enabledBefore;
  }

  static async open(environment: NodeJS.ProcessEnv, call: Call): Promise<Accessibility> {
    const session = await Bus.connect(sessionAddress(environment), call).catch((error: unknown) => {
      throw permissionDenied(`The session bus of the desktop cannot be reached. ${whereBusIs}`, error);
    });
    let bus: Bus | undefined;
    try {
      bus = await connectAccessibility(session, call);
      const enabledBefore = await status(session, call);
      if (!enabledBefore) await setStatus(session, true, call.remaining());
      return new Accessibility(session, bus, enabledBefore);
    } catch (error) {
      bus?.close();
      session.close();
      if (!(error instanceof BusError)) throw error;
      throw permissionDenied(
        `This desktop offers no accessibility: ${error.message}. Install at-spi2-core and log in again.`,
        error,
      );
    }
  }

  /** Opens it anew after its bus has ended. What the user had before we came is still what is restored. */
  async reopen(environment: NodeJS.ProcessEnv, call: Call): Promise<Accessibility> {
    this.#session.close();
    const fresh = await Accessibility.open(environment, call);
    return new Accessibility(fresh.#session, fresh.bus, this.#enabledBefore);
  }

  /** Leaves the session as it was. */
  async close(): Promise<void> {
    this.bus.close();
    if (!this.#enabledBefore) await setStatus(this.#session, false, RESTORING).catch(() => undefined);
    this.#session.close();
  }
}

/** Milliseconds that restoring the user's setting may hold up the end. */
const RESTORING = 1000;

const registerEvent = { interface: interfaces.registry, member: 'RegisterEvent' };
const properties = { ...launcher, interface: 'org.freedesktop.DBus.Properties' };
const setting = ['org.a11y.Status', 'IsEnabled'] as const;
const whereBusIs =
  'Start handeye inside the desktop session, or pass it DBUS_SESSION_BUS_ADDRESS and DISPLAY of that session.';

function sessionAddress(environment: NodeJS.ProcessEnv): string {
  const given = environment.DBUS_SESSION_BUS_ADDRESS;
  const runtime = environment.XDG_RUNTIME_DIR;
  return given ?? (runtime === undefined ? '' : `unix:path=${runtime}/bus`);
}

async function connectAccessibility(session: Bus, call: Call): Promise<Bus> {
  const question = { ...launcher, interface: 'org.a11y.Bus', member: 'GetAddress' };
  const [address] = await session.call(question, call.remaining());
  const bus = await Bus.connect(asText(address), call);
  // GTK3 and Chromium keep a cache only while somebody listens to how the tree changes.
  const listen = { ...registry, ...registerEvent, signature: 's', args: ['object:children-changed'] };
  try {
    await bus.call(listen, call.remaining());
    return bus;
  } catch (error) {
    bus.close();
    throw error;
  }
}

async function status(session: Bus, call: Call): Promise<boolean> {
  const question = { ...properties, member: 'Get', signature: 'ss', args: setting };
  const [enabled]: readonly Value[] = await session.call(question, call.remaining());
  return enabled === true;
}

async function setStatus(session: Bus, enabled: boolean, within: number): Promise<void> {
  const args = [...setting, { signature: 'b', value: enabled }];
  await session.call({ ...properties, member: 'Set', signature: 'ssv', args }, within);
}
