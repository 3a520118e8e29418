import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Call } from '../device/call.ts';
import type { Application } from '../device/desktop.ts';
import type { Reference } from './atspi/accessible.ts';
import { interfaces, rootPath } from './atspi/accessible.ts';
import { Conversation } from './atspi/conversation.ts';
import { askChildren } from './atspi/item.ts';
import type { Bus } from './dbus/bus.ts';
import { busMethod } from './dbus/bus.ts';
import { asNumber, asText } from './dbus/value.ts';
import type { XWindow } from './x11/windows.ts';

/** A running application and where AT-SPI reaches it. */
export interface LinuxApplication extends Application {
  readonly reference: Reference;
}

/** A name is asked for once; an application that cannot even say its name in this time goes by its program's. */
const NAME_PATIENCE = 400;

const desktopRoot: Reference = { bus: 'org.a11y.atspi.Registry', path: rootPath };

interface Known {
  readonly pid: number;
  readonly name: string;
  /** The name was told by the application itself, so that there is no need to ask again. */
  readonly told: boolean;
}

/** The applications that offer accessibility. Remembers their names, so that a stopped one can still be named. */
export class Applications {
  readonly #bus: Bus;
  readonly #known = new Map<string, Known>();

  constructor(bus: Bus) {
    this.#bus = bus;
  }

  /** All of them, those without any window included. `windows` tell the desktop ids. */
  async list(windows: readonly XWindow[], call: Call): Promise<LinuxApplication[]> {
    const references = await askChildren(this.#talk(call), desktopRoot);
    const applications = await Promise.all(
      references.map(async (reference) => {
        const known = await this.#ask(reference, call).catch(() => undefined);
        return known && this.#application(reference, known, windows);
      }),
    );
    this.#forgetAllBut(new Set(references.map(({ bus }) => bus)));
    return applications.filter((application) => application !== undefined);
  }

  async #application(
    reference: Reference,
    { name, pid }: Known,
    windows: readonly XWindow[],
  ): Promise<LinuxApplication> {
    const told = windows.find((window) => window.pid === pid && window.desktopId !== undefined);
    return { reference, name, pid, id: told?.desktopId ?? (await launchedAs(pid)) };
  }

  async #ask(reference: Reference, call: Call): Promise<Known> {
    const before = this.#known.get(reference.bus);
    if (before?.told) return before;
    const [[pid], name] = await Promise.all([
      this.#bus.call(busMethod('GetConnectionUnixProcessID', reference.bus), call.remaining()),
      this.#askName(reference, call),
    ]);
    const number = asNumber(pid);
    const known = { pid: number, name: name || (await programName(number)), told: name !== '' };
    this.#known.set(reference.bus, known);
    return known;
  }

  async #askName(reference: Reference, call: Call): Promise<string> {
    const talk = this.#talk(call, NAME_PATIENCE);
    return asText(await talk.get(reference, interfaces.accessible, 'Name').catch(() => ''));
  }

  #talk(call: Call, patience?: number): Conversation {
    return new Conversation((method, within) => this.#bus.call(method, within), call, patience);
  }

  #forgetAllBut(running: ReadonlySet<string>): void {
    for (const bus of this.#known.keys()) if (!running.has(bus)) this.#known.delete(bus);
  }
}

async function programName(pid: number): Promise<string> {
  const name = await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '');
  return name.trim() || `process ${pid}`;
}

/** The desktop file that a launcher started this very process from; GLib and KDE note it in the environment. */
async function launchedAs(pid: number): Promise<string | undefined> {
  const environment = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '');
  const variables = new Map(environment.split('\0').map((line) => splitAt(line, line.indexOf('='))));
  const file = variables.get('GIO_LAUNCHED_DESKTOP_FILE');
  if (file === undefined || variables.get('GIO_LAUNCHED_DESKTOP_FILE_PID') !== String(pid)) return undefined;
  return basename(file, '.desktop');
}

function splitAt(text: string, at: number): [string, string] {
  return [text.slice(0, at), text.slice(at + 1)];
}
