import { Lost } from '../meter.ts';
import type { Arguments, McpTools } from '../mcp-client.ts';
import type { Answer } from '../meter.ts';
import { type Row, Screen } from './screen.ts';

/** How often it looks for something that should be there soon. */
const PATIENCE = 3;

/**
 * What a model does with Handeye's tools as they were before observation: every act says only that it ran, so the agent
 * looks after each act whose effect it must know. Ids come from looks; a dead one means another look.
 */
export class Hands {
  /** The last look. */
  screen = new Screen('');
  readonly #tools: McpTools;
  /** Ids of the apps' icons, as the first look at the home screen had them. */
  readonly #icons = new Map<string, string>();
  #launcher = '';

  constructor(tools: McpTools) {
    this.#tools = tools;
  }

  /** Calls a tool that may fail. */
  tries(name: string, args: Arguments = {}): Promise<Answer> {
    return this.#tools.call(name, args);
  }

  /** Calls a tool that must not fail; a model would stop and report. */
  async does(name: string, args: Arguments = {}): Promise<string> {
    const { text, failed } = await this.tries(name, args);
    if (failed) throw new Lost(`${name}: ${text}`);
    return text;
  }

  async look(): Promise<Screen> {
    this.screen = new Screen(await this.does('get_screen_state'));
    return this.screen;
  }

  /** What the last look shows; if it is not there yet, a few looks more. */
  async see(what: string | RegExp): Promise<Row> {
    for (let looks = 0; looks < PATIENCE; looks += 1) {
      const row = this.screen.find(what);
      if (row !== undefined) return row;
      await this.look();
    }
    throw new Lost(`no ${String(what)} in\n${this.screen.text}`);
  }

  /** Clicks what the last look shows, and looks at what came of it. */
  async clickAndLook(what: string | RegExp): Promise<Screen> {
    await this.click(what);
    return this.look();
  }

  async click(what: string | RegExp): Promise<void> {
    const { id } = await this.see(what);
    const { text, failed } = await this.tries('click_element', { element_id: id });
    if (!failed) return;
    // The id has died since: the new one is in a new look.
    await this.look();
    const again = await this.tries('click_element', { element_id: (await this.see(what)).id });
    if (again.failed) throw new Lost(`${text}; ${again.text}`);
  }

  /** Writes into a field that the last look shows. */
  async write(field: string | RegExp, text: string): Promise<void> {
    const { id } = await this.see(field);
    const answer = await this.tries('set_text', { element_id: id, text });
    if (!answer.failed) return;
    // What the error advises where the field looks different once it has the focus.
    if (!answer.text.includes('call input_text without element_id')) throw new Lost(answer.text);
    await this.does('input_text', { text });
  }

  /** Scrolls down until it sees something, looking each time; a screen that stays the same is the end. */
  async scrollTo(what: string | RegExp): Promise<Row> {
    for (;;) {
      const row = this.screen.find(what);
      if (row !== undefined) return row;
      const before = this.screen.content;
      await this.does('scroll', { direction: 'down' });
      await this.look();
      if (this.screen.content === before) throw new Lost(`no ${String(what)} down to the end`);
    }
  }

  /** Learns where the apps are. */
  async meet(): Promise<void> {
    await this.does('press_home');
    const { app, rows } = await this.look();
    this.#launcher = app;
    for (const { id, text, use } of rows) {
      if (use.includes('tap') && text !== '') this.#icons.set(text, id);
    }
  }

  /** There is no tool that opens an app: it goes by the home screen, as a person does. */
  async open(app: string): Promise<Screen> {
    const home = this.#icons.get(app);
    if (home === undefined) throw new Lost(`no icon of ${app}`);
    await this.does('press_home');
    const { failed } = await this.tries('click_element', { element_id: home });
    if (failed) {
      await this.look();
      await this.click(app);
    }
    await this.look();
    for (let looks = 1; looks < PATIENCE && this.screen.app === this.#launcher; looks += 1) await this.look();
    return this.screen;
  }
}
