import { type Call, pause } from '@handeye/core/call/call';
import { actionFailed } from '@handeye/core/device/errors';
import { centre, contains } from '@handeye/screen/bounds';
import { flat, shown } from '@handeye/screen/sanitize';
import type { Reference } from '../atspi/accessible.ts';
import { askChildren, askName, askRole, askStates, asReference, exists, keyOf } from '../atspi/cache-item.ts';
import type { Caller } from '../atspi/caller.ts';
import { askExtents } from '../atspi/details.ts';
import { orUndefined } from '../atspi/errors.ts';
import { mayAsk } from '../atspi/questions.ts';
import { keysyms } from '../input/keysyms.ts';
import type { ComboItem } from '../screen/combo-items.ts';
import type { Origin } from '../screen/look.ts';
import type { DesktopSession } from '../session.ts';
import { ElementHandle } from './element-handle.ts';
import { waysOf } from './toolkit-ways.ts';
import type { Bounds } from '@handeye/screen/node';

const SELECTION = 'org.a11y.atspi.Selection';

/** How long a list may take to open, and how often we look. */
const OPEN_TIMEOUT_MS = 2000;
const POLL_MS = 40;

/** Chooses an item of a combo box, open or closed, and makes sure that the combo box took it. */
export class ComboBoxes {
  readonly #session: DesktopSession;
  readonly #call: Call;
  readonly #caller: Caller;

  constructor(session: DesktopSession, call: Call) {
    this.#session = session;
    this.#call = call;
    this.#caller = session.caller(call);
  }

  /** `open` opens the list of the combo box, as a click on it does, or closes it. */
  async choose(what: ComboItem, on: Origin, open: (combo: ElementHandle) => Promise<void>): Promise<void> {
    const combo = new ElementHandle(this.#session, { ...on, accessible: what.combo }, this.#call);
    await combo.activateWindow();
    if (await this.#select(what, on)) {
      const isLeftOpen = waysOf(on.toolkit).leavesListsOpen && (await this.#openList(what, on)) !== undefined;
      if (isLeftOpen) await open(combo);
      return;
    }
    // A list that is still opening may miss a click. Choosing twice does no harm.
    for (const way of waysToPress(on)) {
      let list = await this.#openList(what, on);
      if (!list) {
        await open(combo);
        list = await this.#whenOpen(what, on);
      }
      await this.#press(list, what, way);
      if (await combo.waitFor(() => this.#isChosen(what, on))) return;
    }
    throw actionFailed(await this.#notTaken(what));
  }

  /** Chooses by accessibility alone, where the program gets an event for that. */
  async #select(what: ComboItem, on: Origin): Promise<boolean> {
    const { combo, index } = what;
    if (!waysOf(on.toolkit).selectsInCombos || !combo.interfaces.has(SELECTION)) return false;
    const select = { interface: SELECTION, member: 'SelectChild', signature: 'i', args: [index] };
    const [done] = (await orUndefined(this.#caller.call(combo.reference, select))) ?? [];
    return done === true && (await this.#settles(() => this.#shows(what, on)));
  }

  async #whenOpen(what: ComboItem, on: Origin): Promise<OpenList> {
    let list: OpenList | undefined;
    if ((await this.#settles(async () => (list = await this.#openList(what, on)) !== undefined)) && list)
      return list;
    throw actionFailed(
      `The list of '${nameOf(what.combo)}' did not open, so nothing was chosen. Click it, then look at the screen.`,
    );
  }

  #openList(what: ComboItem, on: Origin): Promise<OpenList | undefined> {
    return openListOf(this.#caller, what, on);
  }

  /** Clicks the item; an item that is scrolled away is reached with the arrow keys. */
  async #press({ bounds, items }: OpenList, what: ComboItem, way: 'mouse' | 'keys'): Promise<void> {
    const item = await this.#itemIn(items, what);
    // The list may still grow while it opens.
    let last = '';
    const isAtRest = async () => {
      const before = last;
      last = JSON.stringify(await askExtents(this.#caller, item));
      return last === before;
    };
    await this.#settles(isAtRest);
    const place = await askExtents(this.#caller, item);
    const middle = place && centre(place);
    const isSeen =
      way === 'mouse' &&
      this.#session.display?.pointer &&
      middle &&
      (!bounds || contains(bounds, middle)) &&
      (await this.#isOnScreen(middle));
    if (isSeen) await this.#session.pointer.click(middle, 'left', this.#call);
    else await this.#goByKeys(items, item);
  }

  async #isOnScreen({ x, y }: { x: number; y: number }): Promise<boolean> {
    const { width, height } = await this.#session.screen(this.#call);
    return x >= 0 && y >= 0 && x < width && y < height;
  }

  /** The item of the open list that was meant: the same accessible, or the one of its name nearest to its place. */
  async #itemIn(items: readonly Reference[], { item, index }: ComboItem): Promise<Reference> {
    const same = items.find((one) => keyOf(one) === keyOf(item.reference));
    if (same) return same;
    const names = await Promise.all(items.map((one) => askName(this.#caller, one)));
    const alike = names.flatMap((name, at) => (name === item.name ? [at] : []));
    const [nearest] = alike.toSorted((a, b) => Math.abs(a - index) - Math.abs(b - index));
    const found = nearest === undefined ? undefined : items[nearest];
    if (found) return found;
    await this.#session.keyboard.press(keysyms.escape, this.#call);
    throw actionFailed(`The open list has no item '${nameOf(item)}' any more. Look at the screen.`);
  }

  /** Nothing is chosen before Enter, so a list in which the keys do something else stays as it was. */
  async #goByKeys(items: readonly Reference[], item: Reference): Promise<void> {
    const { keyboard } = this.#session;
    const states = await Promise.all(items.map((one) => askStates(this.#caller, one)));
    const current = states.findIndex((one) => one.has('focused') || one.has('selected'));
    const wanted = items.findIndex((one) => keyOf(one) === keyOf(item));
    const steps = wanted - Math.max(current, 0);
    for (let step = 0; step < Math.abs(steps); step += 1)
      await keyboard.press(steps > 0 ? keysyms.down : keysyms.up, this.#call);
    const isThere = async () => {
      const now = await askStates(this.#caller, item);
      return now.has('focused') || now.has('selected');
    };
    const arrived = await this.#settles(isThere);
    await keyboard.press(arrived ? keysyms.enter : keysyms.escape, this.#call);
  }

  /** Returns true if the combo box has the item once its list is closed: in an open list the item may only be pointed at. */
  async #isChosen(what: ComboItem, on: Origin): Promise<boolean> {
    if ((await this.#openList(what, on)) !== undefined) return false;
    return isPopup(what, on) || this.#shows(what, on);
  }

  /** Returns true if the program reports that this item is the chosen one. */
  async #shows({ combo, item, list }: ComboItem, { app, toolkit }: Origin): Promise<boolean> {
    const name = await askName(this.#caller, combo.reference);
    if (waysOf(toolkit).namesCombosByItem) return name === item.name;
    if (combo.name !== item.name && name === item.name) return true;
    for (const { reference, interfaces: offered } of [combo, list]) {
      if (
        !offered.has(SELECTION) ||
        !mayAsk('GetSelectedChild', { app: app.name, toolkit, usesAtkBridge: false })
      )
        continue;
      const first = { interface: SELECTION, member: 'GetSelectedChild', signature: 'i', args: [0] };
      const [reply] = (await orUndefined(this.#caller.call(reference, first))) ?? [];
      const selected = asReference(reply);
      if (!exists(selected)) continue;
      if (keyOf(selected) === keyOf(item.reference)) return true;
      return (await askName(this.#caller, selected)) === item.name;
    }
    return (await askStates(this.#caller, item.reference)).has('selected');
  }

  async #notTaken({ combo, item }: ComboItem): Promise<string> {
    const name = flat(shown(await askName(this.#caller, combo.reference)));
    return `'${nameOf(item)}' was clicked in the list of '${name}', but the program did not take it. Look at the screen.`;
  }

  async #settles(holds: () => Promise<boolean>): Promise<boolean> {
    const { clock } = this.#call;
    const end = clock.now() + Math.min(OPEN_TIMEOUT_MS, this.#call.remaining() / 2);
    for (;;) {
      if (await holds()) return true;
      if (clock.now() >= end) return false;
      await pause(POLL_MS, this.#call);
    }
  }
}

/** On Wayland an application does not know where its list is. */
function waysToPress({ frame }: Origin): readonly ('mouse' | 'keys')[] {
  return frame.window?.hasOwnCoordinates === true ? ['keys', 'keys'] : ['mouse', 'keys'];
}

/**
 * True if the combo box is itself the open list, which Firefox draws below the frame. It closes when an item is clicked, and
 * reports nothing afterwards.
 */
function isPopup({ combo }: ComboItem, { toolkit, frame }: Origin): boolean {
  const isBelowFrame = frame.accessible.children.some(
    ({ reference }) => keyOf(reference) === keyOf(combo.reference),
  );
  return isBelowFrame && waysOf(toolkit).comboPopup === 'below the frame';
}

function nameOf({ name }: { readonly name: string }): string {
  return flat(shown(name));
}

/** An open list of a combo box: its items in their order. */
interface OpenList {
  readonly bounds: Bounds | undefined;
  readonly items: readonly Reference[];
}

/** The list of a combo box if it is open now. */
export async function openListOf(
  caller: Caller,
  { combo, list }: Pick<ComboItem, 'combo' | 'list'>,
  { toolkit, frame }: Pick<Origin, 'toolkit' | 'frame'>,
): Promise<OpenList | undefined> {
  if (waysOf(toolkit).comboPopup === 'below the frame') return openBelow(caller, frame.accessible.reference);
  const [comboStates, listStates] = await Promise.all([
    askStates(caller, combo.reference),
    askStates(caller, list.reference),
  ]);
  const tells = comboStates.has('expandable') || comboStates.has('collapsed') || comboStates.has('expanded');
  if (tells ? !comboStates.has('expanded') : !listStates.has('showing')) return undefined;
  return listAt(caller, list.reference);
}

async function openBelow(caller: Caller, frame: Reference): Promise<OpenList | undefined> {
  for (const child of await askChildren(caller, frame)) {
    // Firefox 153 destroys a list that closes: one that was a child just now may be gone when it is asked.
    const open = await orUndefined(openIn(caller, child));
    if (open) return open;
  }
  return undefined;
}

async function openIn(caller: Caller, child: Reference): Promise<OpenList | undefined> {
  if ((await askRole(caller, child)) !== 'combo box') return undefined;
  if (!(await askStates(caller, child)).has('expanded')) return undefined;
  const [list] = await askChildren(caller, child);
  return list && listAt(caller, list);
}

async function listAt(caller: Caller, list: Reference): Promise<OpenList> {
  const [bounds, items] = await Promise.all([askExtents(caller, list), askChildren(caller, list)]);
  return { bounds, items };
}
