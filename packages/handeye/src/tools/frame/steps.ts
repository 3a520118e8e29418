import type { Call } from '../../call/call.ts';
import type { ToolAnswer } from './define.ts';

/** How run_steps reaches the other tools: through the same frame as single calls. */
export interface Steps {
  /** Finds the tool, with or without the prefix, and checks its arguments; throws invalid_params. */
  prepare(tool: string, args: unknown): Step;
}

/** A call whose arguments are right, to be made when its turn comes. */
export interface Step {
  readonly tool: string;
  readonly kind: 'act' | 'wait' | 'read';
  /** How many writes it counts for. */
  readonly writes: number;
  run(call: Call): Promise<ToolAnswer>;
}
