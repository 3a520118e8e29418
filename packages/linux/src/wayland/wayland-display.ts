import { type Call, orAborted, pause } from '@handeye/core/call/call';
import type { ManagedWindow } from '../display-parts/managed-window.ts';
import type { RawImage } from '../display-parts/raw-image.ts';
import { WlClipboard } from './clipboard.ts';
import { type Compositor, CompositorDisplay, openCompositor } from './compositor.ts';
import { CommandRefused } from './errors.ts';
import { holdKeyboard, WtypeKeyboard } from './keyboard.ts';
import { capture } from './picture.ts';
import { installCommand, isInstalled, type Program } from './programs.ts';
import type { Registry } from './registry.ts';
import { SwayIpc } from './sway-ipc.ts';
import { SwayWindows } from './sway-windows.ts';
import { VIRTUAL_POINTER_MANAGER, VirtualPointer } from './virtual-pointer.ts';
import type { WaylandConnection } from './connection.ts';

const VIRTUAL_KEYBOARD_MANAGER = 'zwp_virtual_keyboard_manager_v1';
const SCREENCOPY_MANAGER = 'zwlr_screencopy_manager_v1';
const DATA_CONTROL_MANAGER = 'zwlr_data_control_manager_v1';
const NEWER_DATA_CONTROL_MANAGER = 'ext_data_control_manager_v1';

const NO_WINDOWS =
  'This compositor does not tell where windows are, nor raises or closes them for us (sway does). Elements are used ' +
  'through accessibility; for anything else take a screenshot and use its coordinates.';

type Missing = Partial<Record<'keyboard' | 'clipboard' | 'picture' | 'windows', string>>;

/** The display of a wlroots compositor (sway, labwc, Hyprland, …). */
export class WaylandDisplay extends CompositorDisplay {
  readonly title: string;
  readonly pointer: VirtualPointer;
  readonly keyboard?: WtypeKeyboard;
  readonly clipboard?: WlClipboard;
  readonly windowManager?: SwayWindows;
  readonly screenshot?: (call: Call, window?: ScreenPart) => Promise<RawImage>;
  readonly missing: Missing;
  readonly #heldKeyboard: { release(): void } | undefined;

  private constructor(
    compositor: Compositor,
    parts: {
      readonly pointer: VirtualPointer;
      readonly windowManager: SwayWindows | undefined;
      readonly heldKeyboard: { release(): void } | undefined;
      readonly missing: Missing;
    },
    environment: NodeJS.ProcessEnv,
  ) {
    super(compositor);
    const { pointer, windowManager, heldKeyboard, missing } = parts;
    this.#heldKeyboard = heldKeyboard;
    this.missing = missing;
    this.pointer = pointer;
    this.title = `${windowManager ? 'sway' : 'a wlroots compositor'} (Wayland)`;
    if (windowManager) this.windowManager = windowManager;
    if (missing.keyboard === undefined) this.keyboard = new WtypeKeyboard(environment);
    if (missing.clipboard === undefined) this.clipboard = new WlClipboard(environment);
    if (missing.picture === undefined)
      this.screenshot = (call, window) => this.#capture(environment, call, window);
  }

  /** Undefined if the compositor offers no pointer of this kind: GNOME and KDE do not. */
  static open(environment: NodeJS.ProcessEnv, call: Call): Promise<WaylandDisplay | undefined> {
    return openCompositor(environment, call, async (compositor) => {
      const { connection, registry, outputs } = compositor;
      const manager = registry.first(VIRTUAL_POINTER_MANAGER);
      if (!manager) return undefined;
      const ipc = await SwayIpc.find(environment, call);
      const windowManager = ipc && new SwayWindows(ipc, outputs);
      const missing = missingParts(registry, windowManager, environment);
      const pointer = new VirtualPointer(connection, { registry, manager, outputs });
      const heldKeyboard =
        missing.keyboard === undefined ? await keyboardForSeat(compositor, environment, call) : undefined;
      return new WaylandDisplay(compositor, { pointer, windowManager, heldKeyboard, missing }, environment);
    });
  }

  override close(): void {
    this.#heldKeyboard?.release();
    super.close();
  }

  /** Cut out of the screen, with the windows that cover it: no other program may look into windows. */
  async #capture(environment: NodeJS.ProcessEnv, call: Call, window?: ScreenPart): Promise<RawImage> {
    if (!window) return capture(environment, call);
    if (window.minimized)
      throw new CommandRefused('this window is not shown now, so it has no picture: bring it to the front');
    const { left, top } = await this.outputs.layout(call);
    const { bounds } = window;
    return capture(environment, call, {
      left: bounds.left + left,
      top: bounds.top + top,
      right: bounds.right + left,
      bottom: bounds.bottom + top,
    });
  }
}

type ScreenPart = Pick<ManagedWindow, 'bounds' | 'minimized'>;

/** A keyboard for a seat that has none; undefined if it has one. Released if the compositor never notices it. */
async function keyboardForSeat(
  { connection, registry }: Compositor,
  environment: NodeJS.ProcessEnv,
  call: Call,
): Promise<{ release(): void } | undefined> {
  const seat = new Seat(connection, registry);
  if (await seat.hasKeyboard(call)) return undefined;
  const held = holdKeyboard(environment);
  try {
    await seat.awaitKeyboard(call);
    return held;
  } catch (error) {
    held.release();
    throw error;
  }
}

/** Why a part cannot be offered: the compositor lacks its protocol, or a program is not installed. */
function missingParts(
  registry: Registry,
  windowManager: SwayWindows | undefined,
  environment: NodeJS.ProcessEnv,
): Missing {
  const reason = (what: string, protocols: readonly string[], programs: readonly Program[]) => {
    if (!protocols.some((name) => registry.first(name)))
      return `${what} not possible here: this compositor does not offer ${protocols.join(' or ')}.`;
    const absent = programs.find((program) => !isInstalled(program, environment));
    return (
      absent &&
      `${what} done by the program ${absent}, which is not installed: ${installCommand(absent, environment)}`
    );
  };
  const keyboard = reason('On this desktop keys are', [VIRTUAL_KEYBOARD_MANAGER], ['wtype']);
  const picture = reason('On this desktop pictures are', [SCREENCOPY_MANAGER], ['grim']);
  const clipboardProtocols = [DATA_CONTROL_MANAGER, NEWER_DATA_CONTROL_MANAGER];
  const clipboard = reason('On this desktop the clipboard is', clipboardProtocols, ['wl-copy', 'wl-paste']);
  return {
    ...(keyboard !== undefined && { keyboard }),
    ...(picture !== undefined && { picture }),
    ...(clipboard !== undefined && { clipboard }),
    ...(!windowManager && { windows: NO_WINDOWS }),
  };
}

const CAPABILITIES = 0;
const KEYBOARD = 2;
const POLL_MS = 20;
const KEYBOARD_TIMEOUT_MS = 1000;

/** The compositor's first seat: whether it has a keyboard now. */
class Seat {
  readonly #connection: WaylandConnection;
  #capabilities = 0;

  constructor(connection: WaylandConnection, registry: Registry) {
    this.#connection = connection;
    const seat = registry.first('wl_seat');
    if (!seat) return;
    registry.bind(seat, 1, (opcode, args) => {
      if (opcode === CAPABILITIES) this.#capabilities = args.uint();
    });
  }

  async hasKeyboard(call: Call): Promise<boolean> {
    await orAborted(this.#connection.sync(), call.signal);
    return (this.#capabilities & KEYBOARD) !== 0;
  }

  async awaitKeyboard(call: Call): Promise<void> {
    const end = call.clock.now() + KEYBOARD_TIMEOUT_MS;
    while (!(await this.hasKeyboard(call)) && call.clock.now() < end) await pause(POLL_MS, call);
  }
}
