import type { TaskName } from './tasks.ts';
import type { Meter } from './meter.ts';
import type { Place } from './place.ts';

/**
 * A scripted agent: it stands for a model that knows its tools and what their answers said, and nothing about the phone.
 * It takes ids, names and points from answers only, and looks after each act whose effect it must know.
 */
export interface Agent {
  /** As `--only` takes it: `handeye:plain`. */
  readonly name: string;
  /** What it is, in the record: version, format, tier. */
  readonly what: string;
  /** Starts the tools on the phone. What they need until they answer is not counted. */
  readonly begin: (place: Place, meter: Meter) => Promise<AgentSession>;
}

/** A way through a task; returns what the agent tells the user in the end. */
export type Way = () => Promise<string>;

export interface AgentSession {
  /** Tokens of the list of tools and of the instructions, which a model reads besides. */
  readonly listTokens: number;
  /** What it does once, before its first task: it finds out where the apps are. */
  readonly meet: () => Promise<void>;
  readonly ways: Readonly<Record<TaskName, Way>>;
  /** Why the agent's tools cannot do a task; the others must come out right. */
  readonly limits: Readonly<Partial<Record<TaskName, string>>>;
}
