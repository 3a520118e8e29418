import type { Call } from '../../call/call.ts';
import { WlClipboard } from './clipboard.ts';
import { WaylandConnection } from './connection.ts';
import { CommandRefused } from './errors.ts';
import { holdKeyboard, WtypeKeyboard } from './keyboard.ts';
import { Outputs } from './outputs.ts';
import type { RawImage } from './picture.ts';
import { capture } from './picture.ts';
import type { Program } from './programs.ts';
import { installCommand, isInstalled } from './programs.ts';
import { Registry } from './registry.ts';
import { Seat } from './seat.ts';
import { SwayIpc } from './sway-ipc.ts';
import type { SwayWindow } from './sway-windows.ts';
import { SwayWindows } from './sway-windows.ts';
import { VIRTUAL_POINTER_MANAGER, VirtualPointer } from './virtual-pointer.ts';

const VIRTUAL_KEYBOARD_MANAGER = 'zwp_virtual_keyboard_manager_v1';
const SCREENCOPY_MANAGER = 'zwlr_screencopy_manager_v1';
const DATA_CONTROL_MANAGER = 'zwlr_data_control_manager_v1';
const NEWER_DATA_CONTROL_MANAGER = 'ext_data_control_manager_v1';

const NO_WINDOWS =
  'This compositor does not tell where windows are, nor raises or closes them for us (sway does). Elements are used ' +
  'through accessibility; for anything else take a screenshot and use its coordinates.';

type Missing = Partial<Record<'keyboard' | 'clipboard' | 'picture' | 'windows', string>>;

/** The display of a wlroots compositor (sway, labwc, Hyprland, …). */
export class WaylandDisplay {
  readonly title: string;
  readonly pointer: VirtualPointer;
  readonly keyboard?: WtypeKeyboard;
  readonly clipboard?: WlClipboard;
  readonly windowManager?: SwayWindows;
  readonly screenshot?: (call: Call, window?: ScreenPart) => Promise<RawImage>;
  readonly missing: Missing;
  readonly #connection: WaylandConnection;
  readonly #outputs: Outputs;
  readonly #heldKeyboard: { release(): void } | undefined;

  private constructor(
    connection: WaylandConnection,
    parts: {
      readonly outputs: Outputs;
      readonly pointer: VirtualPointer;
      readonly windowManager: SwayWindows | undefined;
      readonly heldKeyboard: { release(): void } | undefined;
      readonly missing: Missing;
    },
    environment: NodeJS.ProcessEnv,
  ) {
    const { outputs, pointer, windowManager, heldKeyboard, missing } = parts;
    this.#connection = connection;
    this.#outputs = outputs;
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
  static async open(environment: NodeJS.ProcessEnv, call: Call): Promise<WaylandDisplay | undefined> {
    const connection = await WaylandConnection.connect(environment, call);
    try {
      const registry = await Registry.read(connection, call);
      const manager = registry.first(VIRTUAL_POINTER_MANAGER);
      if (!manager) {
        connection.close();
        return undefined;
      }
      const outputs = new Outputs(connection, registry);
      const ipc = await SwayIpc.find(environment, call);
      const windowManager = ipc && new SwayWindows(ipc, outputs);
      const missing = missingParts(registry, windowManager, environment);
      const pointer = new VirtualPointer(connection, { registry, manager, outputs });
      const seat = new Seat(connection, registry);
      const needsKeyboard = missing.keyboard === undefined && !(await seat.hasKeyboard(call));
      const heldKeyboard = needsKeyboard ? holdKeyboard(environment) : undefined;
      if (heldKeyboard) await seat.awaitKeyboard(call);
      return new WaylandDisplay(
        connection,
        { outputs, pointer, windowManager, heldKeyboard, missing },
        environment,
      );
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
    this.#heldKeyboard?.release();
    this.#connection.close();
  }

  /** A window is cut out of the screen, with what covers it: nobody else may look into windows. */
  async #capture(environment: NodeJS.ProcessEnv, call: Call, window?: ScreenPart): Promise<RawImage> {
    if (!window) return capture(environment, call);
    if (window.minimized)
      throw new CommandRefused('this window is not shown now, so it has no picture: bring it to the front');
    const { left, top } = await this.#outputs.layout(call);
    const { bounds } = window;
    return capture(environment, call, {
      left: bounds.left + left,
      top: bounds.top + top,
      right: bounds.right + left,
      bottom: bounds.bottom + top,
    });
  }
}

type ScreenPart = Pick<SwayWindow, 'bounds' | 'minimized'>;

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
