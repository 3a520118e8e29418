import type { Clock } from '../../call/clock.ts';
import { actionFailed, deviceErrorOf, type ErrorKind } from '../../device/errors.ts';
import type { RecordedCall } from '../../guard/audit/entry.ts';
import { changesDevice } from './define.ts';
import type { Way } from './hands.ts';
import type { ToolCall } from './tool-call.ts';
import type { ToolResult } from './toolbox.ts';

/** A finished call for the log: nothing of what was on the screen or typed. */
export interface Audit extends Pick<RecordedCall, 'tool' | 'device' | 'milliseconds' | 'judged' | 'notes'> {
  readonly outcome: 'ok' | 'cancelled' | ErrorKind;
  /** The way that was taken last; undefined if nothing was done to the device, or there is only one way. */
  readonly way: Way | undefined;
  /** Our own fault, for the log only; never shown to a client. */
  readonly fault: unknown;
}

/** Where every call is written down before it is answered. */
export interface CallRecord {
  /** Throws permission_denied while nothing can be written down. */
  mustBeWritable(): void;
  /** Writes a call down, with its arguments redacted; returns why it could not be. */
  add(call: RecordedCall): string | undefined;
}

/** The outcome of a call, and the texts of its answer. */
export type Told = Pick<Audit, 'outcome'> & Pick<RecordedCall, 'shown'>;

interface AccountsOptions {
  readonly clock: Clock;
  readonly audit: ((audit: Audit) => void) | undefined;
  readonly record: CallRecord | undefined;
}

/** Reports the outcome of every call to the log, and to the record if one is kept, before the client gets its result. */
export class Accounts {
  readonly #options: AccountsOptions;

  constructor(options: AccountsOptions) {
    this.#options = options;
  }

  open(call: ToolCall): { ended(told: Told): void; failed(error: unknown): void } {
    const start = this.#options.clock.now();
    return {
      /** Throws if the call wrote and could not be recorded. */
      ended: ({ outcome, shown }) => {
        const isCancelled = outcome !== 'ok' && call.signal.aborted;
        const problem = this.#tell(call, start, { outcome: isCancelled ? 'cancelled' : outcome, shown });
        if (problem !== undefined && outcome === 'ok' && writes(call)) throw notRecorded(problem);
      },
      failed: (error) => {
        const known = deviceErrorOf(error);
        if (known) this.#tell(call, start, { outcome: known.kind, shown: [known.message] });
        else if (call.signal.aborted) this.#tell(call, start, { outcome: 'cancelled', shown: [] });
        else this.#tell(call, start, { outcome: 'internal', shown: [] }, error);
      },
    };
  }

  /** Returns why the call could not be recorded. */
  #tell(call: ToolCall, start: number, { outcome, shown }: Told, fault?: unknown): string | undefined {
    const { clock, audit, record } = this.#options;
    const { name, tool, client, args, isStep, device, app, way, met, refusedBy, judged, notes } = call;
    const milliseconds = Math.round(clock.now() - start);
    audit?.({ tool: name, device, milliseconds, outcome, fault, way, judged, notes });
    const recorded: RecordedCall = {
      tool: tool?.name ?? name,
      writes: writes(call),
      isStep,
      client,
      device,
      app,
      args,
      judged,
      refusedBy,
      met,
      notes,
      outcome,
      milliseconds,
      shown,
    };
    call.onAccount?.(recorded);
    return record?.add(recorded);
  }
}

function writes({ tool }: ToolCall): boolean {
  return tool !== undefined && changesDevice(tool);
}

function notRecorded(problem: string) {
  return actionFailed(
    `It was done, but it could not be recorded: the audit file cannot be written (${problem}). Until it can be, this server changes nothing more. Do not repeat it; tell the user.`,
  );
}

/** The answer of a call, as it may be recorded. A call that did only a part of its work failed. */
export function toldBy({ content, _meta: meta }: ToolResult, mask: (text: string) => string): Told {
  const shown = content.flatMap((item) => (item.type === 'text' ? [mask(item.text)] : []));
  return { outcome: meta?.['handeye/error'].kind ?? 'ok', shown };
}
