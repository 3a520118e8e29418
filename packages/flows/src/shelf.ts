import { join } from 'node:path';
import { invalidParams } from '@handeye/core/device/errors';
import { HostFolder } from '@handeye/core/tools/files/host-folder';
import type { Toolbox } from '@handeye/core/tools/frame/toolbox';
import type { Command, Flow, Selector } from './file/flow.ts';
import { readFlow, readFlowText } from './file/read.ts';
import { ChosenActs, type Flows } from './flows.ts';
import { clientOf, type Run, type RunAct } from './record/memory.ts';
import { withSelector } from './run/heal.ts';
import { diffOf, writtenHealing } from './run/healing-file.ts';
import { performFlow, type PerformOptions } from './run/perform.ts';
import type { FlowResult, Place } from './run/result.ts';

const EXTENSION = '.flow.yaml';
const HEALED = `.healed${EXTENSION}`;
/** Times are rounded to milliseconds. More than that could be of the client's next call. */
const ROUNDING = 2;

interface FileOfFlow {
  readonly name: string;
  readonly isHealed: boolean;
}

/** A call by its client and time. */
interface MadeCall {
  readonly client: string;
  readonly byPerson: boolean;
  readonly tool: string;
  readonly at: number;
  readonly until: number;
}

interface Saving {
  readonly toolbox: Toolbox;
  readonly client: string;
  readonly device: string | undefined;
  readonly signal: AbortSignal;
  readonly name: string;
  readonly description: string | undefined;
  readonly variables: boolean;
  readonly calls: readonly MadeCall[];
}

/** The flows of the folder for a person who looks at them in Studio. */
export class Shelf {
  readonly #flows: Flows;
  readonly #folder: HostFolder;

  constructor(flows: Flows, folder: string) {
    this.#flows = flows;
    this.#folder = new HostFolder(folder);
  }

  async list() {
    const within = await this.#folder.path();
    const files = (await this.#folder.list()).filter(({ kind }) => kind === 'file').map(({ name }) => name);
    const names = files.filter((file) => file.endsWith(EXTENSION) && !file.endsWith(HEALED)).toSorted();
    return names.map((file) => {
      const name = file.slice(0, -EXTENSION.length);
      return { name, hasHealing: files.includes(name + HEALED), ...about(join(within, file), within) };
    });
  }

  async read({ name, isHealed }: FileOfFlow) {
    const diff = await this.#diff(name);
    return { text: await this.#text(fileOf({ name, isHealed })), diff };
  }

  async perform(file: FileOfFlow, how: Omit<PerformOptions, 'fresh'>): Promise<FlowResult> {
    // A person sees the device and takes it as it is. What is healed already is not healed again into another file.
    return performFlow(await this.#flow(file), {
      ...how,
      heal: how.heal === true && !file.isHealed,
      fresh: false,
    });
  }

  async choose(
    { name, isHealed }: FileOfFlow,
    { at, selector }: { readonly at: Place; readonly selector: string },
  ): Promise<void> {
    const read = await this.#flow({ name, isHealed });
    const own = selectorIn(selector);
    const { commands, count } = replacedAt(read.commands, at, own);
    if (count === 0)
      throw invalidParams(`The step at line ${at.line} cannot take another target. Change the file instead.`);
    const file = join(await this.#folder.path(), name + EXTENSION);
    const header = { ...read.header, name: read.header.name === `${name}.healed` ? name : read.header.name };
    await writtenHealing({ ...read, file, header }, [], commands);
  }

  async accept(name: string, diff: string): Promise<void> {
    if ((await this.#diff(name)) !== diff)
      throw invalidParams('The flow or its healed file has changed since. Look at the difference again.');
    await this.#folder.write(name + EXTENSION, await this.#folder.read(name + HEALED));
    await this.#folder.delete(name + HEALED);
  }

  discard(name: string): Promise<void> {
    return this.#folder.delete(name + HEALED);
  }

  async save({ toolbox, client, device, signal, calls, ...wish }: Saving) {
    const tool = toolbox.tools.find((one) => one.name.endsWith('save_flow'))?.name ?? 'save_flow';
    const result = await toolbox.call(
      tool,
      { ...wish, ...(device !== undefined && { device }) },
      { client, signal, request: this.#actsOf(calls) },
    );
    const text = result.content.flatMap((item) => (item.type === 'text' ? [item.text] : [])).join('\n');
    return { isError: result.isError === true, text };
  }

  /** The remembered acts of calls, which are of one run. */
  #actsOf(calls: readonly MadeCall[]): ChosenActs {
    const chosen = this.#flows.runs.flatMap((run) => {
      const acts = run.acts.filter((act) => calls.some((call) => isOf(act, run, call)));
      return acts.length > 0 ? [{ run, acts }] : [];
    });
    const [only, another] = chosen;
    if (!only)
      throw invalidParams(
        'Nothing of these calls is remembered: they only looked, failed, or are too long ago.',
      );
    if (another)
      throw invalidParams('These calls are of several clients or devices. Choose those of one run.');
    return new ChosenActs(only.run, only.acts);
  }

  async #flow(file: FileOfFlow): Promise<Flow> {
    const within = await this.#folder.path();
    // It must be a file of this folder, and no link that leads out of it.
    await this.#text(fileOf(file));
    return asked(() => readFlow(join(within, fileOf(file)), { within, env: {} }));
  }

  async #diff(name: string): Promise<string | undefined> {
    if ((await this.#folder.kindOf(name + HEALED)) !== 'file') return undefined;
    const [from, to] = [name + EXTENSION, name + HEALED];
    return diffOf(await this.#text(from), await this.#text(to), { from, to });
  }

  async #text(file: string): Promise<string> {
    return (await this.#folder.read(file)).toString('utf8');
  }
}

function fileOf({ name, isHealed }: FileOfFlow): string {
  return name + (isHealed ? HEALED : EXTENSION);
}

function about(file: string, within: string) {
  try {
    return { description: readFlow(file, { within }).header.description, problem: undefined };
  } catch (error) {
    return { description: undefined, problem: error instanceof Error ? error.message : String(error) };
  }
}

/** Reads, with an error for the person if the file is no flow. */
function asked<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof Error && error.name === 'FlowFileError'
      ? invalidParams(error.message, error)
      : error;
  }
}

/** A selector as a candidate gives it: YAML in one line. */
function selectorIn(text: string): Selector {
  const { commands } = asked(() =>
    readFlowText(`appId: none\n---\n- tapOn: ${text}\n`, `candidate${EXTENSION}`),
  );
  const [command] = commands;
  if (command?.name !== 'tapOn' || !command.selector) throw invalidParams(`'${text}' is not a selector.`);
  return command.selector;
}

/** The commands with another selector for the one at a place of the flow's own file. */
function replacedAt(
  commands: readonly Command[],
  at: Place,
  selector: Selector,
): { readonly commands: readonly Command[]; readonly count: number } {
  let count = 0;
  const replaced = commands.map((command) => {
    const { source } = command;
    if ('selector' in command && source?.line === at.line && source.column === at.column) {
      count += 1;
      return withSelector(command, selector);
    }
    if (!('commands' in command)) return command;
    const inside = replacedAt(command.commands, at, selector);
    count += inside.count;
    return { ...command, commands: inside.commands };
  });
  return { commands: replaced, count };
}

/** Calls of one client follow each other, so an act is of the call in whose time it ended. */
function isOf(act: RunAct, run: Run, call: MadeCall): boolean {
  const isIn = act.at >= call.at && act.at <= call.until + ROUNDING;
  const isBy = call.byPerson ? act.byPerson : !act.byPerson && clientOf(run) === call.client;
  return isIn && isBy && (call.tool.endsWith(act.tool) || call.tool.endsWith('run_steps'));
}
