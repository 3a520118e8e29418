import type { Arguments, McpTools } from '../mcp-client.ts';
import { type Answer, Lost } from '../meter.ts';
import { type Row, Screen } from './screen.ts';

export interface Step {
  readonly tool: string;
  readonly arguments?: Arguments;
  readonly times?: number;
}

/**
 * The way a model uses Handeye's tools. With observations it reads the effect of acts in their answers and sends several at
 * once; without, it makes each alone and looks after it.
 */
export class Hands {
  /** Its knowledge of the screen. */
  screen = new Screen();
  /** The last answer. */
  said = '';
  readonly #tools: Pick<McpTools, 'call'>;
  readonly #observes: boolean;

  constructor(tools: Pick<McpTools, 'call'>, { observes }: { readonly observes: boolean }) {
    this.#tools = tools;
    this.#observes = observes;
  }

  /** Calls a tool that may fail. */
  async tries(name: string, args: Arguments = {}): Promise<Answer> {
    const answer = await this.#tools.call(name, args);
    this.said = answer.text;
    this.screen = this.screen.after(answer.text);
    return answer;
  }

  /** Calls a tool that must not fail; a model would stop and report. */
  async does(name: string, args: Arguments = {}): Promise<string> {
    const { text, failed } = await this.tries(name, args);
    if (failed) throw new Lost(`${name}: ${text}`);
    return text;
  }

  /** Acts, and reads the effect. */
  async act(name: string, args: Arguments = {}): Promise<string> {
    const said = await this.does(name, args);
    if (!this.#observes) await this.does('get_screen_state');
    return said;
  }

  /** Acts several times, without the effect of each. */
  async steps(steps: readonly Step[]): Promise<string> {
    if (this.#observes) return this.does('run_steps', { steps });
    const answers: string[] = [];
    for (const { tool, arguments: args, times = 1 } of steps) {
      for (let time = 0; time < times; time += 1) answers.push(await this.does(tool, args));
    }
    answers.push(await this.does('get_screen_state'));
    return answers.join('\n');
  }

  /** The known screen; looks if it is unknown. */
  async see(what: string | RegExp): Promise<Row> {
    const known = this.screen.find(what);
    if (known) return known;
    await this.does('get_screen_state');
    const row = this.screen.find(what);
    if (row === undefined) throw new Lost(`no ${String(what)} on the screen:\n${this.said}`);
    return row;
  }

  async idOf(what: string | RegExp): Promise<string> {
    const { id } = await this.see(what);
    if (id === undefined) throw new Lost(`${String(what)} has no id`);
    return id;
  }

  async click(what: string | RegExp): Promise<string> {
    return this.act('click_element', { element_id: await this.idOf(what) });
  }

  async clicking(what: string | RegExp): Promise<Step> {
    return { tool: 'click_element', arguments: { element_id: await this.idOf(what) } };
  }

  async writing(field: string | RegExp, text: string): Promise<Step> {
    return { tool: 'set_text', arguments: { element_id: await this.idOf(field), text } };
  }

  /** Opens an application; if its name is unknown, by the package that the error offers. */
  async open(app: string): Promise<void> {
    const { text, failed } = await this.tries('open_app', { app });
    if (failed) {
      const stem = app.toLowerCase().slice(0, 5);
      const offered = text.match(/[a-z][\w]*(?:\.\w+)+/g)?.find((name) => name.includes(stem));
      if (offered === undefined) throw new Lost(text);
      await this.does('open_app', { app: offered });
    }
    if (!this.#observes) await this.does('get_screen_state');
  }

  /** Scrolls until a text is visible, unless it already is. */
  async scrollTo(text: string): Promise<void> {
    if (this.screen.find(text) === undefined) await this.act('scroll', { until: text });
  }
}
