import { type Arguments, type McpTools } from '../mcp-client.ts';
import { Lost } from '../meter.ts';

/** One line of a listing: `Button text="OK" id="android:id/button1" at=540,1300 size=200x120`. */
export interface Item {
  readonly type: string;
  readonly text: string;
  readonly label: string;
  readonly id: string;
  readonly x: number;
  readonly y: number;
  readonly states: string;
}

export interface Step {
  readonly name: string;
  readonly arguments: Arguments;
}

/** Packages as mobile_list_apps names them; a model knows them. */
const packageSigns: Readonly<Record<string, RegExp>> = { Clock: /clock/, Messages: /messag/ };

export function click({ x, y }: Pick<Item, 'x' | 'y'>): Step {
  return { name: 'mobile_click_on_screen_at_coordinates', arguments: { x, y } };
}

export function type(text: string): Step {
  return { name: 'mobile_type_keys', arguments: { text, submit: false } };
}

export const swipeUp: Step = { name: 'mobile_swipe_on_screen', arguments: { direction: 'up' } };
export const backButton: Step = { name: 'mobile_press_button', arguments: { button: 'BACK' } };

/**
 * The way a model uses mobile-mcp: everything that one listing decides goes into one batch, and the batch lists the screen at
 * its end. It never lists without need.
 */
export class Batches {
  /** The last listing. */
  items: readonly Item[] = [];
  #packages: readonly string[] = [];
  readonly #tools: McpTools;
  readonly #device: string;

  constructor(tools: McpTools, device: string) {
    this.#tools = tools;
    this.#device = device;
  }

  async meet(): Promise<void> {
    await this.#call('mobile_list_available_devices');
    const apps = await this.#call('mobile_list_apps');
    this.#packages = [...apps.matchAll(/\(([\w.]+)\)/g)].map(([, name = '']) => name);
  }

  async open(app: string): Promise<void> {
    const sign = packageSigns[app] ?? new RegExp(app, 'i');
    const packageName = this.#packages.find((name) => sign.test(name));
    if (packageName === undefined) throw new Lost(`no ${app} among ${this.#packages.join(', ')}`);
    await this.run({ name: 'mobile_launch_app', arguments: { packageName } });
  }

  /** Runs steps and reads the screen that they lead to. */
  async run(...steps: readonly Step[]): Promise<void> {
    const text = await this.#call('mobile_batch_commands', { steps, listElementsAtEnd: true });
    const failed = /^Step \d+ \(\w+\) failed: .*$/m.exec(text)?.[0];
    if (failed !== undefined) throw new Lost(failed);
    this.#read(text);
  }

  /** Clicks an element of the last listing, and reads the result. */
  async clickOn(what: string | RegExp): Promise<void> {
    await this.run(click(this.see(what)));
  }

  /** Lists again, for effects that take time. */
  async list(): Promise<void> {
    this.#read(await this.#call('mobile_list_elements_on_screen'));
  }

  find(what: string | RegExp): Item | undefined {
    const fits = (cell: string) => (typeof what === 'string' ? cell === what : what.test(cell));
    return this.items.find(({ text, label, id }) => [text, label, id.replace(/^.*\//, '')].some(fits));
  }

  see(what: string | RegExp): Item {
    const item = this.find(what);
    if (item === undefined) throw new Lost(`no ${String(what)} in\n${this.content}`);
    return item;
  }

  get content(): string {
    return this.items.map(({ text, label, x, y }) => `${text}|${label}@${x},${y}`).join('\n');
  }

  /** Swipes on until the listing stays the same. */
  async swipeToEnd(swipes: number): Promise<void> {
    for (let before = ''; before !== this.content;) {
      before = this.content;
      await this.run(...Array.from({ length: swipes }, () => swipeUp));
    }
  }

  /** Swipes on until it is listed. */
  async swipeTo(what: string | RegExp): Promise<Item> {
    for (let before = ''; this.find(what) === undefined && before !== this.content;) {
      before = this.content;
      await this.run(swipeUp);
    }
    return this.see(what);
  }

  async #call(name: string, args: Arguments = {}): Promise<string> {
    const { text, failed } = await this.#tools.call(name, { device: this.#device, ...args });
    if (failed) throw new Lost(`${name}: ${text}`);
    return text;
  }

  #read(text: string): void {
    this.items = text.split('\n').flatMap(itemsIn);
  }
}

function itemsIn(line: string): Item[] {
  const place = /^(?:@e\d+ )?(\w+) (.*?)at=(-?\d+),(-?\d+) size=(\d+)x(\d+)(.*)$/.exec(line);
  if (place === null) return [];
  const [, kind = '', words = '', left, top, width, height, states = ''] = place;
  const part = (name: string) => {
    const quoted = new RegExp(`(?:^| )${name}=("(?:[^"\\\\]|\\\\.)*")`).exec(words)?.[1];
    return quoted === undefined ? '' : String(JSON.parse(quoted));
  };
  const x = Math.round(Number(left) + Number(width) / 2);
  const y = Math.round(Number(top) + Number(height) / 2);
  return [{ type: kind, text: part('text'), label: part('label'), id: part('id'), x, y, states }];
}
