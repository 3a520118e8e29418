import type { CallOptions, Toolbox, ToolResult } from '@handeye/core/tools/frame/toolbox';
import type { Flow } from '../file/flow.ts';
import { performFlow, type PerformOptions } from '../run/perform.ts';
import type { FlowResult } from '../run/result.ts';
import { type Evidence, EvidenceCollector } from './evidence.ts';
import type { Performer, PerformerOptions } from './suite.ts';

/** What is the same for all flows of a run. */
export interface Performing {
  readonly toolbox: Toolbox;
  readonly client: string;
  readonly env: Readonly<Record<string, string>>;
  readonly heal: boolean;
  readonly timeout: number | undefined;
  readonly allowHttp: readonly string[];
  /** `STEP@DIGEST`, to go on where a flow diverged. */
  readonly from: string | undefined;
  /** Keeps a picture of each step, the log and the crashes; undefined if no report is written. */
  readonly keep: { readonly film: boolean } | undefined;
}

/** Performs flows on one device, or on the only one if it has no name. */
export function onDevice(device: string | undefined, performing: Performing): Performer {
  return {
    name: device ?? 'the device',
    isRenewed: false,
    perform: (flow, options) => performed(flow, device, { ...performing, ...options }),
  };
}

export interface LeaseWish {
  readonly wants: unknown;
  /** Minutes of the lease, and the seconds to wait for one. */
  readonly minutes: number;
  readonly waitSeconds: number;
}

/** Performs each flow on a device of the farm, which is leased for it and given back. */
export function onLeases(place: number, wish: LeaseWish, performing: Performing): Performer {
  return {
    name: `lease ${place}`,
    isRenewed: true,
    async perform(flow, options) {
      const call = callOptions(performing, options.signal);
      const { wants, minutes, waitSeconds } = wish;
      const leased = await performing.toolbox.call(
        'lease_device',
        { wants, minutes, wait_seconds: waitSeconds },
        call,
      );
      const device = /^device: (\S+)/.exec(textOf(leased))?.[1];
      if (device === undefined) return { result: notPerformed(flow, textOf(leased)) };
      try {
        return await performed(flow, device, { ...performing, ...options });
      } finally {
        // Given back even if the run was stopped. A lease that is over already needs nothing more.
        const signal = AbortSignal.timeout(RELEASE_LIMIT);
        await performing.toolbox.call('release_device', { device }, { ...call, signal });
      }
    },
  };
}

const RELEASE_LIMIT = 10_000;

async function performed(
  flow: Flow,
  device: string | undefined,
  { keep, onEvent, ...options }: Performing & PerformerOptions,
): Promise<{ result: FlowResult; evidence?: Evidence }> {
  const collector =
    keep &&
    new EvidenceCollector({
      toolbox: options.toolbox,
      device,
      call: callOptions(options, options.signal),
      pictures: true,
      film: keep.film,
    });
  await collector?.begin();
  const perform: PerformOptions = {
    ...options,
    device,
    async onEvent(event) {
      onEvent(event);
      await collector?.see(event);
    },
  };
  const result = await performFlow(flow, perform);
  const evidence = await collector?.finish(result);
  return { result, ...(evidence && { evidence }) };
}

function callOptions({ client }: Pick<Performing, 'client'>, signal: AbortSignal): CallOptions {
  return { signal, client };
}

function notPerformed({ file, header }: Flow, problem: string): FlowResult {
  return {
    name: header.name,
    file,
    status: 'infrastructure',
    device: undefined,
    startedAt: Date.now(),
    milliseconds: 0,
    steps: [],
    divergence: undefined,
    problem,
    remarks: [],
    healing: undefined,
    taken: [],
    resume: undefined,
  };
}

function textOf({ content }: ToolResult): string {
  return content.map((item) => (item.type === 'text' ? item.text : '')).join('\n');
}
