import { join } from 'node:path';
import type { Clock } from '@handeye/core/call/clock';
import {
  actionFailed,
  deviceErrorOf,
  elementNotFound,
  invalidParams,
  permissionDenied,
} from '@handeye/core/device/errors';
import type { Registry } from '@handeye/core/device/registry';
import { HostFolder } from '@handeye/core/tools/files/host-folder';
import { Acted, type ToolContext } from '@handeye/core/tools/frame/define';
import type { Flows as FlowTools, Outcome, RunWish, SaveWish } from '@handeye/core/tools/frame/flows';
import type { ToolCall } from '@handeye/core/tools/frame/tool-call';
import { type Run, type RunAct, clientOf, RunMemory } from './record/memory.ts';
import { FlowRequest, type FlowWish, performed } from './run/perform.ts';
import type { FlowResult } from './run/result.ts';
import { resultText } from './run/result-text.ts';

export interface FlowsOptions {
  readonly registry: Registry;
  readonly clock: Clock;
  /** The one folder of flows. */
  readonly folder?: string | undefined;
  /** Whether acts are remembered. */
  readonly history: boolean;
  readonly mask?: ((text: string) => string) | undefined;
  /** Resets a device to its state at the start. The answer brings back what was there; undefined if the device cannot be reset. */
  readonly reset?: ((device: string) => Promise<(() => void) | undefined>) | undefined;
}

const EXTENSION = '.flow.yaml';
const NAME = /^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,99}$/u;
/** Acts that list_flows shows. */
const MOST_LISTED = 30;

/** Acts of a run that are to be saved, on their way to the tool that saves them. */
export class ChosenActs {
  readonly run: Run;
  readonly acts: readonly RunAct[];

  constructor(run: Run, acts: readonly RunAct[]) {
    this.run = run;
    this.acts = acts;
  }
}

/** The flows of a server: what was done, what was saved, and how it is performed. */
export class Flows implements FlowTools {
  readonly #options: FlowsOptions;
  readonly #folder: HostFolder | undefined;
  readonly #memory: RunMemory | undefined;

  constructor(options: FlowsOptions) {
    this.#options = options;
    this.#folder = options.folder === undefined ? undefined : new HostFolder(options.folder);
    const { registry, clock, mask } = options;
    this.#memory = options.history ? new RunMemory({ registry, clock, ...(mask && { mask }) }) : undefined;
  }

  /** The runs that are remembered, the newest first. */
  get runs(): readonly Run[] {
    return this.#memory?.runs ?? [];
  }

  acted(call: ToolCall, outcome: Outcome): void {
    this.#memory?.acted(call, outcome);
  }

  async run(wish: RunWish, context: ToolContext): Promise<Acted> {
    const { request } = context;
    if (request instanceof FlowRequest) {
      request.result = await this.#perform(request.flow, context, request.wish);
      return answered(request.result);
    }
    const { readFlow } = await import('./file/read.ts');
    const within = await this.#mustHaveFolder().path();
    const file = join(within, await this.#fileOf(wish.name));
    let flow;
    try {
      const media = { folder: await context.hostFolder?.path() };
      flow = readFlow(file, { within, env: wish.env ?? {}, media });
    } catch (error) {
      if (error instanceof Error && error.name === 'FlowFileError') throw invalidParams(error.message, error);
      throw error;
    }
    return answered(await this.#perform(flow, context, { ...wish, fresh: false }));
  }

  async #perform(flow: FlowRequest['flow'], context: ToolContext, wish: FlowWish): Promise<FlowResult> {
    const { reset } = this.#options;
    if (wish.fresh === true && reset && wish.from === undefined)
      await context.hands.change(() => reset(context.device.id));
    return performed(flow, context, wish);
  }

  async save(wish: SaveWish, context: ToolContext): Promise<string> {
    const folder = this.#mustHaveFolder();
    const name = wish.name.endsWith(EXTENSION) ? wish.name.slice(0, -EXTENSION.length) : wish.name;
    if (!NAME.test(name))
      throw invalidParams(`'name' must be letters, digits, blanks, dots and dashes, not '${wish.name}'.`);
    const { request } = context;
    const { run, acts } = request instanceof ChosenActs ? request : chosen(this.#runOf(wish, context), wish);
    const [{ savedFlow }, { SCHEMA_FILE }, { schemaText }] = await Promise.all([
      import('./record/save.ts'),
      import('./file/write.ts'),
      import('./file/schema.ts'),
    ]);
    const path = `${name}${EXTENSION}`;
    const { text, remarks, count, steps } = await savedFlow(acts, {
      file: join(await folder.path(), path),
      name,
      wish,
      context,
      trial: wish.verify ? (flow, trialWish) => this.#trial(flow, context, trialWish) : undefined,
    });
    try {
      await folder.write(path, Buffer.from(text));
      if ((await folder.kindOf(SCHEMA_FILE)) === undefined)
        await folder.write(SCHEMA_FILE, Buffer.from(schemaText()));
    } catch (error) {
      throw (
        deviceErrorOf(error) ??
        actionFailed(`${path} could not be written; the old one is whole. ${String(error)}`, error)
      );
    }
    const whose = run.client === context.client ? 'this run' : `the run of ${clientOf(run)}`;
    const unnamed = run.client === '' ? ['note: clients without a name share one run'] : [];
    return [
      `Saved ${path}: ${counted(steps, 'step')} of ${counted(count, 'act')} of ${whose}`,
      ...unnamed,
      ...remarks,
    ].join('\n');
  }

  async #trial(
    flow: FlowRequest['flow'],
    context: ToolContext,
    wish: FlowWish,
  ): Promise<FlowResult | undefined> {
    const { reset } = this.#options;
    const bringBack = await context.hands.change(async () => reset?.(context.device.id));
    if (!bringBack) return undefined;
    try {
      return await performed(flow, context, wish);
    } finally {
      await context.hands.change(() => {
        bringBack();
        return Promise.resolve();
      });
    }
  }

  async list({ client }: { readonly client: string }): Promise<string> {
    const files = this.#folder ? await this.#files(this.#folder) : [];
    const lines = files.length === 0 ? ['no flow is saved'] : files;
    const run = this.runs.find((one) => one.client === client) ?? this.runs[0];
    if (!run || run.acts.length === 0) return lines.join('\n');
    const acts = run.acts.slice(-MOST_LISTED).map(actLine);
    return [
      ...lines,
      `acts of ${run.client === client ? 'this run' : clientOf(run)} on ${run.device}:`,
      ...acts,
    ].join('\n');
  }

  async #files(folder: HostFolder): Promise<string[]> {
    const names = (await folder.list()).filter(({ kind }) => kind === 'file').map(({ name }) => name);
    return names.filter((name) => name.endsWith(EXTENSION)).toSorted();
  }

  async #fileOf(name: string): Promise<string> {
    const files = await this.#files(this.#mustHaveFolder());
    const found = [name, `${name}${EXTENSION}`].find((one) => files.includes(one));
    if (found !== undefined) return found;
    const known =
      files.length === 0 ? 'No flow is saved yet: save_flow saves one.' : `There are: ${files.join(', ')}.`;
    throw elementNotFound(`No flow is called '${name}'. ${known}`);
  }

  #mustHaveFolder(): HostFolder {
    if (this.#folder) return this.#folder;
    throw permissionDenied(
      'This server was started without a folder for flows. Start it with --flows FOLDER.',
    );
  }

  /** The client's own run; that of another one only if it is named, or there is no other. */
  #runOf({ client }: SaveWish, context: ToolContext): Run {
    if (!this.#memory)
      throw permissionDenied('This server keeps no history (--no-history), so nothing can be saved.');
    const runs = this.#memory.runs.filter(
      ({ device, acts }) => device === context.device.id && acts.length > 0,
    );
    const names = [...new Set(runs.map(clientOf))];
    const own = runs.find((run) => run.client === context.client);
    if (client === undefined && own) return own;
    const meant =
      client === undefined ? runs : runs.filter((run) => clientOf(run) === client || run.client === client);
    const [only, another] = meant;
    if (only && (!another || client !== undefined)) return only;
    if (!only && runs.length === 0)
      throw invalidParams('Nothing was done on this device in this run, so there is nothing to save.');
    throw invalidParams(`It is not clear whose run is meant. Pass 'client' as one of: ${names.join(', ')}.`);
  }
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}

function answered(result: FlowResult): Acted {
  const text = resultText(result);
  const isFine = result.status === 'passed' || result.status === 'healed';
  return new Acted(text, isFine ? {} : { failure: actionFailed(text) });
}

function actLine({ number, tool, target, after }: RunAct): string {
  const on = target?.text ?? target?.desc ?? target?.id ?? '';
  return `${number} ${tool}${on === '' ? '' : ` ${on}`}${after.app === undefined ? '' : ` (${after.app})`}`;
}

/** From the first to the last number; negative ones count from the end. */
function chosen(run: Run, { first, last }: SaveWish): ChosenActs {
  const { acts } = run;
  const numberAt = (wanted: number) => (wanted < 0 ? (acts.at(wanted)?.number ?? 1) : wanted);
  const from = first === undefined ? 1 : numberAt(first);
  const to = last === undefined ? Infinity : numberAt(last);
  const kept = acts.filter(({ number }) => number >= from && number <= to);
  if (kept.length > 0) return new ChosenActs(run, kept);
  const [oldest, newest] = [acts[0]?.number ?? 0, acts.at(-1)?.number ?? 0];
  throw invalidParams(`No act is between 'first' and 'last'. This run has the acts ${oldest} to ${newest}.`);
}
