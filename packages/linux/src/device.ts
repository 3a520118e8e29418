import type { Call } from '@handeye/core/call/call';
import { desktopState } from '@handeye/core/device/desktop-state';
import { performAction } from '@handeye/core/device/element-actions';
import { permissionDenied } from '@handeye/core/device/errors';
import { type Chord, desktopKeys, isSelectionKey, selectionKeys } from '@handeye/core/device/keys';
import { Origins } from '@handeye/core/device/origins';
import { PHONE_ONLY } from '@handeye/core/device/phone-only';
import type {
  ActOptions,
  Capabilities,
  Clipboard,
  Device,
  ElementAction,
  Key,
  PicturedView,
  Point,
  Remark,
  Stroke,
  Tier,
  TouchOptions,
  WindowPicture,
  Wish,
} from '@handeye/core/device/port';
import type { Services } from '@handeye/core/device/services/services';
import type { Element, Screen, View } from '@handeye/screen/snapshot';
import { LinuxApps } from './apps/apps.ts';
import { LinuxLinks } from './apps/links.ts';
import { LinuxActions } from './actions/actions.ts';
import { mustBeAsJudged, mustMeet } from './actions/as-judged.ts';
import { keysymsOfChord, keysymsOfKeys, lettersOfKeys } from './actions/keys.ts';
import { TextFields } from './actions/text-fields.ts';
import { capabilitiesOf } from './capabilities.ts';
import { withDeviceErrors } from './errors.ts';
import type { Journal } from './journal.ts';
import type { LinuxNotifications } from './notifications/notifications.ts';
import { refuseOwnQuestion } from './portal/consent.ts';
import { LinuxDesktop } from './screen/desktop.ts';
import type { Origin } from './screen/look.ts';
import { readScreen } from './screen/look.ts';
import { glanceAt } from './screen/stack.ts';
import { keysymOf } from './input/keysyms.ts';
import type { DesktopSession } from './session.ts';
import { linuxFacts } from './state.ts';

interface LinuxDeviceOptions {
  readonly id: string;
  readonly title: string;
  readonly environment: NodeJS.ProcessEnv;
  /** Or why notifications cannot be read. */
  readonly notifications: LinuxNotifications | string;
}

/** A Linux desktop, used through AT-SPI, and through X11 for what accessibility does not offer. */
export class LinuxDevice implements Device {
  readonly id: string;
  readonly title: string;
  readonly kind = 'desktop';
  readonly tier: Tier = { name: 'AT-SPI', looksAreCheap: true };
  readonly system = { platform: 'linux' } as const;
  readonly hasMouse = true;
  readonly moreKeys = [...desktopKeys, ...selectionKeys];
  readonly capabilities: Capabilities;
  readonly apps: LinuxApps;
  readonly desktop: LinuxDesktop;
  readonly services: Services;
  readonly clipboard?: Clipboard;
  readonly logs?: Journal;
  readonly #session: DesktopSession;
  readonly #notifications: LinuxNotifications | undefined;
  readonly #origins = new Origins<Origin>();
  /** The text field that had the focus at the last look. */
  #focusedField: Origin | undefined;

  constructor(
    session: DesktopSession,
    journal: Journal | string,
    { id, title, environment, notifications }: LinuxDeviceOptions,
  ) {
    this.id = id;
    this.title = title;
    const logs = typeof journal === 'string' ? journal : true;
    this.#notifications = typeof notifications === 'string' ? undefined : notifications;
    const heard = typeof notifications === 'string' ? notifications : true;
    this.capabilities = capabilitiesOf({ display: session.display, logs, notifications: heard });
    this.apps = new LinuxApps(session, environment);
    this.desktop = new LinuxDesktop(session);
    const screen = (call: Call) => this.screen(call);
    this.services = {
      appManager: this.apps,
      links: new LinuxLinks(this.apps, environment),
      ...(this.#notifications && { notifications: this.#notifications }),
      state: desktopState({ desktop: this.desktop, screen, ...linuxFacts(environment) }),
    };
    if (session.display?.clipboard) this.clipboard = this.#clipboard();
    if (typeof journal !== 'string') this.logs = journal;
    this.#session = session;
  }

  look(wish: Wish, call: Call): Promise<PicturedView> {
    return withDeviceErrors(async () => {
      const { view, origins, focusedField } = await readScreen(this.#session, call);
      this.#origins.remember(origins);
      this.#focusedField = focusedField;
      return wish.picture ? { ...view, picture: await this.#session.screenshot(call) } : view;
    });
  }

  glance(call: Call): Promise<View | undefined> {
    return withDeviceErrors(() => glanceAt(this.#session, call));
  }

  windowPicture(of: Element, call: Call): Promise<WindowPicture | undefined> {
    return withDeviceErrors(async () => {
      const { window } = this.#origins.of(of).frame;
      if (!window || window.minimized) return undefined;
      return { picture: await this.#session.screenshot(call, window), shows: window.clientBounds };
    });
  }

  settle(limit: number, call: Call): Promise<boolean | undefined> {
    return withDeviceErrors(() => this.#session.settle(limit, call));
  }

  screen(call: Call): Promise<Screen> {
    return withDeviceErrors(() => this.#session.screen(call));
  }

  act(on: Element, action: ElementAction, call: Call, how: ActOptions = {}): Promise<Remark> {
    return withDeviceErrors(async () => {
      const origin = this.#origins.of(on);
      refuseOwnQuestion(this.#session.display, origin.app.name);
      const label = how.allowed === true ? ('whole' as const) : ('words' as const);
      const isJudged = how.refuses === true && action.kind !== 'scroll';
      if (isJudged) await mustBeAsJudged(this.#session, origin, { label, call });
      return performAction(origin, action, {
        actions: new LinuxActions(this.#session, call, isJudged ? label : 'none'),
        fields: new TextFields(this.#session, call),
      });
    });
  }

  reveal(on: Element, call: Call): Promise<boolean> {
    return withDeviceErrors(() => new LinuxActions(this.#session, call).reveal(this.#origins.of(on)));
  }

  touch(strokes: readonly Stroke[], call: Call, { aim }: TouchOptions = {}): Promise<undefined> {
    return withDeviceErrors(async () => {
      const starts = strokes.map(([start]) => start);
      await mustMeet(this.#session, starts, { aim, origins: this.#origins, call });
      await this.#session.pointer.drag(strokes, call);
      return undefined;
    });
  }

  openMenuAt(point: Point, call: Call, { aim }: TouchOptions = {}): Promise<void> {
    return withDeviceErrors(async () => {
      await mustMeet(this.#session, [point], { aim, origins: this.#origins, call });
      await this.#session.pointer.click(point, 'right', call);
    });
  }

  type(text: string, call: Call): Promise<Remark> {
    return withDeviceErrors(() => new TextFields(this.#session, call).type(text, this.#focusedField));
  }

  typeUnseen(text: string, call: Call): Promise<Remark> {
    return withDeviceErrors(async () => {
      await this.#session.keyboard.type(text, call);
      return undefined;
    });
  }

  press(key: Key, call: Call): Promise<Remark> {
    return withDeviceErrors(async () => {
      if (isSelectionKey(key)) {
        const shift = this.#focusedField?.accessible.role === 'terminal';
        await this.#session.keyboard.press(keysymOf(lettersOfKeys[key]), call, { control: true, shift });
        return undefined;
      }
      const keysym = keysymsOfKeys[key];
      if (keysym === undefined) throw permissionDenied(PHONE_ONLY);
      await this.#session.keyboard.press(keysym, call);
      return undefined;
    });
  }

  pressChord(chord: Chord, call: Call): Promise<Remark> {
    return withDeviceErrors(async () => {
      const keys = keysymsOfChord(chord);
      if (keys === undefined) throw permissionDenied(PHONE_ONLY);
      await this.#session.keyboard.press(keys.keysym, call, keys.held);
      return undefined;
    });
  }

  close(): Promise<void> {
    this.#notifications?.close();
    return this.#session.close();
  }

  /** Asks the session each time: after a restart of the X server or the compositor the display is a new one. */
  #clipboard(): Clipboard {
    return {
      read: (call) => withDeviceErrors(() => this.#session.clipboard.read(call)),
      write: (text, call) => withDeviceErrors(() => this.#session.clipboard.write(text, call)),
    };
  }
}
