import { type Call, pause } from '@handeye/core/call/call';
import { actionFailed, permissionDenied } from '@handeye/core/device/errors';
import type { Clipboard } from '@handeye/core/device/port';
import type { Screen } from '@handeye/screen/snapshot';
import { DBusError } from '../dbus/errors.ts';
import type { Display, DisplayPart, Keyboard, Pointer, RawImage } from '../display.ts';
import {
  type Mouse,
  type MouseButton,
  Pointer as MousePointer,
  type Position,
  type WheelDirection,
} from '../input/pointer.ts';
import { HelperFailed } from '../wayland/errors.ts';
import { Consent } from './consent.ts';
import { PortalKeyboard } from './keyboard.ts';
import { compositorScreen, gnomeScreen, sharedScreen } from './monitors.ts';
import { hasFrameGrabber, portalScreenshot, streamedPicture } from './picture.ts';
import type { Portal } from './portal.ts';
import { RemoteSession } from './remote-session.ts';
import type { RestoreToken } from './restore-token.ts';
import { clipboardOfWindow } from './wl-clipboard.ts';

/**
 * A seat without a keyboard or a mouse (a virtual machine, a server) gets one with the first event. Programs notice that a
 * moment later: until then no window has the focus, and keys and the wheel are lost (GTK 3.24 on mutter 43).
 */
const NEW_DEVICES_MS = 300;

const HOW_TO_SHARE =
  'In the dialog, choose the screen, switch on "Allow Remote Interaction" (GNOME) and press "Share".';

const NO_PICTURES =
  'Pictures of this desktop need the program gst-launch-1.0 with its PipeWire plug-in (Debian and Ubuntu: gstreamer1.0-tools ' +
  'gstreamer1.0-pipewire gstreamer1.0-plugins-good; Fedora: gstreamer1 pipewire-gstreamer gstreamer1-plugins-good), or a ' +
  'portal that takes screenshots. Install them; no restart is needed.';

const NO_CLIPBOARD =
  'The clipboard of this desktop needs the programs wl-copy and wl-paste: install the package wl-clipboard, then restart ' +
  'this server.';

const NO_WINDOWS =
  'This desktop (Wayland) lets no program raise, restore or close the windows of others. Use its own keys: press_key with ' +
  '`cmd` opens the overview on GNOME, alt+TAB changes windows, alt+F4 closes one.';

const unknownScreen: Screen = { width: 0, height: 0, density: 96 };

/** A session's devices, available once its user has agreed. */
interface Devices {
  readonly session: RemoteSession;
  readonly pointer: MousePointer;
  readonly keyboard: PortalKeyboard;
}

interface PortalDisplayOptions {
  readonly title: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly token: RestoreToken;
  /** The portal offers screenshots. */
  readonly takesScreenshots: boolean;
}

/** A Wayland desktop through its portals: the user is not asked until mouse, keys or a picture are needed. */
export class PortalDisplay implements Display {
  readonly title: string;
  readonly missing: Readonly<Partial<Record<DisplayPart, string>>>;
  readonly pointer: Pointer;
  readonly keyboard: Keyboard;
  readonly clipboard?: Clipboard;
  readonly screenshot?: (call: Call) => Promise<RawImage>;
  readonly #portal: Portal;
  readonly #environment: NodeJS.ProcessEnv;
  readonly #token: RestoreToken;
  readonly #takesScreenshots: boolean;
  readonly #consent = new Consent<Devices>({ what: 'may use mouse, keyboard and screen', how: HOW_TO_SHARE });
  readonly #pictureConsent = new Consent<RawImage>({
    what: 'may take screenshots',
    how: 'In the dialog, press "Allow".',
  });
  #devices: Devices | undefined;

  constructor(portal: Portal, { title, environment, token, takesScreenshots }: PortalDisplayOptions) {
    this.title = title;
    this.#portal = portal;
    this.#environment = environment;
    this.#token = token;
    this.#takesScreenshots = takesScreenshots;
    this.pointer = {
      drag: (drags, call) => this.#use(({ pointer }) => pointer.drag(drags, call), call),
      click: (at, button, call) => this.#use(({ pointer }) => pointer.click(at, button, call), call),
      scroll: (at, turn, call) => this.#use(({ pointer }) => pointer.scroll(at, turn, call), call),
    };
    this.keyboard = {
      type: (text, call, options) => this.#use(({ keyboard }) => keyboard.type(text, call, options), call),
      press: (keysym, call, held) => this.#use(({ keyboard }) => keyboard.press(keysym, call, held), call),
    };
    const clipboard = clipboardOfWindow(environment);
    if (clipboard) this.clipboard = clipboard;
    const takesPictures = takesScreenshots || hasFrameGrabber(environment);
    if (takesPictures) this.screenshot = (call) => this.#picture(call);
    this.missing = {
      windows: NO_WINDOWS,
      ...(!clipboard && { clipboard: NO_CLIPBOARD }),
      ...(!takesPictures && { picture: NO_PICTURES }),
    };
  }

  get ended(): boolean {
    return this.#portal.ended;
  }

  get asksItsUser(): boolean {
    return this.#consent.isAsking || this.#pictureConsent.isAsking;
  }

  async screen(call: Call): Promise<Screen> {
    return (
      (await gnomeScreen(this.#portal.bus, call)) ??
      sharedScreen(this.#devices?.session.streams ?? []) ??
      (await compositorScreen(this.#environment, call)) ??
      unknownScreen
    );
  }

  close(): void {
    this.#devices?.session.close();
    this.#portal.close();
  }

  /** Frames of the stream need no second consent; if no program can take them, the Screenshot portal asks once more. */
  async #picture(call: Call): Promise<RawImage> {
    if (!hasFrameGrabber(this.#environment)) return this.#screenshot(call);
    const { session } = await this.#granted(call);
    try {
      return await streamedPicture(session.streams, this.#environment, call);
    } catch (error) {
      call.signal.throwIfAborted();
      if (!(error instanceof HelperFailed)) throw error;
      if (this.#takesScreenshots) return this.#screenshot(call);
      throw actionFailed(`No picture of the screen came (${error.message}). ${NO_PICTURES}`);
    }
  }

  #screenshot(call: Call): Promise<RawImage> {
    return this.#pictureConsent.ask(
      async (own) => portalScreenshot(this.#portal, await this.screen(own), own),
      call,
    );
  }

  async #use<T>(work: (devices: Devices) => Promise<T>, call: Call): Promise<T> {
    const devices = await this.#granted(call);
    try {
      return await work(devices);
    } catch (error) {
      call.signal.throwIfAborted();
      if (!(error instanceof DBusError)) throw error;
      throw actionFailed(
        devices.session.closed
          ? 'The user, or a locked screen, ended the sharing of this desktop while it was used. Look again, then retry: ' +
              'the desktop is asked anew.'
          : `The desktop refused: ${error.message}. Look again, then retry.`,
        error,
      );
    }
  }

  async #granted(call: Call): Promise<Devices> {
    if (this.#devices?.session.closed === false) return this.#devices;
    // The call may have ended when the user answers; the consent is kept for the next call.
    return this.#consent.ask(async (own) => (this.#devices = await this.#open(own)), call);
  }

  async #open(call: Call): Promise<Devices> {
    const session = await RemoteSession.open(this.#portal, this.#token, call);
    if (!session.hasPointer || !session.hasKeyboard || session.streams.length === 0) {
      session.close();
      throw permissionDenied(
        `The user shared the desktop, but without mouse, keyboard or screen. ${HOW_TO_SHARE} Then repeat this call.`,
      );
    }
    const keyboard = new PortalKeyboard(session, this.clipboard);
    const mouse = new PortalMouse(session);
    mouse.wake();
    await keyboard.wake(call);
    await pause(NEW_DEVICES_MS, call);
    return { session, pointer: new MousePointer(mouse), keyboard };
  }
}

/** Button codes of linux/input-event-codes.h. */
const buttonCodes: Readonly<Record<MouseButton, number>> = { left: 0x110, right: 0x111, middle: 0x112 };

/** Axes of NotifyPointerAxisDiscrete, and the direction of a notch. */
const wheel: Readonly<Record<WheelDirection, { readonly axis: number; readonly step: number }>> = {
  up: { axis: 0, step: -1 },
  down: { axis: 0, step: 1 },
  left: { axis: 1, step: -1 },
  right: { axis: 1, step: 1 },
};

/** The mouse of a RemoteDesktop session. */
class PortalMouse implements Mouse {
  readonly #session: RemoteSession;

  constructor(session: RemoteSession) {
    this.#session = session;
  }

  /** Makes the compositor create its mouse, by a motion that leaves it where it is. */
  wake(): void {
    this.#session.notify('PointerMotion', 'dd', [0, 0]);
  }

  move(to: Position): void {
    const at = this.#session.onStream(to);
    if (at) this.#session.notify('PointerMotionAbsolute', 'udd', [at.node, at.x, at.y]);
  }

  button(button: MouseButton, pressed: boolean): void {
    this.#session.notify('PointerButton', 'iu', [buttonCodes[button], pressed ? 1 : 0]);
  }

  wheel(direction: WheelDirection, notches: number): void {
    const { axis, step } = wheel[direction];
    for (let notch = 0; notch < notches; notch++)
      this.#session.notify('PointerAxisDiscrete', 'ui', [axis, step]);
  }

  sync(): Promise<void> {
    return this.#session.confirm();
  }
}
