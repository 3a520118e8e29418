import { pause } from '../../call/call.ts';
import { actionFailed, elementNotFound, permissionDenied } from '../../device/errors.ts';
import type { Notification, Notifications } from '../../device/services/notifications.ts';
import { sightOf, touchPoint } from '@handeye/screen/touch/reach';
import type { Element, Snapshot } from '@handeye/screen/snapshot';
import { oneLine } from '@handeye/screen/sanitize';
import type { ToolContext } from '../frame/define.ts';
import type { Found } from '../frame/eyes.ts';
import { swipe } from '../frame/touch/strokes.ts';
import { chooseRow } from './row-choice.ts';
import { type Row, rowsIn, SCROLLER } from '../../guard/notifications/rows.ts';
import { notificationWords } from './words.ts';

/** How often, and how far apart, is looked for what an animation brings. */
const LOOKS = 8;
const BETWEEN_LOOKS_MS = 250;
/** How far the shade is scrolled at most, in pages. */
const MOST_PAGES = 12;
/** A row's way off the screen: fast enough to be flung, as a share of the screen's width. */
const SWIPE_FROM = 0.25;
const SWIPE_TO = 0.95;
const SWIPE_MS = 200;
/** How far a row of Android 5 is pulled to expand it, in pixels of 160 dpi. */
const PULL_DP = 120;
const PULL_MS = 400;

export interface InShade {
  readonly row: Row;
  readonly snapshot: Snapshot;
}

interface ShadeParts {
  readonly context: ToolContext;
  readonly service: Notifications;
  /** Every notification that is there. */
  readonly all: readonly Notification[];
  readonly names: ReadonlyMap<string, string>;
}

/** The open shade: finds the row of one notification, and uses it. */
export class Shade {
  readonly #context: ToolContext;
  readonly #service: Notifications;
  readonly #all: readonly Notification[];
  readonly #names: ReadonlyMap<string, string>;
  /** Groups that were expanded already, by what they said. */
  readonly #expandedGroups = new Set<string>();

  constructor({ context, service, all, names }: ShadeParts) {
    this.#context = context;
    this.#service = service;
    this.#all = all;
    this.#names = names;
  }

  /** Opens the shade for some work and always closes it again. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    if (this.#service.shade !== true) throw permissionDenied(this.#service.shade);
    await this.#context.hands.press('NOTIFICATIONS');
    try {
      return await work();
    } finally {
      await this.#close();
    }
  }

  async #close(): Promise<void> {
    const { hands, call } = this.#context;
    if (!call.signal.aborted) await hands.change(async () => this.#service.closeShade?.(call));
  }

  /** The row of exactly this notification, on the screen: what is below first, then what was above. */
  async find(one: Notification): Promise<InShade> {
    let snapshot = await this.#openShade();
    let direction: 'down' | 'up' = 'down';
    for (let page = 0; page < MOST_PAGES; page += 1) {
      const row = this.#choose(one, snapshot);
      if (row && touchPoint(snapshot, row.title)) return { row, snapshot };
      const group = this.#groupOf(one, snapshot);
      const next = group ? await this.#expand(group, snapshot) : await this.#scrolled(snapshot, direction);
      if (!next && direction === 'up') break;
      if (!next) direction = 'up';
      snapshot = next ?? snapshot;
    }
    throw elementNotFound(
      `The shade shows no row that reads like ${notificationWords(one)}. It may be hidden there (a locked phone hides contents, and silent ones may be collapsed). Look with open_notifications, or open the app with open_app.`,
    );
  }

  #choose(one: Notification, snapshot: Snapshot): Row | undefined {
    const choice = chooseRow(snapshot, { one, all: this.#all, names: this.#names });
    if (choice && 'unsure' in choice) throw unsure(one, choice.unsure);
    return choice?.row;
  }

  /** Looks until the shade is there; its rows may still move in. */
  async #openShade(): Promise<Snapshot> {
    const { eyes, call } = this.#context;
    for (let look = 0; look < LOOKS; look += 1) {
      if (look > 0) await pause(BETWEEN_LOOKS_MS, call);
      const snapshot = await eyes.look({ accept: 'unread' });
      if (rowsIn(snapshot).length > 0) return snapshot;
    }
    throw actionFailed(
      'The notification shade was opened but shows no rows. On a locked phone its contents are hidden: unlock it first.',
    );
  }

  /** A collapsed group that may hold the notification: it names it, or is of its app. */
  #groupOf(one: Notification, snapshot: Snapshot): Row | undefined {
    const title = oneLine(one.title);
    const name = this.#names.get(one.app);
    return rowsIn(snapshot).find(
      (row) =>
        row.isGroup &&
        !row.isExpanded &&
        (!row.expandButton || touchPoint(snapshot, row.expandButton) !== undefined) &&
        !this.#expandedGroups.has(row.texts.join('\n')) &&
        (row.texts.includes(title) ||
          (name !== undefined && row.appName === name) ||
          one.group !== undefined),
    );
  }

  async #expand(row: Row, snapshot: Snapshot): Promise<Snapshot> {
    this.#expandedGroups.add(row.texts.join('\n'));
    const { expandButton: button } = row;
    if (button) await this.#context.hands.click({ element: button, target: button, snapshot });
    else await this.#pull(row, snapshot);
    return this.#lookAtRest();
  }

  /** The shade when it stands still: a finger on a list that is flung only stops it. */
  async #lookAtRest(): Promise<Snapshot> {
    const { eyes, call } = this.#context;
    let before = '';
    for (let look = 1; ; look += 1) {
      await pause(BETWEEN_LOOKS_MS, call);
      const snapshot = await eyes.look({ accept: 'unread' });
      const now = wordsOf(snapshot);
      if (snapshot.rested || now === before || look === LOOKS) return snapshot;
      before = now;
    }
  }

  /** Up to Android 6 a row is expanded by a finger that pulls it down, as long as the list is at its top. */
  async #pull({ title, element }: Row, snapshot: Snapshot): Promise<void> {
    const sight = sightOf(snapshot, title) ?? sightOf(snapshot, element);
    if (!sight) throw actionFailed('The row of the notification is not visible in the shade.');
    const from = { x: sight.left + 10, y: sight.top + 5 };
    const to = { x: from.x, y: from.y + (PULL_DP * snapshot.screen.density) / 160 };
    await this.#context.hands.touch([swipe(from, to, PULL_MS)], snapshot);
  }

  /** The rows further down or up, if there are more. */
  async #scrolled(snapshot: Snapshot, direction: 'down' | 'up'): Promise<Snapshot | undefined> {
    const list = snapshot.elements.find(
      ({ node }) => node.scrollable && node.resourceId !== undefined && SCROLLER.test(node.resourceId),
    );
    if (!list) return undefined;
    const how = { amount: 'medium', byAction: false } as const;
    await this.#context.hands.scroll({ element: list, snapshot }, direction, how);
    const next = await this.#lookAtRest();
    return wordsOf(next) === wordsOf(snapshot) ? undefined : next;
  }

  /** A button of the row, which is expanded, and scrolled to, if need be. */
  async withButton(
    one: Notification,
    choose: (buttons: readonly Element[]) => Element | undefined,
  ): Promise<Found> {
    let { row, snapshot }: InShade = await this.find(one);
    let isExpanded = false;
    for (let step = 0; step < LOOKS; step += 1) {
      const button = choose(row.buttons);
      if (button && touchPoint(snapshot, button)) return { element: button, snapshot };
      const mayExpand = !isExpanded && !button && touchPoint(snapshot, row.expandButton ?? row.title);
      const next = mayExpand ? await this.#expand(row, snapshot) : await this.#scrolled(snapshot, 'down');
      if (mayExpand) isExpanded = true;
      const found = next && this.#choose(one, next);
      if (!next || !found) break;
      row = found;
      snapshot = next;
    }
    throw actionFailed(
      `The row of ${notificationWords(one)} does not show this button in the shade. Look with open_notifications, or use notification_open.`,
    );
  }

  async tap({ row, snapshot }: InShade): Promise<void> {
    const target = row.element.node.clickable ? row.element : row.title;
    await this.#context.hands.click({ element: row.title, target, snapshot });
  }

  /** Swipes a row off the screen. */
  async swipeAway({ row, snapshot }: InShade): Promise<void> {
    const sight = sightOf(snapshot, row.title) ?? sightOf(snapshot, row.element);
    if (!sight) throw actionFailed('The row of the notification is not visible in the shade.');
    const y = Math.floor((sight.top + sight.bottom) / 2);
    const at = (share: number) => ({ x: Math.floor(snapshot.screen.width * share), y });
    await this.#context.hands.touch([swipe(at(SWIPE_FROM), at(SWIPE_TO), SWIPE_MS)], snapshot);
  }

  /** Looks until something is there; undefined if it does not come. */
  async waitFor<T>(
    what: (snapshot: Snapshot) => T | undefined,
  ): Promise<{ found: T; snapshot: Snapshot } | undefined> {
    const { eyes, call } = this.#context;
    for (let look = 0; look < LOOKS; look += 1) {
      await pause(BETWEEN_LOOKS_MS, call);
      const snapshot = await eyes.look({ accept: 'unread' });
      const found = what(snapshot);
      if (found !== undefined) return { found, snapshot };
    }
    return undefined;
  }
}

function wordsOf(snapshot: Snapshot): string {
  return rowsIn(snapshot)
    .map(({ texts, element }) => `${texts.join('|')}${element.node.bounds.top}`)
    .join('\n');
}

function unsure(one: Notification, why: string): Error {
  return actionFailed(
    `Nothing was done to ${notificationWords(one)}: ${why}. Look at the shade with open_notifications and use click_element there.`,
  );
}
