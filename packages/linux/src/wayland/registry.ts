import type { Call } from '@handeye/core/call/call';
import { orAborted } from '@handeye/core/call/call';
import type { EventListener, WaylandConnection } from './connection.ts';

const GET_REGISTRY = 1;
const DISPLAY = 1;
const BIND = 0;
const registryEvents = { global: 0, globalRemove: 1 } as const;

/** Something that the compositor offers. */
export interface Global {
  /** Its number in the registry. */
  readonly name: number;
  readonly interfaceName: string;
  readonly version: number;
}

/** The globals that the compositor offers now: outputs come and go. */
export class Registry {
  readonly #connection: WaylandConnection;
  readonly #globals = new Map<number, Global>();
  readonly #id: number;

  private constructor(connection: WaylandConnection) {
    this.#connection = connection;
    this.#id = connection.newObject('wl_registry', (opcode, args) => {
      const name = args.uint();
      if (opcode === registryEvents.global)
        this.#globals.set(name, { name, interfaceName: args.string(), version: args.uint() });
      else if (opcode === registryEvents.globalRemove) this.#globals.delete(name);
    });
    connection.send(DISPLAY, GET_REGISTRY, this.#id);
  }

  static async read(connection: WaylandConnection, call: Call): Promise<Registry> {
    const registry = new Registry(connection);
    await orAborted(connection.sync(), call.signal);
    return registry;
  }

  all(interfaceName: string): Global[] {
    return [...this.#globals.values()].filter((global) => global.interfaceName === interfaceName);
  }

  first(interfaceName: string): Global | undefined {
    return this.all(interfaceName)[0];
  }

  /** Binds a global in a version that both sides know; returns the new object's id. */
  bind({ name, interfaceName, version }: Global, highest: number, onEvent?: EventListener): number {
    const id = this.#connection.newObject(interfaceName, onEvent);
    this.#connection.send(this.#id, BIND, name, interfaceName, Math.min(version, highest), id);
    return id;
  }
}
