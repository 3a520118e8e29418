import type { Toolbox } from '../tools/frame/toolbox.ts';
import type { ClientKey } from './client-key.ts';
import type { ClientRequest } from './elicitation.ts';
import type { Log } from './log.ts';
import type { SuspendedCalls } from './suspended-calls.ts';

/** The stateless protocol: every request says its version in `_meta`. */
export const MODERN_VERSION = '2026-07-28';
/** The versions negotiated by `initialize`, newest first: any other request is answered with the newest. */
export const legacyVersions = ['2025-11-25', '2025-06-18'];
export const servedVersions = [MODERN_VERSION, ...legacyVersions];

/** How long a client may keep the list of tools: it changes only when the server restarts with other options. */
export const TOOL_LIST_LIFETIME = 300_000;

/** The answer: an HTTP status and, unless the body is empty, a JSON-RPC message. */
export interface McpAnswer {
  readonly status: number;
  readonly body?: Readonly<Record<string, unknown>>;
}

export interface McpServing {
  readonly toolbox: Toolbox;
  readonly name: string;
  readonly version: string;
  readonly log: Log;
  /** The calls that wait for an answer of their client's user; closed when the server stops. */
  readonly suspended?: SuspendedCalls;
}

export interface McpMessage {
  /** The parsed JSON, unchecked. */
  readonly message: unknown;
  /** Set over HTTP, where headers must mirror the body. */
  readonly headers?: McpHeaders;
  /** Fires when the client does not wait any longer: the tool is cancelled. */
  readonly signal: AbortSignal;
  /** Who sent it. */
  readonly client: ClientKey;
  /** Sends a message ahead of the answer, where that is possible. */
  readonly notify?: Notify;
  /** Sends a request to the client: there if it said at `initialize`, on this connection, that it shows forms to its user. */
  readonly request?: ClientRequest;
}

export type Notify = (message: Readonly<Record<string, unknown>>) => void;

/**
 * Answers MCP messages with a toolbox. Keeps no state between messages, but the calls that wait for a person. Returns
 * undefined if the message was cancelled.
 */
export interface McpHandler {
  answer(message: McpMessage): Promise<McpAnswer | undefined>;
}

/** The headers that mirror a message's body since 2026-07-28, so that proxies can route without parsing it. */
export interface McpHeaders {
  readonly protocolVersion: string | undefined;
  readonly method: string | undefined;
  readonly name: string | undefined;
}

/** The answer to a body that is not JSON. */
export const notJson: McpAnswer = {
  status: 400,
  body: {
    jsonrpc: '2.0',
    id: null,
    error: { code: -32700, message: 'Parse error: this is not valid JSON.' },
  },
};

/** How a tool says how far it is, if the client gave a token for that and can be told. The count only has to grow. */
export function progressTo(
  notify: Notify | undefined,
  progressToken: string | number | undefined,
): ((message: string) => void) | undefined {
  if (!notify || progressToken === undefined) return undefined;
  let progress = 0;
  return (message) => {
    const params = { progressToken, progress: ++progress, message };
    notify({ jsonrpc: '2.0', method: 'notifications/progress', params });
  };
}
