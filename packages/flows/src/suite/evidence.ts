import type { CallOptions, Toolbox, ToolResult } from '@handeye/core/tools/frame/toolbox';
import type { FlowEvent, FlowResult, Taken } from '../run/result.ts';

/** What a report shows of one performed step beside its result. */
export interface StepEvidence {
  /** The step's `number`. */
  readonly number: number;
  /** The screens before and after it, in lean. */
  readonly before: string | undefined;
  readonly after: string | undefined;
  readonly picture: Taken | undefined;
}

/** What a report shows of one attempt at a flow. Secrets are masked in it as in every answer. */
export interface Evidence {
  readonly steps: readonly StepEvidence[];
  /** The last lines of the device's log and its crashes since the flow began; only of a flow that failed. */
  readonly log: string | undefined;
  readonly crashes: string | undefined;
  /** The film's path below the folder for files. */
  readonly film: string | undefined;
  /** What could not be collected, and why. */
  readonly problems: readonly string[];
}

export interface EvidenceOptions {
  readonly toolbox: Toolbox;
  readonly device: string | undefined;
  readonly call: CallOptions;
  /** Take a picture after each step. */
  readonly pictures: boolean;
  /** Film the flow. */
  readonly film: boolean;
}

const LOG_LINES = 200;
/** The longest film that start_recording takes, in seconds. */
const LONGEST_FILM = 180;

/** Collects the evidence of one attempt while it is performed. It only reads, so it takes no turn of the device. */
export class EvidenceCollector {
  readonly #options: EvidenceOptions;
  readonly #steps: StepEvidence[] = [];
  readonly #problems = new Set<string>();
  #before: string | undefined;
  #film: string | undefined;
  #isFilming = false;

  constructor(options: EvidenceOptions) {
    this.#options = options;
  }

  /** Starts the film. Called before the flow is, whose turn of the device it would otherwise wait for. */
  async begin(): Promise<void> {
    if (!this.#options.film) return;
    const started = await this.#call('start_recording', { max_seconds: LONGEST_FILM });
    this.#isFilming = started !== undefined;
  }

  async see(event: FlowEvent): Promise<void> {
    if (event.kind === 'step began') this.#before = event.screen;
    if (event.kind !== 'step ended' || event.step.status === 'skipped') return;
    const picture = this.#options.pictures ? await this.#picture(event.step.number) : undefined;
    this.#steps.push({ number: event.step.number, before: this.#before, after: event.screen, picture });
    this.#before = event.screen;
  }

  /** Ends the film, and reads the log and the crashes of a flow that failed. */
  async finish({ status, startedAt }: FlowResult): Promise<Evidence> {
    if (this.#isFilming) this.#film = filmIn(await this.#call('stop_recording', {}));
    const isFailed = status === 'failed' || status === 'healed';
    const since = new Date(startedAt).toISOString();
    return {
      steps: this.#steps,
      log: isFailed ? await this.#log() : undefined,
      crashes: isFailed ? textOf(await this.#call('get_crashes', { since })) : undefined,
      film: this.#film,
      problems: [...this.#problems],
    };
  }

  async #picture(number: number): Promise<Taken | undefined> {
    const result = await this.#call('get_screen_state', { include_screenshot: true });
    const image = result?.content.find((item) => item.type === 'image');
    if (image === undefined) return undefined;
    return { name: `step-${number}`, mimeType: image.mimeType, bytes: Buffer.from(image.data, 'base64') };
  }

  async #log(): Promise<string | undefined> {
    const result = await this.#call('get_device_logs', { last_lines: LOG_LINES });
    const { logs } = result?.structuredContent ?? {};
    return typeof logs === 'string' ? logs : textOf(result);
  }

  /** Undefined if the device does not have it: evidence never fails a flow. */
  async #call(tool: string, args: Readonly<Record<string, unknown>>): Promise<ToolResult | undefined> {
    const { toolbox, device, call } = this.#options;
    if (!toolbox.has(tool)) return undefined;
    const result = await toolbox.call(tool, { ...args, ...(device !== undefined && { device }) }, call);
    if (result.isError !== true) return result;
    this.#problems.add(`${tool}: ${textOf(result) ?? ''}`);
    return undefined;
  }
}

function textOf(result: ToolResult | undefined): string | undefined {
  const item = result?.content.find(({ type }) => type === 'text');
  return item?.type === 'text' ? item.text : undefined;
}

/** stop_recording answers `recordings/2026-11-19-101500.mp4, 12.1 s. …`. */
function filmIn(result: ToolResult | undefined): string | undefined {
  return /^(\S+\.mp4),/.exec(textOf(result) ?? '')?.[1];
}
