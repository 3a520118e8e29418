import type { Clock } from '../../../call/clock.ts';
import { actionFailed, deviceErrorOf, type ErrorKind } from '../../../device/errors.ts';
import type { RecordedCall } from '../../../guard/audit/entry.ts';
import { changesDevice, type Tool } from '../define.ts';
import type { Way } from '../hands.ts';
import { newTrace } from '../runner.ts';
import type { ToolResult } from '../toolbox.ts';

/** What is known of a finished call: enough for a log, nothing of what was on the screen or typed. */
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

/** A call as it was made. */
export interface MadeCall {
  readonly name: string;
  /** Undefined for one that nobody knows. */
  readonly tool: Tool | undefined;
  readonly args: unknown;
  readonly client: string | undefined;
  readonly isStep?: boolean;
  readonly signal: AbortSignal;
  /** Whoever made the call hears of it, too. */
  readonly onAccount?: ((call: RecordedCall) => void) | undefined;
}

/** What the result of a call says of it. */
export type Told = Pick<Audit, 'outcome'> & Pick<RecordedCall, 'shown'>;

export interface AccountsOptions {
  readonly clock: Clock;
  readonly audit: ((audit: Audit) => void) | undefined;
  readonly record: CallRecord | undefined;
}

/** Accounts for every call: what became of it goes to the log, and to the record if one is kept. */
export class Accounts {
  readonly #options: AccountsOptions;

  constructor(options: AccountsOptions) {
    this.#options = options;
  }

  /** Begins the account of a call, which is closed before anybody gets the call's result. */
  open(made: MadeCall): Account {
    return new Account(made, this.#options);
  }
}

/** One call, from its beginning to its end. */
class Account {
  readonly trace = newTrace();
  readonly #made: MadeCall;
  readonly #options: AccountsOptions;
  readonly #start: number;

  constructor(made: MadeCall, options: AccountsOptions) {
    this.#made = made;
    this.#options = options;
    this.#start = options.clock.now();
  }

  /** The call has a result. Throws if it wrote and could not be recorded. */
  ended({ outcome, shown }: Told): void {
    const isCancelled = outcome !== 'ok' && this.#made.signal.aborted;
    const problem = this.#tell({ outcome: isCancelled ? 'cancelled' : outcome, shown });
    if (problem !== undefined && outcome === 'ok' && writes(this.#made)) throw notRecorded(problem);
  }

  /** The call threw. */
  failed(error: unknown): void {
    const known = deviceErrorOf(error);
    if (known) this.#tell({ outcome: known.kind, shown: [known.message] });
    else if (this.#made.signal.aborted) this.#tell({ outcome: 'cancelled', shown: [] });
    else this.#tell({ outcome: 'internal', shown: [] }, error);
  }

  /** Tells the log and the record; returns why there is no record of it. */
  #tell({ outcome, shown }: Told, fault?: unknown): string | undefined {
    const { clock, audit, record } = this.#options;
    const { name, tool, client, args, isStep = false, onAccount } = this.#made;
    const { device, app, way, refusedBy, judged, notes } = this.trace;
    const milliseconds = Math.round(clock.now() - this.#start);
    audit?.({ tool: name, device, milliseconds, outcome, fault, way, judged, notes });
    const recorded: RecordedCall = {
      tool: tool?.name ?? name,
      writes: writes(this.#made),
      isStep,
      client,
      device,
      app,
      args,
      judged,
      refusedBy,
      notes,
      outcome,
      milliseconds,
      shown,
    };
    onAccount?.(recorded);
    return record?.add(recorded);
  }
}

function writes({ tool }: MadeCall): boolean {
  return tool !== undefined && changesDevice(tool);
}

function notRecorded(problem: string) {
  return actionFailed(
    `It was done, but it could not be recorded: the audit file cannot be written (${problem}). Until it can be, this server changes nothing more. Do not repeat it; tell the user.`,
  );
}

/** What a call answered, as it may be recorded. One that did only a part of its work is a failure, too. */
export function toldBy({ content, _meta: meta }: ToolResult, mask: (text: string) => string): Told {
  const shown = content.flatMap((item) => (item.type === 'text' ? [mask(item.text)] : []));
  return { outcome: meta?.['handeye/error'].kind ?? 'ok', shown };
}
