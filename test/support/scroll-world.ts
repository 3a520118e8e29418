import type { Direction } from '@handeye/core/device/port';
import type { NodeAction, UiNode } from '@handeye/screen/node';
import type { View } from '@handeye/screen/snapshot';
import { box, full, node, viewOf } from './screens.ts';
import { capable, type Deed, fingerOnly, ScriptedDevice } from './scripted-device.ts';

export interface WorldOptions {
  readonly rows?: number;
  readonly rowSize?: number;
  readonly textOf?: (row: number) => string;
  readonly className?: string;
  readonly axis?: 'vertical' | 'horizontal';
  /** It has accessibility actions; otherwise only a finger moves it. */
  readonly actions?: boolean;
  /** The elements around the list. */
  readonly around?: (list: UiNode, world: ScrollWorld) => View;
}

const TOP = 200;
const BOTTOM = 2200;

/** A phone that shows a list and moves it as a phone does: by a finger, by a fling, or a page by an action. */
export class ScrollWorld {
  rows: number;
  offset = 0;
  readonly device: ScriptedDevice;
  readonly #options: WorldOptions;
  /** Runs after each deed, before the view is made. */
  then: (deed: Deed) => void = () => undefined;
  /** The list in every look. */
  readonly seen = new Set<string>();

  constructor(options: WorldOptions = {}) {
    this.#options = options;
    this.rows = options.rows ?? 100;
    const capabilities = capable(options.actions ? {} : fingerOnly);
    this.device = new ScriptedDevice(viewOf(undefined), { capabilities });
    this.device.react = (deed) => {
      this.#do(deed);
      this.then(deed);
      this.draw();
    };
    this.draw();
  }

  draw(): void {
    const list = this.list();
    this.device.view =
      this.#options.around?.(list, this) ?? viewOf(node('FrameLayout', full, { children: [list] }));
  }

  get max(): number {
    return Math.max(0, this.rows * this.#size - this.#length);
  }

  get #size(): number {
    return this.#options.rowSize ?? 250;
  }

  get #isVertical(): boolean {
    return this.#options.axis !== 'horizontal';
  }

  get #length(): number {
    return this.#isVertical ? BOTTOM - TOP : 1080;
  }

  /** Moves the list by this many pixels; returns the unused rest. */
  move(pixels: number): number {
    const wanted = this.offset + pixels;
    this.offset = Math.max(0, Math.min(this.max, wanted));
    return wanted - this.offset;
  }

  list(): UiNode {
    const { className = 'ListView', textOf = (row: number) => `Person ${row + 1}` } = this.#options;
    const children: UiNode[] = [];
    for (let row = Math.floor(this.offset / this.#size); row < this.rows; row += 1) {
      const start = row * this.#size - this.offset;
      if (start >= this.#length) break;
      const place = this.#place(Math.max(0, start), Math.min(this.#length, start + this.#size));
      const label = node('TextView', place, { text: textOf(row) });
      children.push(node('LinearLayout', place, { clickable: true, children: [label] }));
    }
    const actions: NodeAction[] = [
      ...(this.offset > 0 ? (['scrollBackward'] as const) : []),
      ...(this.offset < this.max ? (['scrollForward'] as const) : []),
    ];
    return node(className, this.#place(0, this.#length), {
      scrollable: this.max > 0,
      resourceId: 'com.example.app:id/people',
      children,
      ...(this.#options.actions && { actions }),
    });
  }

  #place(start: number, end: number) {
    return this.#isVertical ? box(0, TOP + start, 1080, TOP + end) : box(start, TOP, end, BOTTOM);
  }

  #do(deed: Deed): void {
    if (deed.did === 'look') {
      for (const { text } of this.list().children.flatMap(({ children }) => children))
        this.seen.add(text ?? '');
    }
    if (deed.did === 'act' && deed.action.kind === 'scroll') this.#act(deed.action.direction);
    if (deed.did !== 'touch') return;
    const [stroke] = deed.strokes;
    const [first, last] = [stroke![0], stroke!.at(-1)!];
    const way = this.#isVertical ? first.y - last.y : first.x - last.x;
    // A finger that is lifted while it moves flings.
    this.move(stroke!.length === 2 ? 4 * way : way);
  }

  #act(direction: Direction): void {
    const isForward = direction === 'down' || direction === 'right';
    this.move(isForward ? this.#length : -this.#length);
  }
}
