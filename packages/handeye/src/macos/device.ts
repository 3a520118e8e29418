import type { Call } from '../device/call.ts';
import type { Application } from '../device/desktop.ts';
import { permissionDenied } from '../device/errors.ts';
import { Origins } from '../device/origins.ts';
import { phoneOnly } from '../device/phone-only.ts';
import type {
  Capabilities,
  Clipboard,
  Device,
  ElementAction,
  Key,
  Look,
  Point,
  Remark,
  Stroke,
  Wish,
} from '../device/port.ts';
import type { Element, Screen } from '../ui/snapshot.ts';
import { capabilitiesOf } from './capabilities.ts';
import { applicationOf, MacDesktop } from './desktop.ts';
import { Hands } from './hands.ts';
import { heldBack } from './held-back.ts';
import { editingKeys } from './keys.ts';
import type { Origin } from './look.ts';
import { lookAt, screenOf } from './look.ts';
import { pasteboard } from './pasteboard.ts';
import { noScreenRecording } from './permission.ts';
import type { Programs } from './programs.ts';
import { capture } from './screencapture.ts';
import type { MacSession } from './session.ts';

/** A Mac: read and used through AX, and with mouse and keyboard where accessibility ends. */
export class MacDevice implements Device {
  readonly id: string;
  readonly title = 'This Mac';
  readonly kind = 'desktop';
  readonly hasMouse = true;
  readonly capabilities: Capabilities;
  readonly heldBack = heldBack;
  readonly desktop: MacDesktop;
  readonly clipboard: Clipboard;
  readonly #session: MacSession;
  readonly #programs: Programs;
  readonly #origins = new Origins<Origin>();

  constructor(session: MacSession, options: { id: string; programs: Programs; screenRecording: boolean }) {
    this.id = options.id;
    this.capabilities = capabilitiesOf(options);
    this.desktop = new MacDesktop(session);
    this.clipboard = pasteboard(options.programs);
    this.#session = session;
    this.#programs = options.programs;
  }

  async look(wish: Wish, call: Call): Promise<Look> {
    const { view, origins, screenRecording } = await lookAt(this.#session, call);
    this.#origins.remember(origins);
    if (!wish.picture) return { view };
    // It may have been taken away meanwhile; the picture would show the wallpaper only.
    if (!screenRecording) throw permissionDenied(noScreenRecording);
    return { view, picture: await capture(this.#programs.screencapture, call) };
  }

  async screen(call: Call): Promise<Screen> {
    return screenOf(await this.#session.hello(call));
  }

  async act(on: Element, action: ElementAction, call: Call): Promise<Remark> {
    const origin = this.#origins.of(on);
    const hands = new Hands(this.#session, call);
    switch (action.kind) {
      case 'click':
        await hands.click(origin);
        break;
      case 'longClick':
        await hands.openMenu(origin);
        break;
      case 'setText':
        await hands.setText(origin, action.text);
        break;
      case 'scroll':
        await hands.scroll(origin, action.direction, action.share);
    }
    return undefined;
  }

  async reveal(on: Element, call: Call): Promise<boolean> {
    return new Hands(this.#session, call).reveal(this.#origins.of(on));
  }

  /** Services draw parts of other applications' windows; those that are no applications count as who shows them. */
  async owners(of: Element | Point, call: Call): Promise<readonly Application[]> {
    const pids = 'node' in of ? this.#pidsOf(of) : await this.#session.pidsAt(of, call);
    const apps = await this.#session.applications(call);
    return apps.filter(({ pid }) => pids.includes(pid)).map(applicationOf);
  }

  async touch(strokes: readonly Stroke[], call: Call): Promise<void> {
    await new Hands(this.#session, call).draw(strokes);
  }

  async type(text: string, call: Call): Promise<Remark> {
    await new Hands(this.#session, call).type(text);
    return undefined;
  }

  async press(key: Key, call: Call): Promise<Remark> {
    const code = editingKeys[key];
    if (code === undefined) throw permissionDenied(phoneOnly);
    await new Hands(this.#session, call).key(code);
    return undefined;
  }

  close(): Promise<void> {
    return this.#session.close();
  }

  #pidsOf(on: Element): readonly number[] {
    const { element, view } = this.#origins.of(on);
    return [element.pid ?? view.app.pid, view.app.pid];
  }
}
