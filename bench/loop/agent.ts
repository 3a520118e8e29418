import type { TaskName } from './tasks.ts';
import type { Meter } from './meter.ts';
import type { Place } from './place.ts';

/**
 * A scripted agent: it stands for a model that knows its tools and their answers, and nothing about the phone. It takes ids,
 * names and points from answers only, and looks after each act whose effect it must know.
 */
export interface Agent {
  /** As `--only` takes it: `handeye:plain`. */
  readonly name: string;
  /** Version, format and tier, for the record. */
  readonly what: string;
  /** Starts the tools on the phone. The start itself is not counted. */
  readonly begin: (place: Place, meter: Meter) => Promise<AgentSession>;
}

/** A way through a task; returns the agent's final answer to the user. */
export type Way = () => Promise<string>;

export interface AgentSession {
  /** Tokens of the list of tools and of the instructions, which a model reads besides. */
  readonly listTokens: number;
  /** Its preparation before the first task: it finds out where the apps are. */
  readonly meet: () => Promise<void>;
  readonly ways: Readonly<Record<TaskName, Way>>;
  /** Why the agent's tools cannot do a task; all other tasks must succeed. */
  readonly limits: Readonly<Partial<Record<TaskName, string>>>;
}
