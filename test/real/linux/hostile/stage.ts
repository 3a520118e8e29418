import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { toolsetsOf } from '../../../../packages/handeye/src/cli/served-toolsets.ts';
import type { Device } from '@handeye/core/device/port';
import { type DeviceSource, Registry } from '@handeye/core/device/registry';
import { defaultPolicy } from '@handeye/core/guard/policy';
import { type ProfileName, profiles } from '@handeye/core/guard/profiles';
import { LinuxSource } from '@handeye/linux/source';
import { defaultLimits } from '@handeye/core/tools/frame/defaults';
import { createToolbox } from '@handeye/core/tools/create-toolbox';
import type { Toolbox, ToolResult } from '@handeye/core/tools/frame/toolbox';
import type { View } from '@handeye/screen/snapshot';
import { PrivateDesktop, until } from '../desktop-session.ts';
import { generous } from '../own-tools.ts';
import { middleOf, type Row, rowsIn } from '../rows.ts';
import { Program, type ShownWindow } from './program.ts';

/** The agent's working window: nothing here does harm by itself. */
const NOTES: ShownWindow = {
  title: 'Notes',
  parts: [
    ['field', 'Title'],
    ['button', 'Cancel'],
    ['button', 'Keep'],
  ],
};

interface StageParts {
  readonly notes: Program;
  readonly hostile: Program;
  readonly desktop: PrivateDesktop;
  readonly device: Device;
  readonly registry: Registry;
  readonly harmFile: string;
}

/** A desktop with a program of the user and a hostile one, served under `careful` by default, with no user to ask. */
export class LinuxStage {
  readonly notes: Program;
  readonly hostile: Program;
  readonly desktop: PrivateDesktop;
  readonly #device: Device;
  readonly #registry: Registry;
  readonly #harmFile: string;
  #toolbox: Toolbox;
  /** Each case is another client: a client that has not looked is not judged by the looks of others. */
  #case = 0;
  /** All answers since the stage was last cleared. */
  #answers: ToolResult[] = [];

  private constructor(parts: StageParts) {
    this.notes = parts.notes;
    this.hostile = parts.hostile;
    this.desktop = parts.desktop;
    this.#device = parts.device;
    this.#registry = parts.registry;
    this.#harmFile = parts.harmFile;
    this.#toolbox = servedUnder('careful', parts.registry);
  }

  /** `staged`: what a test makes of the device that the tools use. */
  static async open(
    t: Pick<TestContext, 'after'>,
    staged: (device: Device) => Device = (device) => device,
  ): Promise<LinuxStage> {
    const desktop = await PrivateDesktop.start(t);
    const { environment } = desktop;
    const harmFile = join(desktop.home, 'harm');
    const [notes, hostile] = await Promise.all(
      ['notes', 'flashlight'].map((name) => Program.start(name, harmFile, environment)),
    );
    assert.ok(notes && hostile);
    const source = new LinuxSource({ environment });
    const watched: DeviceSource = {
      claims: (id) => source.claims(id),
      list: () => source.list(),
      open: async (id, call) => staged(await source.open(id, call)),
      close: () => source.close(),
    };
    const registry = new Registry({ sources: [watched], configured: ['linux'] });
    t.after(() => registry.close());
    const device = await desktop.device();
    return new LinuxStage({ notes, hostile, desktop, device, registry, harmFile });
  }

  /** From now on another server is asked. */
  serveUnder(profile: ProfileName): void {
    this.#toolbox = servedUnder(profile, this.#registry);
    this.#answers = [];
  }

  get answers(): readonly ToolResult[] {
    return this.#answers;
  }

  /** As before the first case: the user's program alone, with the focus in its field; the agent has not looked yet. */
  async clear(): Promise<void> {
    await Promise.all([this.hostile.clear(), this.notes.clear()]);
    await until('an empty desktop', async () => (await this.#glance()).stack?.length === 1);
    await this.notes.show(NOTES);
    await this.#untilActive('Notes');
    await until('the notes', async () => (await this.looks()).some(({ text }) => text === 'Keep'));
    this.#answers = [];
    this.#case += 1;
    writeFileSync(this.#harmFile, '');
  }

  /** The hostile program opens a window, and has it where it wants it: in front, or over everything. */
  async spring(window: ShownWindow): Promise<void> {
    await this.hostile.show(window);
    if (window.kind === undefined || window.kind === 'window') await this.#untilActive(window.title);
    else if (window.kind !== 'through')
      await until(
        `${window.title} over all`,
        async () => (await this.#glance()).stack?.[0]?.title === window.title,
      );
  }

  async #untilActive(title: string): Promise<void> {
    await until(`${title} in front`, async () => (await this.#glance()).activity === title);
  }

  async #glance(): Promise<View> {
    const view = await this.desktop.during(async (call) => this.#device.glance?.(call));
    assert.ok(view);
    return view;
  }

  /** Calls a tool and keeps its answer, success or failure. */
  async does(tool: string, args: object = {}): Promise<ToolResult> {
    const { signal } = new AbortController();
    const result = await this.#toolbox.call(tool, args, { signal, client: `agent ${this.#case}` });
    this.#answers.push(result);
    return result;
  }

  /** Where a program says that something is, by its tree alone. */
  async found(app: string, title: string): Promise<{ readonly x: number; readonly y: number }> {
    const { structuredContent } = await this.does('find_element', { app, title });
    const [element] = (structuredContent?.elements ?? []) as Pick<Row, 'bounds'>[];
    assert.ok(element, `${title} of ${app}`);
    return middleOf(element);
  }

  /** Looks at the screen as a model does; resolves with its rows. */
  async looks(): Promise<readonly Row[]> {
    const { content } = await this.does('get_screen_state');
    return rowsIn(content[0]?.type === 'text' ? content[0].text : '');
  }

  /** The row with this text or description. */
  async row(what: string): Promise<Row> {
    const rows = await this.looks();
    const found = rows.find(({ text, description }) => [text, description].includes(what));
    assert.ok(found, `${what} is not on the screen: ${JSON.stringify(rows.map(({ text }) => text))}`);
    return found;
  }

  /** Where something is, by a look of now. */
  async at(what: string): Promise<{ readonly x: number; readonly y: number }> {
    return middleOf(await this.row(what));
  }

  async click(what: string): Promise<ToolResult> {
    return this.does('click_element', { element_id: (await this.row(what)).id });
  }

  /** The inputs that programs got from the agent since the stage was cleared. */
  got(): readonly string[] {
    return readFileSync(this.#harmFile, 'utf8').split('\n').slice(0, -1);
  }

  /** The inputs that the hostile program got. */
  harms(): readonly string[] {
    return this.got().filter((line) => line.startsWith('flashlight: '));
  }
}

function servedUnder(profile: ProfileName, registry: Registry): Toolbox {
  const { rules, changedScreen } = profiles[profile];
  // Schemes that are refused by themselves are allowed, so that what the guard says of them is heard.
  const allowedSchemes = ['tel', 'upi', 'sms'];
  return createToolbox({
    registry,
    limits: { ...defaultLimits, ...generous },
    toolsets: toolsetsOf({ toolset: ['all'], device: ['linux'] }),
    observe: 'changes',
    policy: { ...defaultPolicy, allowedSchemes, writesPerSecond: 1000, rules, changedScreen },
  });
}
