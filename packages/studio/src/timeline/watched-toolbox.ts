import { errorCodes } from '@handeye/core/device/errors';
import type { RecordedCall } from '@handeye/core/guard/audit/entry';
import type { CallOptions, Toolbox, ToolResult } from '@handeye/core/tools/frame/toolbox';
import { WrappedToolbox } from '@handeye/core/tools/frame/wrapped-toolbox';

/** A call by any client. */
export interface WatchedCall {
  readonly tool: string;
  readonly args: unknown;
  readonly client: string;
  readonly byPerson: boolean;
  /** False for reads; an unknown tool counts as a write. */
  readonly writes: boolean;
}

/** A listener for every call. */
export interface CallWatcher {
  /** A call begins. */
  began(call: WatchedCall): CallUnderWay;
}

export interface CallUnderWay {
  /** Ends the call when it fires; its reason, a sentence for the model, becomes the answer. */
  readonly stop?: AbortSignal | undefined;
  /** Delays the call until it resolves. Never rejects. */
  readonly ready?: Promise<void> | undefined;
  /** New information about the call or one of its steps. */
  account(account: RecordedCall): void;
  /** The call begins or ends a wait for a person's answer. */
  waits?(isWaiting: boolean): void;
  /** The answer, exactly as the client gets it. */
  ended(result: ToolResult | undefined): void;
}

/** The same tools with listeners for every call. */
export class WatchedToolbox extends WrappedToolbox {
  readonly #watchers: readonly CallWatcher[];

  constructor(toolbox: Toolbox, ...watchers: readonly CallWatcher[]) {
    super(toolbox);
    this.#watchers = watchers;
  }

  async call(name: string, args: unknown, options: CallOptions): Promise<ToolResult> {
    const listed = this.tools.find((tool) => tool.name === name);
    const { client = '', byPerson = false, signal, onAccount, onWaiting } = options;
    const writes = listed?.annotations.readOnlyHint !== true;
    const made: WatchedCall = { tool: name, args, client, byPerson, writes };
    const underWay = this.#watchers.map((watcher) => watcher.began(made));
    const stop = AbortSignal.any(underWay.flatMap((one) => one.stop ?? []));
    let result: ToolResult | undefined;
    try {
      await Promise.all(underWay.flatMap(({ ready }) => ready ?? []));
      const answer = await this.inner.call(name, args, {
        ...options,
        signal: AbortSignal.any([signal, stop]),
        onAccount: (account) => {
          for (const one of underWay) one.account(account);
          onAccount?.(account);
        },
        onWaiting: (isWaiting) => {
          for (const one of underWay) one.waits?.(isWaiting);
          onWaiting?.(isWaiting);
        },
      });
      result = stop.aborted && answer.isError === true ? stopped(stop) : answer;
      return result;
    } finally {
      for (const one of underWay) one.ended(result);
    }
  }

  protected around(toolbox: Toolbox): Toolbox {
    return new WatchedToolbox(toolbox, ...this.#watchers);
  }
}

/** The answer to a call that a person ended. */
export function stopped({ reason }: AbortSignal): ToolResult {
  const text = reason instanceof Error ? reason.message : 'A person stopped this call.';
  return {
    content: [{ type: 'text', text }],
    isError: true,
    _meta: { 'handeye/error': { kind: 'permission_denied', code: errorCodes.permission_denied } },
  };
}
