import type { Clock } from '@handeye/core/call/clock';
import type { Registry } from '@handeye/core/device/registry';
import type { Toolbox } from '@handeye/core/tools/frame/toolbox';
import { onlyTo, usedInstead } from '../devices/only-device.ts';
import { PERSON } from '../hand/hand.ts';
import type { Frame, PageConnection } from '../page-connection.ts';
import { StudioError } from '../pages.ts';
import type { Pictures } from '../pictures.ts';
import type { Handlers } from '../requests.ts';
import type {
  FlowDivergence,
  FlowFile,
  FlowRun,
  FlowSaved,
  FlowSaving,
  FlowStep,
  FlowWish,
} from '../wire/flows.ts';
import type { TimelineEntry } from '../wire/timeline.ts';
import type { FlowEnd, FlowProgress, FlowShelf } from './flow-shelf.ts';

interface FlowRunsOptions {
  /** Undefined without a folder of flows. */
  readonly shelf: FlowShelf | undefined;
  /** The tools as clients get them, once they exist. */
  readonly toolbox: () => Toolbox | undefined;
  readonly entries: (numbers: readonly number[]) => readonly TimelineEntry[];
  readonly frameOf: (device: string) => Frame | undefined;
  readonly pictures: Pictures;
  readonly registry: Registry;
  readonly clock: Clock;
  readonly onChange: (run: FlowRun) => void;
}

/** Saved flows for the page: one is performed at a time. */
export class FlowRuns {
  readonly #options: FlowRunsOptions;
  #run: FlowRun | undefined;
  /** How the last run ended. */
  #end: FlowEnd | undefined;
  #stop = new AbortController();
  /** The last picture before the step that runs. */
  #before: Frame | undefined;

  constructor(options: FlowRunsOptions) {
    this.#options = options;
  }

  readonly handlers: Handlers = {
    flows: async () => ({ saved: await this.#options.shelf?.list() }),
    flow: (file) => this.#shelf().read(file),
    performFlow: (wish, page) => this.#begin(wish, page),
    stopFlow: () => {
      this.close();
      return undefined;
    },
    chooseTarget: async ({ run, candidate }) => {
      const chosen = this.#end?.divergence?.candidates[candidate];
      if (this.#run?.number !== run || !this.#end?.divergence || !chosen)
        throw new StudioError('Another run has begun since. Look at its result.');
      await this.#shelf().choose(this.#run, { at: this.#end.divergence.at, selector: chosen.selector });
    },
    acceptHealing: async ({ name, diff }) => {
      await this.#shelf().accept(name, diff);
    },
    discardHealing: async ({ name }) => {
      await this.#shelf().discard(name);
    },
    saveFlow: (saving, page) => this.#save(saving, page),
  };

  get run(): FlowRun | undefined {
    return this.#run;
  }

  /** Ends the flow that is performed. */
  close(): void {
    this.#stop.abort(new Error('A person stopped the flow.'));
  }

  async #begin({ name, isHealed, device, heal, goOn }: FlowWish, page: PageConnection): Promise<undefined> {
    const [shelf, toolbox] = [this.#shelf(), this.#toolbox()];
    const named = await this.#namedDevice(device);
    if (this.#run?.status === 'running')
      throw new StudioError(`${this.#run.name} is being performed. Stop it, or wait until it ends.`);
    const from = goOn ? this.#end?.resume : undefined;
    if (goOn && (from === undefined || this.#run?.name !== name))
      throw new StudioError('This flow cannot be taken up. Perform it from its start.');
    const file = { name, isHealed };
    const number = (this.#run?.number ?? 0) + 1;
    this.#stop = new AbortController();
    this.#end = undefined;
    this.#put({ ...begun, ...file, number, device });
    const signal = AbortSignal.any([this.#stop.signal, page.gone]);
    const onEvent = (event: FlowProgress) => {
      this.#progress(event);
    };
    const calling = { toolbox, client: PERSON, device: named, signal };
    shelf.perform(file, { ...calling, heal, from, onEvent }).then(
      (end) => {
        this.#ended(end);
      },
      // A file that cannot be read, or variables that were not given.
      (error: unknown) => {
        const problem = error instanceof Error ? error.message : String(error);
        this.#put({ ...this.#current(), status: 'failed', problem });
      },
    );
    return undefined;
  }

  #progress({ kind, step, box }: FlowProgress): void {
    const run = this.#current();
    if (!step) return;
    if (kind === 'target found') this.#put({ ...run, target: box });
    // Nothing was done yet.
    if (kind === 'step began' || kind === 'target found') this.#before = this.#options.frameOf(run.device);
    if (kind !== 'step began' && kind !== 'step ended') return;
    const { number, says, at, status = 'running', milliseconds, remarks = [] } = step;
    const line = isOwn(at.file, run) ? at.line : undefined;
    const shown: FlowStep = { number, says, line, status, milliseconds, remarks };
    const others = run.steps.filter((one) => one.number !== number);
    this.#put({ ...run, target: undefined, steps: [...others, shown] });
  }

  #ended(end: FlowEnd): void {
    const { status, milliseconds, remarks, problem, resume } = end;
    this.#end = end;
    this.#put({
      ...this.#current(),
      ...{ status, milliseconds, remarks, problem },
      target: undefined,
      divergence: this.#divergence(end),
      canGoOn: resume !== undefined,
    });
  }

  #divergence({ divergence }: FlowEnd): FlowDivergence | undefined {
    if (!divergence) return undefined;
    const { at, step, expected, found, covering, advice, candidates } = divergence;
    const run = this.#current();
    return {
      ...{ expected, found, covering, advice, candidates },
      says: step.says,
      place: `${at.file.replace(/^.*[/\\]/, '')}:${at.line}`,
      canChoose: isOwn(at.file, run),
      before: this.#keep(this.#before),
      now: this.#keep(this.#options.frameOf(run.device)),
    };
  }

  async #save(saving: FlowSaving, page: PageConnection): Promise<FlowSaved> {
    const { name, description, variables } = saving;
    const entries = this.#options.entries(saving.calls);
    const calls = entries.map(({ client, byPerson, tool, at, milliseconds = 0, waited = 0 }) => ({
      ...{ client, byPerson, tool, at },
      until: at + milliseconds + waited,
    }));
    const devices = [...new Set(entries.flatMap(({ device }) => device ?? []))];
    const [device, another] = devices;
    if (device === undefined || another !== undefined) throw new StudioError('Choose calls of one device.');
    const calling = { toolbox: this.#toolbox(), client: PERSON, signal: page.gone };
    const named = await this.#namedDevice(device);
    return this.#shelf().save({ ...calling, device: named, name, description, variables, calls });
  }

  /** Calls name the device only where there are several, and can use no other where there is one. */
  async #namedDevice(device: string): Promise<string | undefined> {
    const other = await usedInstead(device, this.#options);
    if (other !== undefined) throw onlyTo(other, device);
    return this.#options.registry.several ? device : undefined;
  }

  #keep(frame: Frame | undefined): string | undefined {
    if (!frame) return undefined;
    const name = `frame-${frame.frame}`;
    this.#options.pictures.keep(name, { mimeType: frame.mimeType, bytes: frame.picture });
    return this.#options.pictures.addressOf(name);
  }

  #put(run: FlowRun): void {
    this.#run = run;
    this.#options.onChange(run);
  }

  #current(): FlowRun {
    if (!this.#run) throw new Error('no flow has begun');
    return this.#run;
  }

  #shelf(): FlowShelf {
    const { shelf } = this.#options;
    if (!shelf) throw new StudioError('This server was started without --flows FOLDER.');
    return shelf;
  }

  #toolbox(): Toolbox {
    const toolbox = this.#options.toolbox();
    if (!toolbox) throw new StudioError('The server is still starting.');
    return toolbox;
  }
}

const begun = {
  status: 'running',
  milliseconds: undefined,
  steps: [],
  target: undefined,
  remarks: [],
  divergence: undefined,
  problem: undefined,
  canGoOn: false,
} as const;

/** Whether a file is the flow's own, and not one that it runs. */
function isOwn(file: string, { name, isHealed }: FlowFile): boolean {
  return file.replace(/^.*[/\\]/, '') === `${name}${isHealed ? '.healed' : ''}.flow.yaml`;
}
