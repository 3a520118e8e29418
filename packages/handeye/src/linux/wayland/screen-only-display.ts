import type { Call } from '../../call/call.ts';
import { WaylandConnection } from './connection.ts';
import { Outputs } from './outputs.ts';
import { Registry } from './registry.ts';

/** The display of a compositor that offers nothing but its size (weston, or a desktop without portals). */
export class ScreenOnlyDisplay {
  readonly title = 'Wayland, without mouse, keys and pictures';
  readonly missing: Readonly<Record<'pointer' | 'keyboard' | 'clipboard' | 'picture' | 'windows', string>>;
  readonly #connection: WaylandConnection;
  readonly #outputs: Outputs;

  private constructor(connection: WaylandConnection, outputs: Outputs, reason: string) {
    this.#connection = connection;
    this.#outputs = outputs;
    const reasons = { pointer: reason, keyboard: reason, clipboard: reason };
    this.missing = { ...reasons, picture: reason, windows: reason };
  }

  /** `reason` says why everything else is missing. */
  static async open(environment: NodeJS.ProcessEnv, reason: string, call: Call): Promise<ScreenOnlyDisplay> {
    const connection = await WaylandConnection.connect(environment, call);
    try {
      const outputs = new Outputs(connection, await Registry.read(connection, call));
      return new ScreenOnlyDisplay(connection, outputs, reason);
    } catch (error) {
      connection.close();
      throw error;
    }
  }

  get ended(): boolean {
    return this.#connection.ended;
  }

  screen(call: Call): Promise<{ width: number; height: number; density: number }> {
    return this.#outputs.screen(call);
  }

  close(): void {
    this.#connection.close();
  }
}
