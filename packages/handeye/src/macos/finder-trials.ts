import type { Call } from '../device/call.ts';
import { pause } from '../device/call.ts';
import { actionFailed, permissionDenied } from '../device/errors.ts';
import { centre } from '../ui/bounds.ts';
import type { RunningApplication } from './bridge/protocol.ts';
import { MacDesktop } from './desktop.ts';
import { Hands } from './hands.ts';
import { keyCodes } from './keys.ts';
import type { Origin } from './look.ts';
import { addressOf, lookAt } from './look.ts';
import { pasteboard } from './pasteboard.ts';
import { noScreenRecording } from './permission.ts';
import type { Programs } from './programs.ts';
import { macPrograms } from './programs.ts';
import { capture } from './screencapture.ts';
import type { AppView, MacSession, Parts } from './session.ts';
import { focusedIn } from './session.ts';
import { isEditable } from './traits.ts';
import type { AxElement } from './tree.ts';
import { elementAt } from './tree.ts';
import type { MacWindow } from './windows.ts';
import { mergeWindows, windowElements } from './windows.ts';

export interface Attempt {
  readonly what: string;
  /** Says what was seen. */
  readonly attempt: (call: Call) => Promise<string>;
  /** Without it the others have nothing to be tried on. */
  readonly needed?: true;
}

/** Milliseconds between two looks for what should happen. */
const GLANCE = 100;

const finderId = 'com.apple.finder';
/** Children of Finder's menu bar: the third menu is File, and its first item opens a window, in every language. */
const newWindowItem = [2, 0, 0];
/** Where an American keyboard has G, and most others, too: with Shift and Command it opens Go to Folder. */
const letterG = 0x05;
const typedText = '/handeye types äöü € 😀';
const replacedText = '/handeye replaces';
const copiedText = 'handeye copies äöü € 😀';

/**
 * Every call of the platform, tried on Finder, which every Mac runs: opens a window, reads it, types into Go to Folder
 * without going anywhere, and closes both again. The clipboard's text is put back. Each goes on where the one before
 * has left Finder.
 */
export class FinderTrials {
  readonly #session: MacSession;
  readonly #programs: Programs;
  #windowsBefore: ReadonlySet<number | undefined> = new Set();

  constructor(session: MacSession, programs: Programs = macPrograms) {
    this.#session = session;
    this.#programs = programs;
  }

  readonly all: readonly Attempt[] = [
    { what: 'accessibility allowed', attempt: (call) => this.#allowed(call), needed: true },
    { what: 'screen recording allowed', attempt: (call) => this.#recordingAllowed(call) },
    { what: 'applications', attempt: (call) => this.#applications(call), needed: true },
    { what: 'tree of Finder', attempt: (call) => this.#tree(call), needed: true },
    { what: 'AXPress: a menu item', attempt: (call) => this.#openWindow(call), needed: true },
    { what: 'AXRaise: its window to the front', attempt: (call) => this.#raise(call) },
    { what: 'windows', attempt: (call) => this.#windows(call) },
    { what: 'screen state', attempt: (call) => this.#look(call) },
    { what: 'wheel', attempt: (call) => this.#wheel(call) },
    { what: 'pointer', attempt: (call) => this.#click(call) },
    { what: 'keys with modifiers, focus', attempt: (call) => this.#openGoTo(call) },
    { what: 'typing', attempt: (call) => this.#type(call) },
    { what: 'AXValue: a text set', attempt: (call) => this.#setText(call) },
    { what: 'key', attempt: (call) => this.#closeGoTo(call) },
    { what: 'AXPress: a button', attempt: (call) => this.#closeWindow(call) },
    { what: 'clipboard', attempt: (call) => this.#clipboard(call) },
    { what: 'picture', attempt: (call) => this.#picture(call) },
  ];

  async #allowed(call: Call): Promise<string> {
    const { displays } = await this.#session.hello(call);
    const told = displays.map(({ bounds, scale }) => `${bounds.width}x${bounds.height}@${scale}`);
    return `displays: ${told.join(', ')}`;
  }

  async #recordingAllowed(call: Call): Promise<string> {
    const { screenRecording } = await this.#session.hello(call);
    if (!screenRecording) throw permissionDenied(noScreenRecording);
    return 'pictures and the titles of windows can be read';
  }

  async #applications(call: Call): Promise<string> {
    const apps = await this.#session.applications(call);
    const front = apps.find(({ frontmost }) => frontmost);
    const { pid } = await this.#finder(call);
    return `${apps.length} run, '${front?.name ?? 'none'}' is in front, Finder is process ${pid}`;
  }

  async #tree(call: Call): Promise<string> {
    const { view, windows } = await this.#glance(call, {});
    this.#windowsBefore = new Set(windows.map(({ number }) => number));
    return `${view.nodes.length} elements, ${windows.length} windows`;
  }

  async #openWindow(call: Call): Promise<string> {
    const { view } = await this.#glance(call, {});
    const bar = view.root.children.find(({ role }) => role === 'AXMenuBar');
    const item = bar && elementAt(bar, newWindowItem);
    if (!bar || !item) throw actionFailed('Finder has no File menu.');
    await this.#press({ view, element: item }, call);
    const { title } = await this.#eventually(
      'a new window',
      call,
      async () => (await this.#perhapsNewWindow(call))?.window,
    );
    return `'${item.title ?? ''}' opened '${title ?? ''}'`;
  }

  async #raise(call: Call): Promise<string> {
    const { origin } = await this.#newWindow(call);
    await this.#session.ask('focus', { element: addressOf(origin) }, { call });
    await this.#eventually('Finder in front', call, async () => (await this.#finder(call)).frontmost);
    return 'Finder is in front';
  }

  async #windows(call: Call): Promise<string> {
    const { pid, name } = await this.#finder(call);
    const windows = await new MacDesktop(this.#session).windows({ pid, name, id: finderId }, call);
    const front = windows.find(({ frontmost }) => frontmost);
    if (!front) throw actionFailed('None of its windows is said to be in front.');
    return `${windows.length}, in front '${front.title}' ${front.size.width}x${front.size.height}`;
  }

  async #look(call: Call): Promise<string> {
    const { view, origins } = await lookAt(this.#session, call);
    const [active] = view.windows;
    if (active?.appId !== finderId) throw actionFailed(`'${active?.app ?? 'nobody'}' is active, not Finder.`);
    return `${origins.size} elements in ${view.windows.length} windows, active '${active.title ?? ''}'`;
  }

  async #wheel(call: Call): Promise<string> {
    const { window } = await this.#newWindow(call);
    await this.#session.ask('wheel', { ...centre(window.bounds), lines: { x: 0, y: -3 } }, { call });
    return 'turned over the new window; look whether it scrolled down';
  }

  /** The upper edge of a title bar takes a click and does nothing. */
  async #click(call: Call): Promise<string> {
    const { window } = await this.#newWindow(call);
    const { x } = centre(window.bounds);
    const point = { x, y: window.bounds.top + 3 };
    await new Hands(this.#session, call).draw([
      [
        { ...point, time: 0 },
        { ...point, time: 50 },
      ],
    ]);
    return `clicked at ${point.x},${point.y}`;
  }

  async #openGoTo(call: Call): Promise<string> {
    await new Hands(this.#session, call).key(letterG, ['command', 'shift']);
    const { element } = await this.#eventually('a focused text field', call, () => this.#field(call));
    return `the focus is in a ${element.role}`;
  }

  async #type(call: Call): Promise<string> {
    const field = await this.#field(call);
    if (!field) throw actionFailed('No text field has the focus.');
    await new Hands(this.#session, call).type(typedText);
    // Go to Folder remembers where one went last.
    await this.#awaitText(`${String(field.element.value ?? '')}${typedText}`, call);
    return `the field got '${typedText}'`;
  }

  async #setText(call: Call): Promise<string> {
    const field = await this.#field(call);
    if (!field) throw actionFailed('No text field has the focus.');
    await new Hands(this.#session, call).setText(field, replacedText);
    await this.#awaitText(replacedText, call);
    return `the field holds '${replacedText}'`;
  }

  /** Escape; a second time where the first one closes only a list of suggestions. */
  async #closeGoTo(call: Call): Promise<string> {
    for (let presses = 1; presses <= 2; presses += 1) {
      await new Hands(this.#session, call).key(keyCodes.escape);
      await pause(5 * GLANCE, call);
      if (!(await this.#field(call))) return `Go to Folder was closed by ${presses} x Escape`;
    }
    throw actionFailed('Go to Folder is still open. Close it by hand.');
  }

  async #closeWindow(call: Call): Promise<string> {
    const { origin } = await this.#newWindow(call);
    const button = origin.element.children.find(({ subrole }) => subrole === 'AXCloseButton');
    if (!button) throw actionFailed('The new window has no close button. Close it by hand.');
    await this.#press({ ...origin, element: button }, call);
    await this.#eventually('the end of the window', call, async () => !(await this.#perhapsNewWindow(call)));
    return 'the new window is closed';
  }

  async #clipboard(call: Call): Promise<string> {
    const clipboard = pasteboard(this.#programs);
    const before = await clipboard.read(call);
    await clipboard.write(copiedText, call);
    const after = await clipboard.read(call);
    if (before !== null) await clipboard.write(before, call);
    if (after !== copiedText) throw actionFailed(`It holds '${after ?? ''}' instead of '${copiedText}'.`);
    return 'written and read back, umlauts and emoji included';
  }

  async #picture(call: Call): Promise<string> {
    const { bytes } = await capture(this.#programs.screencapture, call);
    return `${bytes.length} bytes`;
  }

  async #finder(call: Call): Promise<RunningApplication> {
    const finder = (await this.#session.applications(call)).find(({ bundleId }) => bundleId === finderId);
    if (finder) return finder;
    throw actionFailed('Finder does not run.');
  }

  /** Without the many items of closed menus, unless they are wanted. */
  async #glance(
    call: Call,
    parts: Parts = { openMenusOnly: true },
  ): Promise<{ view: AppView; windows: MacWindow[] }> {
    const finder = await this.#finder(call);
    const view = await this.#session.readWhole(finder, call, parts);
    const listed = await this.#session.windows(call);
    return { view, windows: mergeWindows(finder.pid, windowElements(view.root), listed) };
  }

  /** The window that was not there before, so that no other one is closed. */
  async #perhapsNewWindow(call: Call): Promise<{ window: MacWindow; origin: Origin } | undefined> {
    const { view, windows } = await this.#glance(call);
    const window = windows.find(({ number }) => !this.#windowsBefore.has(number));
    const element = window?.element;
    return window && element && { window, origin: { view, part: element, element, visible: window.bounds } };
  }

  async #newWindow(call: Call): Promise<{ window: MacWindow; origin: Origin }> {
    const found = await this.#perhapsNewWindow(call);
    if (found) return found;
    throw actionFailed('The new window is not there.');
  }

  /** The field that has the keyboard, if one has. */
  async #field(call: Call): Promise<Origin | undefined> {
    const { view } = await this.#glance(call);
    const element = focusedIn(view.root, await this.#session.focus(view.app, call));
    return element && isEditable(element)
      ? { view, part: view.root, element, visible: element.bounds }
      : undefined;
  }

  async #awaitText(text: string, call: Call): Promise<void> {
    let held: AxElement['value'];
    await this.#eventually(`the text in the field`, call, async () => {
      held = (await this.#field(call))?.element.value;
      return held === text;
    }).catch(() => {
      throw actionFailed(`The field holds '${String(held)}' instead of '${text}'.`);
    });
  }

  async #press(on: Pick<Origin, 'view' | 'element'>, call: Call): Promise<void> {
    await this.#session.ask('perform', { element: addressOf(on), action: 'AXPress' }, { call });
  }

  /** Waits for something to be there, half of the call's time at most. */
  async #eventually<T>(
    what: string,
    call: Call,
    look: () => Promise<T>,
  ): Promise<Exclude<T, undefined | false>> {
    const end = call.clock.now() + call.remaining() / 2;
    for (;;) {
      const found = await look();
      if (found) return found as Exclude<T, undefined | false>;
      if (call.clock.now() > end) throw actionFailed(`Not seen: ${what}.`);
      await pause(GLANCE, call);
    }
  }
}
