import type { Call } from '@handeye/core/call/call';
import { desktopState } from '@handeye/core/device/desktop-state';
import type { Application } from '@handeye/core/device/desktop';
import { performAction } from '@handeye/core/device/element-actions';
import { actionFailed, permissionDenied } from '@handeye/core/device/errors';
import { type Chord, desktopKeys, type SelectionKey, selectionKeys } from '@handeye/core/device/keys';
import { Origins } from '@handeye/core/device/origins';
import { PHONE_ONLY, phoneOnlyCapabilities } from '@handeye/core/device/phone-only';
import type {
  Capabilities,
  Clipboard,
  Device,
  ElementAction,
  Key,
  PicturedView,
  Point,
  Remark,
  Selects,
  Stroke,
  Tier,
  TouchOptions,
  Wish,
} from '@handeye/core/device/port';
import type { Services } from '@handeye/core/device/services/services';
import type { Element, Screen, View } from '@handeye/screen/snapshot';
import { MacApps } from './apps/apps.ts';
import { MacLinks } from './apps/links.ts';
import { applicationOf, MacDesktop } from './screen/desktop.ts';
import { MacActions } from './actions/actions.ts';
import { protectedApps } from './protected-apps.ts';
import { codesOfKeys, modifiersOf } from './actions/keys.ts';
import { type Origin, readScreen, screenOf } from './screen/look.ts';
import { pasteboard } from './programs/pasteboard.ts';
import { SCREEN_RECORDING_NOT_ALLOWED } from './errors.ts';
import type { Programs } from './programs/run.ts';
import { capture } from './programs/screencapture.ts';
import type { MacSession } from './session.ts';
import { macFacts } from './state.ts';
import { shown } from '@handeye/screen/sanitize';
import { nodeAt } from '@handeye/screen/touch/hit-test';
import { stackOf } from './screen/stack.ts';

/** Where a US keyboard has A, a French one has Q, and Command-Q ends the application. */
const NO_CHARACTERS =
  'On a Mac only named keys can be pressed with others held (cmd+LEFT, ctrl+F2): where a letter is depends on the ' +
  "keyboard's layout. Click the command in the application's menu instead.";

/** A Mac, used through AX, and with mouse and keyboard for what accessibility does not offer. */
export class MacDevice implements Device {
  readonly id: string;
  readonly title = 'This Mac';
  readonly kind = 'desktop';
  readonly tier: Tier = { name: 'AX', looksAreCheap: true };
  readonly system = { platform: 'macos' } as const;
  readonly hasMouse = true;
  readonly moreKeys = [...desktopKeys, ...selectionKeys];
  readonly capabilities: Capabilities;
  readonly protectedApps = protectedApps;
  readonly apps: MacApps;
  readonly desktop: MacDesktop;
  readonly clipboard: Clipboard;
  readonly services: Services;
  readonly #session: MacSession;
  readonly #programs: Programs;
  readonly #origins = new Origins<Origin>();

  constructor(
    session: MacSession,
    options: {
      id: string;
      programs: Programs;
      /** Where applications are kept. */
      folders: readonly string[];
      screenRecording: boolean;
    },
  ) {
    this.id = options.id;
    this.capabilities = capabilitiesOf(options);
    this.apps = new MacApps(session, options);
    this.desktop = new MacDesktop(session);
    this.clipboard = pasteboard(options.programs);
    const screen = (call: Call) => this.screen(call);
    this.services = {
      appManager: this.apps,
      links: new MacLinks(this.apps, options.programs),
      state: desktopState({ desktop: this.desktop, screen, ...macFacts(options.programs) }),
    };
    this.#session = session;
    this.#programs = options.programs;
  }

  async look(wish: Wish, call: Call): Promise<PicturedView> {
    const { view, origins, screenRecording } = await readScreen(this.#session, call);
    this.#origins.remember(origins);
    if (!wish.picture) return view;
    // The permission may have been revoked; then the picture would show only the wallpaper.
    if (!screenRecording) throw permissionDenied(SCREEN_RECORDING_NOT_ALLOWED);
    return { ...view, picture: await capture(this.#programs.screencapture, call) };
  }

  glance(call: Call): Promise<View> {
    return glanceAt(this.#session, call);
  }

  async screen(call: Call): Promise<Screen> {
    return screenOf(await this.#session.hello(call));
  }

  async act(on: Element, action: ElementAction, call: Call): Promise<Remark> {
    const actions = new MacActions(this.#session, call);
    const fields = {
      setText: (field: Origin, text: string) => actions.setText(field, text),
      select: (field: Origin, what: Selects) => actions.select(field, what),
      pressSelectionKey: (field: Origin, key: SelectionKey) =>
        actions.pressSelectionKey(field, key, this.clipboard),
    };
    return performAction(this.#origins.of(on), action, { actions, fields });
  }

  async reveal(on: Element, call: Call): Promise<boolean> {
    return new MacActions(this.#session, call).reveal(this.#origins.of(on));
  }

  /** Services may draw parts of a window. A service that is not an application counts as the application around it. */
  async owners(of: Element | Point, call: Call): Promise<readonly Application[]> {
    const pids = 'node' in of ? this.#pidsOf(of) : await this.#session.pidsAt(of, call);
    const apps = await this.#session.applications(call);
    return apps.filter(({ pid }) => pids.includes(pid)).map(applicationOf);
  }

  /** What was judged is compared by the bridge, right before it presses. Acts on elements are always compared there. */
  async touch(strokes: readonly Stroke[], call: Call, { aim }: TouchOptions = {}): Promise<undefined> {
    const judgedAt = (point: Point) => {
      const index = strokes.findIndex(([start]) => start.x === point.x && start.y === point.y);
      if (!aim?.on || !aim.refuses || aim.labels[index] === 'none') return undefined;
      const node = nodeAt(aim.on, point);
      return node && this.#origins.find(node);
    };
    await new MacActions(this.#session, call).drag(strokes, judgedAt);
    return undefined;
  }

  async type(text: string, call: Call): Promise<Remark> {
    await new MacActions(this.#session, call).type(text);
    return undefined;
  }

  async press(key: Key, call: Call): Promise<Remark> {
    const code = codesOfKeys[key];
    if (code === undefined) throw permissionDenied(PHONE_ONLY);
    await new MacActions(this.#session, call).key(code);
    return undefined;
  }

  async pressChord(chord: Chord, call: Call): Promise<Remark> {
    const { key } = chord;
    if (typeof key !== 'string') throw actionFailed(NO_CHARACTERS);
    const code = codesOfKeys[key];
    if (code === undefined) throw permissionDenied(PHONE_ONLY);
    await new MacActions(this.#session, call).key(code, modifiersOf(chord));
    return undefined;
  }

  close(): Promise<void> {
    return this.#session.close();
  }

  #pidsOf(on: Element): readonly number[] {
    const { element, tree } = this.#origins.of(on);
    return [element.pid ?? tree.app.pid, tree.app.pid];
  }
}

const NO_NOTIFICATIONS =
  'macOS does not tell the notifications of other applications. ' +
  'Those in Notification Centre can be read with get_screen_state once it is open.';

/** The capabilities of a Mac. Pictures need the Screen Recording permission. */
function capabilitiesOf({ screenRecording }: { readonly screenRecording: boolean }): Capabilities {
  return {
    ...phoneOnlyCapabilities,
    picture: screenRecording ? true : SCREEN_RECORDING_NOT_ALLOWED,
    touch: true,
    click: true,
    longClick: true,
    scroll: true,
    type: true,
    setText: true,
    selectText: true,
    keys: true,
    clipboard: true,
    logs: "Reading a Mac's log is not supported; use the command `log show`.",
    manageApps: true,
    openUris: true,
    readNotifications: NO_NOTIFICATIONS,
    files: true,
    deviceState: true,
  };
}

/** The screen in this moment as the window server tells it, without asking any application. */
async function glanceAt(session: MacSession, call: Call): Promise<View> {
  // One after the other: that is fast, and starts no further bridge.
  const hello = await session.hello(call);
  const listed = await session.windows(call);
  const apps = await session.applications(call);
  const front = apps.find(({ frontmost }) => frontmost);
  const stack = stackOf(listed, apps);
  const activity = stack.find(({ active }) => active)?.title;
  const screen = screenOf(hello);
  return { app: shown(front?.name), activity, screen, awake: true, windows: [], stack, notes: [] };
}
