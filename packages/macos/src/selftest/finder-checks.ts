import type { Call } from '@handeye/core/call/call';
import { pause } from '@handeye/core/call/call';
import { actionFailed, permissionDenied } from '@handeye/core/device/errors';
import { centre } from '@handeye/screen/bounds';
import type { RunningApplication } from '../bridge/protocol.ts';
import { MacDesktop } from '../screen/desktop.ts';
import { MacActions } from '../actions/actions.ts';
import { keyCodes } from '../actions/keys.ts';
import type { Origin } from '../screen/look.ts';
import { addressOf, readScreen } from '../screen/look.ts';
import { pasteboard } from '../programs/pasteboard.ts';
import { SCREEN_RECORDING_NOT_ALLOWED } from '../errors.ts';
import type { Programs } from '../programs/run.ts';
import { macPrograms } from '../programs/run.ts';
import { capture } from '../programs/screencapture.ts';
import type { AppTree, MacSession, TreeParts } from '../session.ts';
import { focusedIn } from '../session.ts';
import { isEditable } from '../screen/traits.ts';
import type { AxElement } from '../screen/tree.ts';
import { elementAt } from '../screen/tree.ts';
import type { MacWindow } from '../screen/windows.ts';
import { mergeWindows, windowElements } from '../screen/windows.ts';

export interface FinderCheck {
  readonly what: string;
  /** Returns what was seen. */
  readonly run: (call: Call) => Promise<string>;
  /** The following checks depend on it. */
  readonly required?: true;
}

/** How often we check whether something has happened. */
const POLL_MS = 100;

const FINDER_ID = 'com.apple.finder';
/** Path below Finder's menu bar: the first item of the third menu, File, opens a window in every language. */
const newWindowItem = [2, 0, 0];
/** kVK_ANSI_G, which is G on most keyboards. With Shift and Command it opens Go to Folder. */
const KEY_G = 0x05;
const TYPED_TEXT = '/handeye types äöü € 😀';
const REPLACED_TEXT = '/handeye replaces';
const COPIED_TEXT = 'handeye copies äöü € 😀';

/**
 * Checks every feature of the platform on Finder, which every Mac runs: opens a window, reads it, types into Go to
 * Folder without going anywhere, and closes both again. The clipboard's text is restored. Each check continues where
 * the one before has left Finder.
 */
export class FinderChecks {
  readonly #session: MacSession;
  readonly #programs: Programs;
  #windowsBefore: ReadonlySet<number | undefined> = new Set();

  constructor(session: MacSession, programs: Programs = macPrograms) {
    this.#session = session;
    this.#programs = programs;
  }

  readonly all: readonly FinderCheck[] = [
    { what: 'accessibility allowed', run: (call) => this.#allowed(call), required: true },
    { what: 'screen recording allowed', run: (call) => this.#recordingAllowed(call) },
    { what: 'applications', run: (call) => this.#applications(call), required: true },
    { what: 'tree of Finder', run: (call) => this.#tree(call), required: true },
    { what: 'AXPress: a menu item', run: (call) => this.#openWindow(call), required: true },
    { what: 'AXRaise: its window to the front', run: (call) => this.#raise(call) },
    { what: 'windows', run: (call) => this.#windows(call) },
    { what: 'screen state', run: (call) => this.#look(call) },
    { what: 'wheel', run: (call) => this.#wheel(call) },
    { what: 'pointer', run: (call) => this.#click(call) },
    { what: 'keys with modifiers, focus', run: (call) => this.#openGoTo(call) },
    { what: 'typing', run: (call) => this.#type(call) },
    { what: 'AXValue: a text set', run: (call) => this.#setText(call) },
    { what: 'key', run: (call) => this.#closeGoTo(call) },
    { what: 'AXPress: a button', run: (call) => this.#closeWindow(call) },
    { what: 'clipboard', run: (call) => this.#clipboard(call) },
    { what: 'picture', run: (call) => this.#picture(call) },
  ];

  async #allowed(call: Call): Promise<string> {
    const { displays } = await this.#session.hello(call);
    const sizes = displays.map(({ bounds, scale }) => `${bounds.width}x${bounds.height}@${scale}`);
    return `displays: ${sizes.join(', ')}`;
  }

  async #recordingAllowed(call: Call): Promise<string> {
    const { screenRecording } = await this.#session.hello(call);
    if (!screenRecording) throw permissionDenied(SCREEN_RECORDING_NOT_ALLOWED);
    return 'pictures and the titles of windows can be read';
  }

  async #applications(call: Call): Promise<string> {
    const apps = await this.#session.applications(call);
    const front = apps.find(({ frontmost }) => frontmost);
    const { pid } = await this.#finder(call);
    return `${apps.length} run, '${front?.name ?? 'none'}' is in front, Finder is process ${pid}`;
  }

  async #tree(call: Call): Promise<string> {
    const { tree, windows } = await this.#readFinder(call, {});
    this.#windowsBefore = new Set(windows.map(({ number }) => number));
    return `${tree.nodes.length} elements, ${windows.length} windows`;
  }

  async #openWindow(call: Call): Promise<string> {
    const { tree } = await this.#readFinder(call, {});
    const bar = tree.root.children.find(({ role }) => role === 'AXMenuBar');
    const item = bar && elementAt(bar, newWindowItem);
    if (!bar || !item) throw actionFailed('Finder has no File menu.');
    await this.#press({ tree, element: item }, call);
    const { title } = await this.#waitFor(
      'a new window',
      call,
      async () => (await this.#findNewWindow(call))?.window,
    );
    return `'${item.title ?? ''}' opened '${title ?? ''}'`;
  }

  async #raise(call: Call): Promise<string> {
    const { origin } = await this.#newWindow(call);
    await this.#session.ask('focus', { element: addressOf(origin) }, { call });
    await this.#waitFor('Finder in front', call, async () => (await this.#finder(call)).frontmost);
    return 'Finder is in front';
  }

  async #windows(call: Call): Promise<string> {
    const { pid, name } = await this.#finder(call);
    const windows = await new MacDesktop(this.#session).windows({ pid, name, id: FINDER_ID }, call);
    const front = windows.find(({ frontmost }) => frontmost);
    if (!front) throw actionFailed('None of its windows is reported as frontmost.');
    return `${windows.length}, in front '${front.title}' ${front.size.width}x${front.size.height}`;
  }

  async #look(call: Call): Promise<string> {
    const { view, origins } = await readScreen(this.#session, call);
    const [active] = view.windows;
    if (active?.appId !== FINDER_ID)
      throw actionFailed(`'${active?.app ?? 'nobody'}' is active, not Finder.`);
    return `${origins.size} elements in ${view.windows.length} windows, active '${active.title ?? ''}'`;
  }

  async #wheel(call: Call): Promise<string> {
    const { window } = await this.#newWindow(call);
    await this.#session.ask('wheel', { ...centre(window.bounds), lines: { x: 0, y: -3 } }, { call });
    return 'turned over the new window; check that it scrolled down';
  }

  /** A click on the upper edge of a title bar has no effect. */
  async #click(call: Call): Promise<string> {
    const { window } = await this.#newWindow(call);
    const { x } = centre(window.bounds);
    const point = { x, y: window.bounds.top + 3 };
    await new MacActions(this.#session, call).drag([
      [
        { ...point, time: 0 },
        { ...point, time: 50 },
      ],
    ]);
    return `clicked at ${point.x},${point.y}`;
  }

  async #openGoTo(call: Call): Promise<string> {
    await new MacActions(this.#session, call).key(KEY_G, ['command', 'shift']);
    const { element } = await this.#waitFor('a focused text field', call, () => this.#field(call));
    return `the focus is in a ${element.role}`;
  }

  async #type(call: Call): Promise<string> {
    const field = await this.#field(call);
    if (!field) throw actionFailed('No text field has the focus.');
    await new MacActions(this.#session, call).type(TYPED_TEXT);
    // Go to Folder remembers the last folder.
    await this.#waitForText(`${String(field.element.value ?? '')}${TYPED_TEXT}`, call);
    return `the field got '${TYPED_TEXT}'`;
  }

  async #setText(call: Call): Promise<string> {
    const field = await this.#field(call);
    if (!field) throw actionFailed('No text field has the focus.');
    await new MacActions(this.#session, call).setText(field, REPLACED_TEXT);
    await this.#waitForText(REPLACED_TEXT, call);
    return `the field holds '${REPLACED_TEXT}'`;
  }

  /** Presses Escape, twice if the first press only closes a list of suggestions. */
  async #closeGoTo(call: Call): Promise<string> {
    for (let presses = 1; presses <= 2; presses += 1) {
      await new MacActions(this.#session, call).key(keyCodes.escape);
      await pause(5 * POLL_MS, call);
      if (!(await this.#field(call))) return `Go to Folder was closed by ${presses} x Escape`;
    }
    throw actionFailed('Go to Folder is still open. Close it by hand.');
  }

  async #closeWindow(call: Call): Promise<string> {
    const { origin } = await this.#newWindow(call);
    const button = origin.element.children.find(({ subrole }) => subrole === 'AXCloseButton');
    if (!button) throw actionFailed('The new window has no close button. Close it by hand.');
    await this.#press({ ...origin, element: button }, call);
    await this.#waitFor('the window closed', call, async () => !(await this.#findNewWindow(call)));
    return 'the new window is closed';
  }

  async #clipboard(call: Call): Promise<string> {
    const clipboard = pasteboard(this.#programs);
    const before = await clipboard.read(call);
    await clipboard.write(COPIED_TEXT, call);
    const after = await clipboard.read(call);
    if (before !== null) await clipboard.write(before, call);
    if (after !== COPIED_TEXT) throw actionFailed(`It holds '${after ?? ''}' instead of '${COPIED_TEXT}'.`);
    return 'written and read back, umlauts and emoji included';
  }

  async #picture(call: Call): Promise<string> {
    const { bytes } = await capture(this.#programs.screencapture, call);
    return `${bytes.length} bytes`;
  }

  async #finder(call: Call): Promise<RunningApplication> {
    const finder = (await this.#session.applications(call)).find(({ bundleId }) => bundleId === FINDER_ID);
    if (finder) return finder;
    throw actionFailed('Finder is not running.');
  }

  /** Without the many items of closed menus by default. */
  async #readFinder(
    call: Call,
    parts: TreeParts = { openMenusOnly: true },
  ): Promise<{ tree: AppTree; windows: MacWindow[] }> {
    const finder = await this.#finder(call);
    const tree = await this.#session.readWhole(finder, call, parts);
    const listed = await this.#session.windows(call);
    return { tree, windows: mergeWindows(finder.pid, windowElements(tree.root), listed) };
  }

  /** The window that we opened, so that no other one is closed. */
  async #findNewWindow(call: Call): Promise<{ window: MacWindow; origin: Origin } | undefined> {
    const { tree, windows } = await this.#readFinder(call);
    const window = windows.find(({ number }) => !this.#windowsBefore.has(number));
    const element = window?.element;
    return (
      window && element && { window, origin: { tree, topLevel: element, element, visible: window.bounds } }
    );
  }

  async #newWindow(call: Call): Promise<{ window: MacWindow; origin: Origin }> {
    const found = await this.#findNewWindow(call);
    if (found) return found;
    throw actionFailed('The new window is gone.');
  }

  /** The focused text field, if there is one. */
  async #field(call: Call): Promise<Origin | undefined> {
    const { tree } = await this.#readFinder(call);
    const element = focusedIn(tree.root, await this.#session.focus(tree.app, call));
    return element && isEditable(element)
      ? { tree, topLevel: tree.root, element, visible: element.bounds }
      : undefined;
  }

  async #waitForText(text: string, call: Call): Promise<void> {
    let actual: AxElement['value'];
    await this.#waitFor('the text in the field', call, async () => {
      actual = (await this.#field(call))?.element.value;
      return actual === text;
    }).catch(() => {
      throw actionFailed(`The field holds '${String(actual)}' instead of '${text}'.`);
    });
  }

  async #press(on: Pick<Origin, 'tree' | 'element'>, call: Call): Promise<void> {
    await this.#session.ask('perform', { element: addressOf(on), action: 'AXPress' }, { call });
  }

  /** Waits until `look` finds something, for at most half of the call's time. */
  async #waitFor<T>(
    what: string,
    call: Call,
    look: () => Promise<T>,
  ): Promise<Exclude<T, undefined | false>> {
    const end = call.clock.now() + call.remaining() / 2;
    for (;;) {
      const found = await look();
      if (found) return found as Exclude<T, undefined | false>;
      if (call.clock.now() > end) throw actionFailed(`Not seen: ${what}.`);
      await pause(POLL_MS, call);
    }
  }
}
