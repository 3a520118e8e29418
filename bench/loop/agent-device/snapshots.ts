import { Lost } from '../meter.ts';
import type { Commands, Step } from './commands.ts';

/** One line of a snapshot: `@e4 [button] "Delete" [disabled]`. */
export interface Item {
  readonly ref: string;
  readonly role: string;
  readonly label: string;
  /** The whole text was left out. */
  readonly truncated: boolean;
}

/** Apps as `apps` names them; a model knows them. */
const appSigns: Readonly<Record<string, RegExp>> = { Clock: /clock/i, Messages: /messag/i };

export function press(ref: string): Step {
  return { command: 'press', positionals: [ref] };
}

export function fill(ref: string, text: string): Step {
  return { command: 'fill', positionals: [ref, text] };
}

/**
 * The way a model uses agent-device by its skill: `snapshot -i` for refs, `snapshot` to read texts, `diff snapshot -i` after a
 * change nearby, refs of the last snapshot only, and a batch for a known sequence.
 */
export class Snapshots {
  /** The last snapshot. */
  items: readonly Item[] = [];
  #text = '';
  #apps = '';
  readonly commands: Commands;

  constructor(commands: Commands) {
    this.commands = commands;
  }

  async meet(): Promise<void> {
    await this.commands.run('devices');
    this.#apps = await this.commands.run('apps');
  }

  async open(app: string): Promise<void> {
    const sign = appSigns[app] ?? new RegExp(app, 'i');
    const line = this.#apps.split('\n').find((one) => sign.test(one));
    const packageName = /\(([\w.]+)\)/.exec(line ?? '')?.[1];
    if (packageName === undefined) throw new Lost(`no ${app} in\n${this.#apps}`);
    await this.commands.run('open', packageName);
  }

  /** For refs of usable elements. */
  interactive(): Promise<void> {
    return this.#take('snapshot', '-i');
  }

  /** For all texts. */
  everything(): Promise<void> {
    return this.#take('snapshot');
  }

  async #take(...command: readonly string[]): Promise<void> {
    this.#text = await this.commands.run(...command);
    this.items = this.#text.split('\n').flatMap(itemsIn);
  }

  find(what: string | RegExp): Item | undefined {
    return this.items.find(({ label }) => (typeof what === 'string' ? label === what : what.test(label)));
  }

  see(what: string | RegExp): Item {
    const item = this.find(what);
    if (item === undefined) throw new Lost(`no ${String(what)} in\n${this.#text}`);
    return item;
  }

  get content(): string {
    return this.#text;
  }

  /** Presses an element of the last snapshot, and takes the next. */
  async pressOn(what: string | RegExp): Promise<void> {
    // `-i` leaves out elements that it considers hidden behind a scrolling part; the whole snapshot has them.
    if (this.find(what) === undefined) await this.everything();
    await this.commands.run('press', this.see(what).ref);
    await this.interactive();
  }
}

function itemsIn(line: string): Item[] {
  const [, ref, role = '', label = ''] = /^\s*(@e\d+) \[([\w-]+)\](?: "(.*?)"(?= \[|$))?/.exec(line) ?? [];
  if (ref === undefined) return [];
  // Texts contain the entities of the dump.
  return [{ ref, role, label: label.replace(/&amp;/g, '&'), truncated: line.includes('[truncated]') }];
}
