import type { Call } from '../device/call.ts';
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
  Remark,
  Stroke,
  Wish,
} from '../device/port.ts';
import type { Element, Screen } from '../ui/snapshot.ts';
import { capabilitiesOf } from './capabilities.ts';
import { LinuxDesktop } from './desktop.ts';
import type { Origin } from './look.ts';
import { lookAt } from './look.ts';
import { Fields } from './fields.ts';
import { Hands } from './hands.ts';
import type { Journal } from './journal.ts';
import type { DesktopSession } from './session.ts';
import type { Display } from './x11/display.ts';
import { keysyms } from './x11/keymap.ts';

const keys: Partial<Record<Key, number>> = {
  ENTER: keysyms.enter,
  DEL: keysyms.backSpace,
  TAB: keysyms.tab,
  SPACE: ' '.charCodeAt(0),
};

/** A Linux desktop: read and used through AT-SPI, and through X where accessibility ends. */
export class LinuxDevice implements Device {
  readonly id: string;
  readonly title: string;
  readonly kind = 'desktop';
  readonly hasMouse = true;
  readonly capabilities: Capabilities;
  readonly desktop: LinuxDesktop;
  readonly clipboard?: Clipboard;
  readonly logs?: Journal;
  readonly #session: DesktopSession;
  readonly #origins = new Origins<Origin>();
  /** The field that had the keyboard when we last looked. */
  #field: Origin | undefined;

  constructor(
    session: DesktopSession,
    journal: Journal | string,
    { id, title }: { id: string; title: string },
  ) {
    this.id = id;
    this.title = title;
    const logs = typeof journal === 'string' ? journal : true;
    this.capabilities = capabilitiesOf({ hasDisplay: session.display !== undefined, logs });
    this.desktop = new LinuxDesktop(session);
    if (session.display) this.clipboard = this.#clipboard();
    if (typeof journal !== 'string') this.logs = journal;
    this.#session = session;
  }

  async look(wish: Wish, call: Call): Promise<Look> {
    const { view, origins, field } = await lookAt(this.#session, call);
    this.#origins.remember(origins);
    this.#field = field;
    return wish.picture ? { view, picture: await this.#display().picture(call) } : { view };
  }

  screen(call: Call): Promise<Screen> {
    return this.#session.screen(call);
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
        await new Fields(this.#session, call).setText(origin, action.text);
        break;
      case 'scroll':
        await hands.scroll(origin, action.direction, action.share);
    }
    return undefined;
  }

  reveal(on: Element, call: Call): Promise<boolean> {
    return new Hands(this.#session, call).reveal(this.#origins.of(on));
  }

  async touch(strokes: readonly Stroke[], call: Call): Promise<void> {
    await this.#display().pointer.draw(strokes, call);
  }

  async type(text: string, call: Call): Promise<Remark> {
    await new Fields(this.#session, call).type(text, this.#field);
    return undefined;
  }

  async press(key: Key, call: Call): Promise<Remark> {
    const keysym = keys[key];
    if (keysym === undefined) throw permissionDenied(phoneOnly);
    await this.#display().keyboard.press(keysym, call);
    return undefined;
  }

  close(): Promise<void> {
    return this.#session.close();
  }

  /** The display may be another one later: it is asked for anew each time. */
  #clipboard(): Clipboard {
    return {
      read: (call) => this.#display().clipboard.read(call),
      write: (text, call) => this.#display().clipboard.write(text, call),
    };
  }

  #display(): Display {
    if (this.#session.display) return this.#session.display;
    throw permissionDenied('This desktop session has no X display that could be used.');
  }
}
