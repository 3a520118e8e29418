import type { CallOptions, Toolbox } from '@handeye/core/tools/frame/toolbox';
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
    perform: (flow, options) => performed(flow, device, { ...performing, ...options }),
  };
}

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
