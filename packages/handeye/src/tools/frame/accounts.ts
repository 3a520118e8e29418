import type { Clock } from '../../call/clock.ts';
import { actionFailed, deviceErrorOf, type ErrorKind } from '../../device/errors.ts';
import type { RecordedCall } from '../../guard/audit/entry.ts';
import type { Tool } from './define.ts';
import type { Way } from './hands.ts';
import { newTrace, type Trace } from './runner.ts';

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

  /** Runs something and tells what became of it before anybody gets its result. */
  async of<T>(
    made: MadeCall,
    work: (trace: Trace) => Promise<T>,
    told: (result: T) => Told = () => ({ outcome: 'ok', shown: [] }),
  ): Promise<T> {
    const start = this.#options.clock.now();
    const trace = newTrace();
    let result: T;
    try {
      result = await work(trace);
    } catch (error) {
      const known = deviceErrorOf(error);
      const outcome = known?.kind ?? (made.signal.aborted ? 'cancelled' : 'internal');
      const fault = outcome === 'internal' ? error : undefined;
      this.#account(made, trace, { start, outcome, fault, shown: known ? [known.message] : [] });
      throw error;
    }
    const { outcome, shown } = told(result);
    const ended = outcome !== 'ok' && made.signal.aborted ? 'cancelled' : outcome;
    const unrecorded = this.#account(made, trace, { start, outcome: ended, fault: undefined, shown });
    if (unrecorded !== undefined && outcome === 'ok' && writes(made)) throw notRecorded(unrecorded);
    return result;
  }

  #account(
    made: MadeCall,
    trace: Trace,
    { start, outcome, fault, shown }: Told & { readonly start: number; readonly fault: unknown },
  ): string | undefined {
    const { clock, audit, record } = this.#options;
    const { device, app, way, refusedBy, judged, notes } = trace;
    const milliseconds = Math.round(clock.now() - start);
    audit?.({ tool: made.name, device, milliseconds, outcome, fault, way, judged, notes });
    return record?.add({
      tool: made.tool?.name ?? made.name,
      writes: writes(made),
      isStep: made.isStep === true,
      client: made.client,
      device,
      app,
      args: made.args,
      judged,
      refusedBy,
      notes,
      outcome,
      milliseconds,
      shown,
    });
  }
}

function writes({ tool }: MadeCall): boolean {
  return tool?.hints.readOnlyHint === false;
}

function notRecorded(problem: string) {
  return actionFailed(
    `It was done, but it could not be recorded: the audit file cannot be written (${problem}). Until it can be, this server changes nothing more. Do not repeat it; tell the user.`,
  );
}
