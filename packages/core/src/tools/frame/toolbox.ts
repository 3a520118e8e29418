import type { ErrorKind } from '../../device/errors.ts';
import type { RecordedCall } from '../../guard/audit/entry.ts';
import type { Asker } from '../../guard/questions.ts';
import type { ObserveMode, ScreenFormat, Toolset } from './defaults.ts';

/** One item of a tool's answer, as the protocol has it. */
export type ContentItem =
  | { readonly type: 'text'; readonly text: string }
  | {
      readonly type: 'image';
      readonly data: string;
      readonly mimeType: string;
      readonly _meta?: Readonly<Record<string, unknown>>;
    };

/** A tool's answer. A failure is an answer too: `isError`, one text, and its kind and code in `_meta`. */
export interface ToolResult {
  readonly content: readonly ContentItem[];
  readonly structuredContent?: Readonly<Record<string, unknown>>;
  readonly isError?: true;
  readonly _meta?: { readonly 'handeye/error': { readonly kind: ErrorKind; readonly code: number } };
}

/** A tool as tools/list shows it: plain JSON, made once at start. */
export interface ToolListing {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: Readonly<Record<string, unknown>> & { readonly type: 'object' };
  readonly outputSchema?: Readonly<Record<string, unknown>> & { readonly type: 'object' };
  readonly annotations: {
    readonly readOnlyHint: boolean;
    readonly destructiveHint: boolean;
    readonly idempotentHint: boolean;
    readonly openWorldHint: boolean;
  };
}

/** All tools of one configuration: what the server serves. Never throws for a tool's failure. */
export interface Toolbox {
  /** For the model, at the start of a conversation. */
  readonly instructions: string;
  /** Fixed at start, in a steady order. */
  readonly tools: readonly ToolListing[];
  has(name: string): boolean;
  /** A client has seen the list, and calls come next: loads what they need. */
  prepare?(): void;
  /** The error for a name that no tool of it has. */
  aboutUnknown?(name: string): string;
  /** The toolsets that a client may choose among. */
  readonly toolsets?: readonly Toolset[];
  /** The same devices, served as a client chose; undefined where there is nothing to choose. */
  servedAs?(choices: Choices): Toolbox;
  /** Runs a tool. `args` is unchecked; it is validated before any device is touched. */
  call(name: string, args: unknown, options: CallOptions): Promise<ToolResult>;
  /**
   * The policy's verdict on a call with the current screen, in lines for a person. The call is not made. Throws the error that
   * the call would.
   */
  explain?(name: string, args: unknown, options: CallOptions): Promise<string>;
}

export interface CallOptions {
  readonly signal: AbortSignal;
  /** Who calls, as far as it is known: calls of one client are compared with each other. */
  readonly client?: string | undefined;
  /** The client's own way to a person, if it has one. */
  readonly asker?: Asker | undefined;
  /** Called with the progress of a long call. */
  readonly progress?: ((message: string) => void) | undefined;
  /** A person makes this call and sees what it does: what the policy would ask about counts as answered. */
  readonly byPerson?: boolean | undefined;
  /** Called with the outcome of the call and of each of its steps, before the call is answered. */
  readonly onAccount?: ((call: RecordedCall) => void) | undefined;
  /** Called when the call begins to wait for a person's answer, and when it continues. */
  readonly onWaiting?: ((isWaiting: boolean) => void) | undefined;
  /** What a caller in this process hands to the tool beside its arguments: a flow that it has read itself. */
  readonly request?: object | undefined;
}

/** A client's choices. */
export interface Choices {
  readonly screen?: ScreenFormat | undefined;
  readonly observe?: ObserveMode | undefined;
  readonly toolsets?: readonly Toolset[] | undefined;
}
