import type { Call } from '@handeye/core/call/call';
import { orAborted } from '@handeye/core/call/call';
import type { Rectangle } from '../display-parts/managed-window.ts';
import type { ArgumentReader } from './wire.ts';
import type { WaylandConnection } from './connection.ts';
import type { Global, Registry } from './registry.ts';

const outputEvents = { geometry: 0, mode: 1, done: 2, scale: 3 } as const;
const xdgOutputEvents = { logicalPosition: 0, logicalSize: 1 } as const;
const GET_XDG_OUTPUT = 1;
const CURRENT_MODE = 1;
/** wl_output version 2 reports the scale; xdg_output needs nothing newer. */
const OUTPUT_VERSION = 2;
const XDG_OUTPUT_VERSION = 3;
const DEFAULT_DPI = 96;
/** Transforms with an odd number are turned by 90 or 270 degrees. */
const isSideways = (transform: number) => transform % 2 === 1;

interface Output {
  position: { x: number; y: number };
  mode: { width: number; height: number };
  transform: number;
  scale: number;
  /** The values of xdg_output, which knows fractions of the scale. */
  logicalPosition?: { x: number; y: number };
  logicalSize?: { width: number; height: number };
}

/** The monitors and the area that they cover together. */
export class Outputs {
  readonly #connection: WaylandConnection;
  readonly #registry: Registry;
  readonly #xdgOutputManager: number | undefined;
  readonly #outputs = new Map<number, Output>();

  constructor(connection: WaylandConnection, registry: Registry) {
    this.#connection = connection;
    this.#registry = registry;
    const manager = registry.first('zxdg_output_manager_v1');
    this.#xdgOutputManager = manager && registry.bind(manager, XDG_OUTPUT_VERSION);
  }

  /** The rectangle around all monitors. Its corner is not always 0,0. */
  async layout(call: Call): Promise<Rectangle> {
    await this.#update(call);
    const areas = [...this.#outputs.values()].map(areaOf).filter(({ left, right }) => right > left);
    if (areas.length === 0) return { left: 0, top: 0, right: 0, bottom: 0 };
    return {
      left: Math.min(...areas.map(({ left }) => left)),
      top: Math.min(...areas.map(({ top }) => top)),
      right: Math.max(...areas.map(({ right }) => right)),
      bottom: Math.max(...areas.map(({ bottom }) => bottom)),
    };
  }

  /** In logical pixels, 96 per inch for applications, at any scale of the monitor. */
  async screen(call: Call): Promise<{ width: number; height: number; density: number }> {
    const { left, top, right, bottom } = await this.layout(call);
    return { width: right - left, height: bottom - top, density: DEFAULT_DPI };
  }

  async #update(call: Call): Promise<void> {
    await orAborted(this.#connection.sync(), call.signal);
    const globals = this.#registry.all('wl_output');
    const known = new Set(globals.map(({ name }) => name));
    for (const name of this.#outputs.keys()) if (!known.has(name)) this.#outputs.delete(name);
    const added = globals.filter(({ name }) => !this.#outputs.has(name));
    if (added.length === 0) return;
    for (const global of added) this.#watch(global);
    await orAborted(this.#connection.sync(), call.signal);
  }

  #watch(global: Global): void {
    const output: Output = {
      position: { x: 0, y: 0 },
      mode: { width: 0, height: 0 },
      transform: 0,
      scale: 1,
    };
    this.#outputs.set(global.name, output);
    const id = this.#registry.bind(global, OUTPUT_VERSION, (opcode, args) => {
      onOutputEvent(output, opcode, args);
    });
    if (this.#xdgOutputManager === undefined) return;
    const xdgOutput = this.#connection.newObject('zxdg_output_v1', (opcode, args) => {
      if (opcode === xdgOutputEvents.logicalPosition)
        output.logicalPosition = { x: args.int(), y: args.int() };
      else if (opcode === xdgOutputEvents.logicalSize)
        output.logicalSize = { width: args.int(), height: args.int() };
    });
    this.#connection.send(this.#xdgOutputManager, GET_XDG_OUTPUT, xdgOutput, id);
  }
}

function onOutputEvent(output: Output, opcode: number, args: ArgumentReader): void {
  if (opcode === outputEvents.geometry) {
    output.position = { x: args.int(), y: args.int() };
    // Physical size and subpixels, make and model.
    for (let number = 0; number < 3; number++) args.int();
    for (let text = 0; text < 2; text++) args.string();
    output.transform = args.int();
  } else if (opcode === outputEvents.mode) {
    const flags = args.uint();
    if ((flags & CURRENT_MODE) !== 0) output.mode = { width: args.int(), height: args.int() };
  } else if (opcode === outputEvents.scale) {
    output.scale = Math.max(1, args.int());
  }
}

function areaOf(output: Output): Rectangle {
  const { x, y } = output.logicalPosition ?? output.position;
  const { width, height } = output.logicalSize ?? scaledSize(output);
  return { left: x, top: y, right: x + width, bottom: y + height };
}

function scaledSize({ mode, transform, scale }: Output): { width: number; height: number } {
  const [width, height] = isSideways(transform) ? [mode.height, mode.width] : [mode.width, mode.height];
  return { width: Math.round(width / scale), height: Math.round(height / scale) };
}
