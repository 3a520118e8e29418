import type { Call } from '@handeye/core/call/call';
import type { Capabilities } from '@handeye/core/device/port';
import type { Phone } from '../phone.ts';
import { CheckFailed } from './check.ts';
import { harmlessRows } from './harmless.ts';
import type { PersonalData } from './personal-data.ts';
import { firstFitting } from './poll.ts';
import { fingerprintOf, parseScreenTable, type ScreenTable } from './screen-table.ts';
import { startSettings } from './settings-app.ts';

/** A tool's answer. */
export interface ToolAnswer {
  readonly text: string;
  /** The answer of a tool that answers with JSON. */
  readonly json: Readonly<Record<string, unknown>>;
  readonly pictures: number;
  /** The kind and the text of a failure. */
  readonly failure?: { readonly kind: string; readonly message: string };
}

/** Handeye's tools, with one phone behind them that one tier serves. */
export interface TierTools {
  readonly capabilities: Capabilities;
  call(name: string, args: Readonly<Record<string, unknown>>, signal: AbortSignal): Promise<ToolAnswer>;
  close(): Promise<void>;
}

/** A tool reported a failure. */
export class ToolFailed extends Error {
  override readonly name = 'ToolFailed';

  constructor(tool: string, { kind, message }: { kind: string; message: string }) {
    super(`${tool}: ${kind}: ${message}`);
  }
}

/** A phone that the checks of the tools use. */
export class TestedPhone {
  readonly #tools: TierTools;
  readonly #phone: Phone;
  readonly #personal: PersonalData;
  #lacksRows = false;
  #clipboard: { readonly text: string } | undefined;
  /** The duration of the last call of each tool. */
  readonly times = new Map<string, number>();
  /** The first page of Settings, as last seen. */
  firstPage: ScreenTable | undefined;

  constructor(tools: TierTools, phone: Phone, personal: PersonalData) {
    this.#tools = tools;
    this.#phone = phone;
    this.#personal = personal;
  }

  async tool(name: string, args: Readonly<Record<string, unknown>>, call: Call): Promise<ToolAnswer> {
    const start = call.clock.now();
    const answer = await this.#tools.call(name, args, call.signal);
    this.times.set(name, Math.round(call.clock.now() - start));
    if (answer.failure) throw new ToolFailed(name, answer.failure);
    return answer;
  }

  /** Remembers what the clipboard holds, before it is changed. */
  async saveClipboard(call: Call): Promise<void> {
    const { json } = await this.tool('get_clipboard', {}, call);
    this.#clipboard = { text: typeof json.text === 'string' ? json.text : '' };
    this.#personal.addSecret(this.#clipboard.text);
  }

  /** Puts back what the clipboard held. */
  async restoreClipboard(call: Call): Promise<void> {
    if (this.#clipboard) await this.tool('set_clipboard', this.#clipboard, call);
  }

  async look(call: Call): Promise<ScreenTable> {
    const { text } = await this.tool('get_screen_state', { format: 'compact' }, call);
    const table = parseScreenTable(text);
    this.#personal.addScreen(table);
    return table;
  }

  /** The first page of Settings, opened anew. Every check that touches something begins here. */
  async settings(call: Call): Promise<ScreenTable> {
    const app = await startSettings(this.#phone, call);
    const isThere = (table: ScreenTable) => table.app === app && table.rows.length > 3;
    // While it opens, a look may show half of it, or the page before. Some phones have no such row: it is waited for only once.
    const whole = (table: ScreenTable) =>
      isThere(table) && (this.#lacksRows || harmlessRows(table).length > 0);
    let page = await this.until(call, whole);
    if (!page) {
      page = await this.until(call, isThere);
      this.#lacksRows = true;
    }
    if (!page) throw new CheckFailed('Settings did not come to the front. Unlock the phone and try again.');
    this.firstPage = page;
    return page;
  }

  /** The first screen that fits; undefined if none did in time. */
  until(call: Call, fits: (table: ScreenTable) => boolean): Promise<ScreenTable | undefined> {
    return firstFitting((own) => this.look(own), fits, call);
  }

  /** Waits until the screen shows something else than before. */
  async mustChange(before: ScreenTable, what: string, call: Call): Promise<ScreenTable> {
    const old = fingerprintOf(before);
    const changed = await this.until(call, (table) => fingerprintOf(table) !== old);
    if (changed) return changed;
    throw new CheckFailed(`${what} changed nothing on the screen.`);
  }

  /** After a touch that was to do nothing: another app must not be in front. */
  async mustStillBeIn({ app }: ScreenTable, call: Call): Promise<void> {
    if ((await this.look(call)).app !== app) throw new CheckFailed('Another app came to the front.');
  }
}
