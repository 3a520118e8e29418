import { deviceErrorOf } from '@handeye/core/device/errors';
import type { ToolContext } from '@handeye/core/tools/frame/define';
import type { CallOptions, Toolbox } from '@handeye/core/tools/frame/toolbox';
import type { Command, Flow, Selector } from '../file/flow.ts';
import type { FlowEvent, FlowResult } from './result.ts';
import { type Missing, Runner } from './runner.ts';
import { withSelector } from './heal.ts';
import { writtenHealing } from './healing-file.ts';

export interface PerformOptions {
  /** Tools that were created with Flows and serve the toolset `flows`. */
  readonly toolbox: Toolbox;
  /** The value of the tools' `device`; needed only where there are several. */
  readonly device?: string | undefined;
  readonly signal: AbortSignal;
  readonly client?: string | undefined;
  readonly asker?: CallOptions['asker'];
  /** Variables, over those of the header. */
  readonly env?: Readonly<Record<string, string>> | undefined;
  /** `STEP@DIGEST` of an earlier result. */
  readonly from?: string | undefined;
  readonly heal?: boolean | undefined;
  /** Begin on a fresh device where it can be reset. Default: true. */
  readonly fresh?: boolean | undefined;
  /** Milliseconds for the whole flow. */
  readonly timeout?: number | undefined;
  /** Hosts that scripts may ask over HTTP. */
  readonly allowHttp?: readonly string[] | undefined;
  /** Awaited: meanwhile a listener may call reading tools of the same toolbox. */
  readonly onEvent?: ((event: FlowEvent) => void | Promise<void>) | undefined;
  /** A trial: effects that do not come are told, and the flow goes on. */
  readonly onMissing?: ((command: Command, missing: readonly Missing[]) => void) | undefined;
}

export type FlowWish = Omit<PerformOptions, 'toolbox' | 'device' | 'signal' | 'client' | 'asker'>;

/** A flow that was read in this process, on its way to the tool that performs it. */
export class FlowRequest {
  readonly flow: Flow;
  readonly wish: FlowWish;
  result: FlowResult | undefined;

  constructor(flow: Flow, wish: FlowWish) {
    this.flow = flow;
    this.wish = wish;
  }
}

/**
 * Performs a flow in one call of run_flow: in the device's turn, judged and recorded step by step. Never throws: what is no fault
 * of the flow or the app is `infrastructure`.
 */
export async function performFlow(flow: Flow, options: PerformOptions): Promise<FlowResult> {
  const { toolbox, device, client = 'handeye test', asker, signal, timeout, ...wish } = options;
  const request = new FlowRequest(flow, { fresh: true, ...wish });
  const startedAt = Date.now();
  const tool = toolbox.tools.find(({ name }) => name.endsWith('run_flow'))?.name ?? 'run_flow';
  const limit = timeout === undefined ? [] : [AbortSignal.timeout(timeout)];
  const ends = AbortSignal.any([signal, ...limit]);
  const args = { name: flow.header.name, ...(device !== undefined && { device }) };
  const answer = await toolbox
    .call(tool, args, { signal: ends, client, asker, request })
    .catch((error: unknown) => deviceErrorOf(error)?.message ?? String(error));
  const isOver = limit.some((one) => one.aborted);
  if (request.result && !isOver) return request.result;
  const [first] = typeof answer === 'string' ? [] : answer.content;
  const told = typeof answer === 'string' ? answer : first?.type === 'text' ? first.text : 'no answer';
  return {
    ...nothingDone(flow, startedAt),
    ...request.result,
    status: isOver ? 'failed' : signal.aborted ? 'cancelled' : 'infrastructure',
    problem: isOver ? `not finished within ${String(timeout)} ms` : told,
    device: request.result?.device ?? device,
  };
}

function nothingDone({ header, file }: Flow, startedAt: number): FlowResult {
  return {
    name: header.name,
    file,
    status: 'infrastructure',
    device: undefined,
    startedAt,
    milliseconds: Date.now() - startedAt,
    steps: [],
    divergence: undefined,
    problem: undefined,
    remarks: [],
    healing: undefined,
    taken: [],
    resume: undefined,
  };
}

/** Performs a flow with what a tool has around it. */
export async function performed(flow: Flow, context: ToolContext, wish: FlowWish): Promise<FlowResult> {
  const { Scripts } = await import('../script/scripts.ts');
  const startedAt = Date.now();
  const { env = {}, heal = false, from, onEvent, onMissing, allowHttp = [] } = wish;
  const own = withoutGiven(flow, env);
  const scripts = new Scripts({ env, allowHttp });
  const outcome = await new Runner(own, { context, scripts, heal, from, onEvent, onMissing }).run();
  const { healedSteps, healing, ...rest } = outcome;
  const result: FlowResult = {
    ...rest,
    name: flow.header.name,
    file: flow.file,
    device: context.device.id,
    startedAt,
    milliseconds: Date.now() - startedAt,
    healing:
      outcome.status === 'healed'
        ? await writtenHealing(flow, healedSteps, replaced(flow.commands, healing))
        : undefined,
  };
  await onEvent?.({ kind: 'flow ended', result });
  return result;
}

/** Variables that were given stand over those of the header. */
function withoutGiven(flow: Flow, env: Readonly<Record<string, string>>): Flow {
  const kept = Object.entries(flow.header.env).filter(([name]) => env[name] === undefined);
  return { ...flow, header: { ...flow.header, env: Object.fromEntries(kept) } };
}

/** The commands with the selectors that were healed. */
function replaced(commands: readonly Command[], healing: ReadonlyMap<Command, Selector>): readonly Command[] {
  return commands.map((command) => {
    const selector = healing.get(command);
    if (selector) return withSelector(command, selector);
    if ('commands' in command) return { ...command, commands: replaced(command.commands, healing) };
    return command;
  });
}
