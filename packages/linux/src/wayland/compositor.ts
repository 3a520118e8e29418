import type { Call } from '@handeye/core/call/call';
import { WaylandConnection } from './connection.ts';
import { Outputs } from './outputs.ts';
import { Registry } from './registry.ts';

/** The parts that every Wayland compositor offers: a connection, the list of its protocols, and its monitors. */
export interface Compositor {
  readonly connection: WaylandConnection;
  readonly registry: Registry;
  readonly outputs: Outputs;
}

/** Connects to the compositor and opens a display on it; closes the connection if that fails or gives none. */
export async function openCompositor<T>(
  environment: NodeJS.ProcessEnv,
  call: Call,
  make: (compositor: Compositor) => Promise<T> | T,
): Promise<T> {
  const connection = await WaylandConnection.connect(environment, call);
  let made: T | undefined;
  try {
    const registry = await Registry.read(connection, call);
    made = await make({ connection, registry, outputs: new Outputs(connection, registry) });
    return made;
  } finally {
    if (made === undefined) connection.close();
  }
}

/** The display of a compositor: the part that all compositors share. */
export abstract class CompositorDisplay {
  readonly #connection: WaylandConnection;
  protected readonly outputs: Outputs;

  protected constructor({ connection, outputs }: Compositor) {
    this.#connection = connection;
    this.outputs = outputs;
  }

  get ended(): boolean {
    return this.#connection.ended;
  }

  screen(call: Call): Promise<{ width: number; height: number; density: number }> {
    return this.outputs.screen(call);
  }

  close(): void {
    this.#connection.close();
  }
}

/** The display of a compositor that offers nothing but its size (weston, or a desktop without portals). */
export class ScreenOnlyDisplay extends CompositorDisplay {
  readonly title = 'Wayland, without mouse, keys and pictures';
  readonly missing: Readonly<Record<'pointer' | 'keyboard' | 'clipboard' | 'picture' | 'windows', string>>;

  private constructor(compositor: Compositor, reason: string) {
    super(compositor);
    const reasons = { pointer: reason, keyboard: reason, clipboard: reason };
    this.missing = { ...reasons, picture: reason, windows: reason };
  }

  /** `reason` explains why everything else is missing. */
  static open(environment: NodeJS.ProcessEnv, reason: string, call: Call): Promise<ScreenOnlyDisplay> {
    return openCompositor(environment, call, (compositor) => new ScreenOnlyDisplay(compositor, reason));
  }
}
