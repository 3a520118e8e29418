import { Pauses } from '../../call/pauses.ts';
import type { PicturedSnapshot } from '../../device/session.ts';
import type { Met } from '../../device/aim.ts';
import type { RecordedCall } from '../../guard/audit/entry.ts';
import type { SeenByCall } from '../../guard/screen-check/screen-check.ts';
import type { Tool } from './define.ts';
import type { Way } from './hands.ts';
import type { CallOptions } from './toolbox.ts';

export type Judged = RecordedCall['judged'][number];

interface MadeCall extends CallOptions {
  /** The name that the client used. */
  readonly name: string;
  /** Undefined if no tool has that name. */
  readonly tool: Tool | undefined;
  /** The arguments as they may be recorded. */
  readonly args: unknown;
  readonly isStep?: boolean;
  /** Nothing is done: the call ends with `Explained` at its first write. */
  readonly explains?: boolean;
  /** Milliseconds that a target may take to appear. */
  readonly patience?: number;
  /** The screen as the step before left it. */
  readonly lastLook?: PicturedSnapshot | undefined;
  readonly ofFlow?: boolean;
  readonly pauses?: Pauses;
  readonly seen?: SeenByCall | undefined;
  readonly tellsNotes?: boolean;
}

/** One call of a tool, from the request to the record: who made it, and what becomes known of it while it runs. */
export class ToolCall implements CallOptions {
  readonly name: string;
  readonly tool: Tool | undefined;
  readonly args: unknown;
  readonly signal: AbortSignal;
  readonly client: string | undefined;
  readonly asker: CallOptions['asker'];
  readonly progress: CallOptions['progress'];
  readonly byPerson: boolean;
  readonly onAccount: CallOptions['onAccount'];
  readonly isStep: boolean;
  readonly explains: boolean;
  readonly patience: number;
  readonly lastLook: PicturedSnapshot | undefined;
  /** A step of a flow: what is not there as it was last seen is not touched, whatever the policy says. */
  readonly ofFlow: boolean;
  readonly request: object | undefined;
  /** Under way while a person is asked about this call. */
  readonly pauses: Pauses;

  /** The screens that the client had seen when the call came, and sees by it. */
  seen: SeenByCall | undefined;
  /** Whether the client gets the notes. */
  tellsNotes: boolean;
  device: string | undefined;
  /** What the fingers of the last touch met, as the device told; undefined if it could not tell. */
  met: readonly Met[] | undefined;
  /** The way that was taken last. */
  way: Way | undefined;
  /** The application in front when the first write went out, as far as the last look had shown. */
  app: string | undefined;
  /** The reason for a refusal that is no rule's. */
  refusedBy: string | undefined;
  /** Every write that was judged, the verdict on it and, if a person was asked, the answer. */
  readonly judged: Judged[] = [];
  /** Notes for the client about the screen that it acts on, a short line each. */
  readonly notes: string[] = [];

  constructor(made: MadeCall) {
    this.name = made.name;
    this.tool = made.tool;
    this.args = made.args;
    this.signal = made.signal;
    this.client = made.client;
    this.asker = made.asker;
    this.progress = made.progress;
    this.byPerson = made.byPerson ?? false;
    this.onAccount = made.onAccount;
    this.isStep = made.isStep ?? false;
    this.explains = made.explains ?? false;
    this.patience = made.patience ?? 0;
    this.lastLook = made.lastLook;
    this.ofFlow = made.ofFlow ?? false;
    this.request = made.request;
    this.pauses = made.pauses ?? new Pauses();
    if (made.onWaiting) this.pauses.watch(made.onWaiting);
    this.seen = made.seen;
    this.tellsNotes = made.tellsNotes ?? false;
  }

  /** A call of another tool as a step of this one: of the same client, about the same screens. */
  step(
    made: Pick<MadeCall, 'tool' | 'args' | 'signal' | 'patience' | 'lastLook' | 'ofFlow'> & {
      readonly name: string;
    },
  ): ToolCall {
    const { client, asker, byPerson, onAccount, pauses, seen, tellsNotes } = this;
    return new ToolCall({
      client,
      asker,
      byPerson,
      onAccount,
      pauses,
      seen,
      tellsNotes,
      isStep: true,
      ...made,
    });
  }
}
