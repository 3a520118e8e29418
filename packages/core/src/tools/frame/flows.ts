import type { Session } from '../../device/session.ts';
import type { Acted, ServerToolContext, ToolAnswer, ToolContext } from './define.ts';
import type { ToolCall } from './tool-call.ts';

/** What came of a call or step that acted. */
export interface Outcome {
  readonly session: Session;
  readonly answer: ToolAnswer;
  /** How much input had gone to the device before it. */
  readonly inputs: number;
}

export interface SaveWish {
  readonly name: string;
  readonly description?: string | undefined;
  /** Numbers of the run's acts, from 1; a negative one counts from the last. */
  readonly first?: number | undefined;
  readonly last?: number | undefined;
  /** Whose run. */
  readonly client?: string | undefined;
  /** Typed texts become variables of the flow. */
  readonly variables: boolean;
  /** Performs it once on a fresh device, and drops expectations that were data of the moment. */
  readonly verify: boolean;
}

export interface RunWish {
  readonly name: string;
  readonly env?: Readonly<Record<string, string>> | undefined;
  readonly from?: string | undefined;
  readonly heal: boolean;
}

/** Saved runs. The package flows has them; the tools only reach them. */
export interface Flows {
  /** Hears of every call and step on a device that ended without an error. */
  acted(call: ToolCall, outcome: Outcome): void;
  save(wish: SaveWish, context: ToolContext): Promise<string | Acted>;
  run(wish: RunWish, context: ToolContext): Promise<string | Acted>;
  list(context: Pick<ServerToolContext, 'client'>): Promise<string>;
}
