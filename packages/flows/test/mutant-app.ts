import { type Call } from '@handeye/core/call/call';
import type { ElementAction, Remark } from '@handeye/core/device/port';
import type { NodeParts, UiNode } from '@handeye/screen/node';
import type { Element, View } from '@handeye/screen/snapshot';
import { scriptedAppManager } from '@handeye/testing/scripted-apps';
import { box, button, full, node, viewOf, windowOf } from '@handeye/testing/screens';
import { ScriptedDevice } from '@handeye/testing/scripted-device';

/** One thing that can be pressed, and what comes of it. */
export interface Part {
  /** What it is, whatever a mutation makes of its label and id. */
  readonly key: string;
  readonly label: string | undefined;
  readonly id: string | undefined;
  readonly desc?: string;
  readonly kind: 'button' | 'switch' | 'row' | 'icon';
  readonly does: { readonly opens: string } | { readonly toggles: true } | { readonly shows: string };
  /** Stands in a row with this text. */
  readonly beside?: string;
}

export interface App {
  readonly id: string;
  readonly pages: Readonly<Record<string, readonly Part[]>>;
  readonly start: string;
  /** The parts to press, in order. */
  readonly path: readonly string[];
}

export type Mutation =
  | 'moved'
  | 'renamed'
  | 'other id'
  | 'removed'
  | 'duplicated'
  | 'disabled'
  | 'effect missing'
  | 'another app in front';
export const mutations: readonly Mutation[] = [
  ...(['moved', 'renamed', 'other id', 'removed'] as const),
  ...(['duplicated', 'disabled', 'effect missing', 'another app in front'] as const),
];

/** A phone with one scripted app, of which one part may be mutated. */
export class MutantPhone extends ScriptedDevice {
  readonly #app: App;
  readonly #mutated: { readonly key: string; readonly by: Mutation } | undefined;
  readonly pressed: string[] = [];
  #page: string;
  #on = new Set<string>();
  #shown: string | undefined;

  constructor(app: App, mutated?: { readonly key: string; readonly by: Mutation }) {
    super(viewOf(undefined));
    this.#app = app;
    this.#page = app.start;
    this.#mutated = mutated;
    this.services = { appManager: scriptedAppManager() };
    this.apps = {
      list: () => Promise.resolve([{ id: app.id, name: app.id, launchable: true }]),
      open: () => {
        this.#page = app.start;
        this.#on = new Set();
        this.#shown = undefined;
        this.#show();
        return Promise.resolve(undefined);
      },
    };
    this.#show();
  }

  override async act(on: Element, action: ElementAction, call: Call): Promise<Remark> {
    await super.act(on, action, call);
    let at: Element | undefined = on;
    while (at && at.node.tooltip === undefined) at = at.parent;
    this.#press(at?.node.tooltip ?? 'nothing', on.node.enabled);
    return undefined;
  }

  #press(key: string, enabled: boolean): void {
    this.pressed.push(key);
    const part = (this.#app.pages[this.#page] ?? []).find((one) => one.key === key.replace(/-copy$/, ''));
    const dead = this.#mutated?.key === key && this.#mutated.by === 'effect missing';
    if (!part || dead || !enabled) return;
    if ('opens' in part.does) this.#page = part.does.opens;
    else if ('toggles' in part.does) {
      if (!this.#on.delete(key)) this.#on.add(key);
    } else this.#shown = part.does.shows;
    if ('opens' in part.does) this.#shown = undefined;
    this.#show();
  }

  #show(): void {
    this.view = this.#view();
  }

  #view(): View {
    const parts = this.#app.pages[this.#page] ?? [];
    const isHere = parts.some(({ key }) => key === this.#mutated?.key);
    const by = isHere ? this.#mutated?.by : undefined;
    const order = by === 'moved' ? [...parts].reverse() : parts;
    const title = node('TextView', box(0, 100, 1080, 200), { text: `Page ${this.#page}`, heading: true });
    const rows = order.flatMap((part, at) => this.#rowsOf(part, 250 + at * 160, by));
    const shown = this.#shown === undefined ? [] : [this.#message(this.#shown)];
    const root = node('FrameLayout', full, { children: [title, ...rows, ...shown] });
    const own = { app: this.#app.id, activity: `.${this.#page}` };
    if (by !== 'another app in front')
      return viewOf(root, { ...own, windows: [windowOf(root, { app: this.#app.id })] });
    const other = { app: 'com.other.app', activity: '.Other' };
    return viewOf(root, { ...other, windows: [windowOf(root, { app: 'com.other.app', key: 'other' })] });
  }

  #message(text: string): UiNode {
    return node('TextView', box(0, 2200, 1080, 2300), { text, resourceId: `${this.#app.id}:id/message` });
  }

  #rowsOf(part: Part, top: number, by: Mutation | undefined): UiNode[] {
    const isTarget = part.key === this.#mutated?.key;
    if (isTarget && by === 'removed') return [];
    const one = this.#nodeOf(part, top, isTarget ? by : undefined);
    if (!isTarget || by !== 'duplicated') return [one];
    return [one, this.#nodeOf({ ...part, key: `${part.key}-copy` }, top + 80, undefined)];
  }

  #nodeOf(part: Part, top: number, by: Mutation | undefined): UiNode {
    const label =
      by === 'renamed' && part.label !== undefined ? `Brand ${part.label.length} new` : part.label;
    const desc = by === 'renamed' && part.desc !== undefined ? `Brand ${part.desc.length} new` : part.desc;
    const name = by === 'other id' && part.id !== undefined ? `view_${part.id.length}x` : part.id;
    const facts: Partial<NodeParts> = {
      tooltip: part.key,
      description: desc,
      resourceId: name === undefined ? undefined : `${this.#app.id}:id/${name}`,
      enabled: by !== 'disabled',
    };
    const bounds = box(40, top, 1040, top + 70);
    switch (part.kind) {
      case 'button':
        return this.#besides(part, top, button(label ?? '', box(700, top, 1040, top + 70), facts));
      case 'icon':
        return this.#besides(
          part,
          top,
          node('ImageButton', box(900, top, 1040, top + 70), { clickable: true, ...facts }),
        );
      case 'switch':
        return node('Switch', bounds, {
          ...facts,
          text: label,
          clickable: true,
          checkable: true,
          checked: this.#on.has(part.key.replace(/-copy$/, '')),
        });
      case 'row':
        return node('LinearLayout', bounds, {
          ...facts,
          clickable: true,
          children: [node('TextView', bounds, { text: label, resourceId: 'android:id/title' })],
        });
    }
  }

  #besides({ beside }: Part, top: number, own: UiNode): UiNode {
    if (beside === undefined) return own;
    const text = node('TextView', box(40, top, 600, top + 70), { text: beside });
    return node('LinearLayout', box(40, top, 1040, top + 70), { children: [text, own] });
  }
}

const words = [
  'Garden',
  'Kitchen',
  'Library',
  'Office',
  'Studio',
  'Cellar',
  'Attic',
  'Balcony',
  'Garage',
  'Hall',
];

/** Apps of many makes: with ids and without, labels in rows, icons with descriptions, switches. */
export function generatedApp(seed: number): App {
  const word = (at: number) => words[(seed + at) % words.length] ?? '';
  const hasIds = seed % 3 !== 2;
  const id = (name: string) => (hasIds ? name : undefined);
  return {
    id: `org.example.app${seed}`,
    start: 'Home',
    path: ['open', 'switch', 'show', 'icon', 'row'],
    pages: {
      Home: [
        {
          key: 'about',
          label: `About ${word(7)}`,
          id: id('about'),
          kind: 'button',
          does: { shows: 'Version 3' },
        },
        {
          key: 'open',
          label: `Open ${word(0)}`,
          id: id('open'),
          kind: seed % 2 === 0 ? 'button' : 'row',
          does: { opens: 'Room' },
        },
        {
          key: 'other',
          label: `Open ${word(1)}`,
          id: id('open_other'),
          kind: seed % 2 === 0 ? 'button' : 'row',
          does: { opens: 'Wrong' },
        },
      ],
      Room: [
        { key: 'light', label: `${word(2)} light`, id: id('light'), kind: 'switch', does: { toggles: true } },
        {
          key: 'switch',
          label: `${word(3)} heating`,
          id: id('heating'),
          kind: 'switch',
          does: { toggles: true },
        },
        {
          key: 'show',
          label: `Show ${word(4)}`,
          id: id('show'),
          kind: 'button',
          does: { shows: `${word(4)} is fine` },
        },
        {
          key: 'icon',
          label: undefined,
          desc: `Details of ${word(5)}`,
          id: id('details'),
          kind: 'icon',
          does: { opens: 'Details' },
        },
        {
          key: 'icon2',
          label: undefined,
          desc: `Details of ${word(6)}`,
          id: id('details_2'),
          kind: 'icon',
          does: { opens: 'Wrong' },
        },
      ],
      Details: [
        { key: 'row', label: `History ${word(8)}`, id: id('history'), kind: 'row', does: { opens: 'End' } },
        {
          key: 'row2',
          label: `Members ${word(9)}`,
          id: id('members'),
          kind: 'row',
          does: { opens: 'Wrong' },
        },
      ],
      End: [{ key: 'done', label: 'Ready', id: id('done'), kind: 'button', does: { shows: 'Bye' } }],
      Wrong: [{ key: 'sorry', label: 'Sorry', id: id('sorry'), kind: 'button', does: { shows: 'Bye' } }],
    },
  };
}
