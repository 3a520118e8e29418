import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Call } from '@handeye/core/call/call';
import type { Application } from '@handeye/core/device/desktop';
import type { Reference } from './atspi/accessible.ts';
import { interfaces, ROOT_PATH } from './atspi/accessible.ts';
import { askChildren } from './atspi/cache-item.ts';
import { Caller } from './atspi/caller.ts';
import type { DBusConnection } from './dbus/connection.ts';
import { busMethod } from './dbus/connection.ts';
import { asNumber, asText } from './dbus/value.ts';
import type { ManagedWindow } from './display.ts';

/** A running application and its AT-SPI reference. */
export interface LinuxApplication extends Application {
  readonly reference: Reference;
}

/** An application that does not report its name within this time is listed under its program's name. */
const NAME_TIMEOUT_MS = 400;

const desktopRoot: Reference = { bus: 'org.a11y.atspi.Registry', path: ROOT_PATH };

interface KnownApplication {
  readonly pid: number;
  readonly name: string;
  /** The name came from the application itself, so it is not asked again. */
  readonly isOwnName: boolean;
}

/** The applications that offer accessibility. Remembers their names, so that a hung one still has a name. */
export class Applications {
  readonly #bus: DBusConnection;
  readonly #known = new Map<string, KnownApplication>();

  constructor(bus: DBusConnection) {
    this.#bus = bus;
  }

  /** All of them, including those without a window. Desktop ids come from `windows`. */
  async list(windows: readonly ManagedWindow[], call: Call): Promise<LinuxApplication[]> {
    const references = await askChildren(this.#caller(call), desktopRoot);
    const applications = await Promise.all(
      references.map(async (reference) => {
        const known = await this.#identify(reference, call).catch(() => undefined);
        return known && this.#application(reference, known, windows);
      }),
    );
    this.#keepOnly(new Set(references.map(({ bus }) => bus)));
    return applications.filter((application) => application !== undefined);
  }

  async #application(
    reference: Reference,
    { name, pid }: KnownApplication,
    windows: readonly ManagedWindow[],
  ): Promise<LinuxApplication> {
    const withId = windows.find((window) => window.pid === pid && window.desktopId !== undefined);
    return { reference, name, pid, id: withId?.desktopId ?? (await launcherDesktopId(pid)) };
  }

  async #identify(reference: Reference, call: Call): Promise<KnownApplication> {
    const known = this.#known.get(reference.bus);
    if (known?.isOwnName) return known;
    const [[reply], name] = await Promise.all([
      this.#bus.call(busMethod('GetConnectionUnixProcessID', reference.bus), call.remaining()),
      this.#askName(reference, call),
    ]);
    const pid = asNumber(reply);
    const identified = { pid, name: name || (await programName(pid)), isOwnName: name !== '' };
    this.#known.set(reference.bus, identified);
    return identified;
  }

  async #askName(reference: Reference, call: Call): Promise<string> {
    const caller = this.#caller(call, NAME_TIMEOUT_MS);
    return asText(await caller.get(reference, interfaces.accessible, 'Name').catch(() => ''));
  }

  #caller(call: Call, timeout?: number): Caller {
    return new Caller((method, within) => this.#bus.call(method, within), call, timeout);
  }

  #keepOnly(running: ReadonlySet<string>): void {
    for (const bus of this.#known.keys()) if (!running.has(bus)) this.#known.delete(bus);
  }
}

async function programName(pid: number): Promise<string> {
  const name = await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '');
  return name.trim() || `process ${pid}`;
}

/** The desktop file that this process was launched from. GLib and KDE put it into the environment. */
async function launcherDesktopId(pid: number): Promise<string | undefined> {
  const environment = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '');
  const variables = new Map(environment.split('\0').map((line) => splitAt(line, line.indexOf('='))));
  const file = variables.get('GIO_LAUNCHED_DESKTOP_FILE');
  if (file === undefined || variables.get('GIO_LAUNCHED_DESKTOP_FILE_PID') !== String(pid)) return undefined;
  return basename(file, '.desktop');
}

function splitAt(text: string, at: number): [string, string] {
  return [text.slice(0, at), text.slice(at + 1)];
}
