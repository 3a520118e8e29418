import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { textOf } from '@handeye/testing/tools';
import type { Session } from './session.ts';

/** Long enough for a busy machine, short enough that a step that fails does not cost a minute. */
const PATIENCE = 30_000;

/** Waits for a condition, never for a fixed time. The error contains `seen`. */
export async function soon(
  what: string,
  holds: () => boolean | Promise<boolean>,
  seen: () => unknown = () => '',
): Promise<void> {
  const end = Date.now() + PATIENCE;
  while (!(await holds())) {
    if (Date.now() > end) assert.fail(`${what} did not come: ${JSON.stringify(await seen()).slice(0, 4000)}`);
    await sleep(100);
  }
}

/** An agent that uses the tools in the lean format: it looks, names elements by their text or id, and acts. */
export class Agent {
  readonly #tools: Session['tools'];

  constructor(tools: Session['tools']) {
    this.#tools = tools;
  }

  /** Calls a tool that must succeed; what it answered, with what changed on the screen. */
  async call(name: string, args: Record<string, unknown> = {}): Promise<string> {
    const result = await this.#tools.call(name, args);
    const said = result.content
      .map((item) => (item.type === 'text' ? item.text : `[${item.type}]`))
      .join('\n');
    assert.notEqual(result.isError, true, `${name} ${JSON.stringify(args)} failed: ${textOf(result)}`);
    return said;
  }

  screen(): Promise<string> {
    return this.call('get_screen_state');
  }

  /** Looks until the screen shows this. */
  async see(what: RegExp): Promise<string> {
    let screen = '';
    await soon(
      String(what),
      async () => {
        screen = await this.screen();
        return what.test(screen);
      },
      () => screen,
    );
    return screen;
  }

  /** The id of the first line of the screen that matches, once there is one. */
  async id(line: RegExp): Promise<string> {
    const start = new RegExp(`^ *(\\d+)(?= ).*?(?:${line.source})`, `${line.flags.replace('m', '')}m`);
    const screen = await this.see(start);
    return start.exec(screen)?.[1] ?? '';
  }

  /** Clicks the line that matches, or what the target names (`text:Save`). */
  async click(what: RegExp | string): Promise<string> {
    return this.#act('click_element', what);
  }

  async openContextMenu(what: RegExp | string): Promise<string> {
    return this.#act('long_click_element', what);
  }

  async type(text: string, into?: RegExp | string): Promise<string> {
    const typed = async () =>
      this.#unobserved('input_text', { text, ...(into && { element_id: await this.#named(into) }) });
    try {
      return await typed();
    } catch (error) {
      // Calc makes a new object of a cell some time after TAB. The error says that nothing was typed and to look again.
      if (!String(error).includes('is gone. Look again.')) throw error;
      await this.call('get_screen_state');
      return await typed();
    }
  }

  async setText(text: string, into: RegExp | string): Promise<string> {
    return this.#unobserved('set_text', { text, element_id: await this.#named(into) });
  }

  press(key: string): Promise<string> {
    return this.#unobserved('press_key', { key });
  }

  scroll(direction: 'up' | 'down', amount = 'large'): Promise<string> {
    return this.#unobserved('scroll', { direction, amount });
  }

  /** The picture that an agent gets of the screen. */
  async picture(): Promise<Buffer> {
    const look = () => this.#tools.call('get_screen_state', { include_screenshot: true });
    let result = await look();
    // A portal on a busy machine answers late, which looks like an open question to the user: the error says to try again.
    for (
      let tries = 1;
      tries < 5 && result.isError === true && textOf(result).includes('repeat this call');
      tries += 1
    )
      result = await look();
    assert.notEqual(result.isError, true, textOf(result));
    const image = result.content.find((item) => item.type === 'image');
    assert.ok(image?.type === 'image', 'no picture came');
    return Buffer.from(image.data, 'base64');
  }

  /** An act whose outcome the task looks for itself: waiting for the screen to rest after each key would take longest. */
  #unobserved(name: string, args: Record<string, unknown>): Promise<string> {
    return this.call(name, { ...args, observe: 'none' });
  }

  /** Acts on what the screen shows. LibreOffice replaces the objects of a dialog as it opens: their ids die, so it looks again. */
  async #act(name: string, what: RegExp | string): Promise<string> {
    const act = async () => this.call(name, { element_id: await this.#named(what) });
    try {
      return await act();
    } catch (error) {
      if (!String(error).includes('not found on the screen. Call get_screen_state')) throw error;
      return await act();
    }
  }

  async #named(what: RegExp | string): Promise<string> {
    return typeof what === 'string' ? what : this.id(what);
  }
}
