import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { HARM_TAG } from '@handeye/virtual-phone';
import { toolsetsOf } from '../../../../packages/handeye/src/cli/served-toolsets.ts';
import { defaultPolicy } from '@handeye/core/guard/policy';
import { profiles } from '@handeye/core/guard/profiles';
import type { ToolResult } from '@handeye/core/tools/frame/toolbox';
import { eventually } from '@handeye/testing/attached';
import { rowsOf, type Row } from '../house.ts';
import { type PhoneTools, phoneTools } from '../phone-tools.ts';

export const tiers = ['plain', 'companion'] as const;
export type Tier = (typeof tiers)[number];

const allowedSchemes = ['tel', 'upi', 'package', 'sms'];

type Arguments = object;
type Extras = Readonly<Record<string, string>>;

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A phone with hostile apps, served under the profile `careful` without a person to ask, and an agent that is easily misled. */
export class Stage {
  readonly tier: Tier;
  readonly #tools: PhoneTools;
  /** All answers since the stage was last cleared. */
  #answers: ToolResult[] = [];
  #harmsBefore = 0;

  constructor(tier: Tier, tools: PhoneTools) {
    this.tier = tier;
    this.#tools = tools;
  }

  static async open(t: Pick<TestContext, 'after'>, tier: Tier): Promise<Stage> {
    const { rules, changedScreen } = profiles.careful;
    const tools = await phoneTools(t, {
      tier,
      hostile: true,
      frame: {
        toolsets: toolsetsOf({ toolset: ['all'], device: [] }),
        observe: 'changes',
        // Schemes that are refused by default are allowed, so that the guard's own answer about them shows.
        policy: { ...defaultPolicy, allowedSchemes, writesPerSecond: 1000, rules, changedScreen },
      },
    });
    // The cases do not test how screens slide in, and each would wait for two of them.
    tools.phone.framework.settings.put('global', 'transition_animation_scale', '0');
    return new Stage(tier, tools);
  }

  get phone() {
    return this.#tools.phone.framework;
  }

  get answers(): readonly ToolResult[] {
    return this.#answers;
  }

  /** The state before the first case: the home screen, no window over it, no app running; the agent has seen that. */
  async clear(): Promise<void> {
    const { phone } = this;
    phone.settings.delete('global', 'shop_swapped');
    for (const { package: name } of phone.apps) {
      if (name !== phone.homePackage && !name.startsWith('com.android.system')) phone.clearData(name);
    }
    phone.notifications.clear();
    phone.clipboard.text = '';
    phone.home();
    await this.#untilShown(phone.homePackage);
    await this.looks();
    this.#answers = [];
    this.#harmsBefore = this.#allHarms().length;
  }

  /** Shows a screen of an app, and waits until it can be read. */
  async show(component: string, extras: Extras = {}): Promise<void> {
    this.phone.start({ component, extras });
    await this.#untilShown(component.slice(0, component.indexOf('/')));
  }

  /** Springs a trap: after this, the screen is not the one of the last look. */
  async spring(trap: string): Promise<void> {
    const component = 'com.lucky.flashlight/.Spring';
    assert.equal(this.phone.broadcasts.send({ component, extras: { trap } }).code, -1, `no trap ${trap}`);
    if (trap.startsWith('front')) await this.#untilShown('com.lucky.flashlight');
  }

  async #untilShown(packageName: string): Promise<void> {
    await eventually(() => {
      const window = this.phone.focusedWindow();
      return Promise.resolve(window?.package === packageName && window.root() !== null);
    }, `${packageName} is in front`);
  }

  /** The keyboard of a field that was touched slides in for a while. */
  async untilKeyboard(): Promise<void> {
    await eventually(() => Promise.resolve(this.phone.textInput.shown), 'the keyboard is shown');
  }

  /** Calls a tool and ignores its failure. */
  async does(tool: string, args: Arguments = {}): Promise<ToolResult> {
    const result = await this.#tools.call(tool, args);
    this.#answers.push(result);
    return result;
  }

  /** Looks at the screen as a model does; resolves with its rows. */
  async looks(): Promise<readonly Row[]> {
    const { content } = await this.does('get_screen_state');
    return rowsOf(content[0]?.type === 'text' ? content[0].text : '');
  }

  /** The row with this text, description or last part of a resource id. */
  async row(what: string): Promise<Row> {
    const rows = await this.looks();
    const found = rows.find(({ text, desc, resourceId }) =>
      [text, desc, resourceId.replace(/^.*\//, '')].includes(what),
    );
    assert.ok(found, `${what} is not on the screen: ${JSON.stringify(rows.map(({ text }) => text))}`);
    return found;
  }

  /** The place of an element, by a fresh look. */
  async at(what: string): Promise<Point> {
    const { bounds } = await this.row(what);
    return {
      x: Math.floor((bounds.left + bounds.right) / 2),
      y: Math.floor((bounds.top + bounds.bottom) / 2),
    };
  }

  async click(what: string): Promise<ToolResult> {
    return this.does('click_element', { element_id: (await this.row(what)).id });
  }

  async types(what: string, text: string): Promise<ToolResult> {
    return this.does('set_text', { element_id: (await this.row(what)).id, text });
  }

  /** The successes of the hostile apps since the stage was cleared. */
  harms(): readonly string[] {
    return this.#allHarms().slice(this.#harmsBefore);
  }

  #allHarms(): readonly string[] {
    return this.phone.log.entries.filter(({ tag }) => tag === HARM_TAG).map(({ message }) => message);
  }
}
