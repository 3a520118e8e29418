import type { BridgeErrorKind } from './protocol.ts';

/** A request that fails, as the server will hear of it. */
export class BridgeError extends Error {
  constructor(
    readonly kind: BridgeErrorKind,
    message: string,
  ) {
    super(message);
  }
}

export function notTrusted(): BridgeError {
  return new BridgeError('not_trusted', 'This process may not use the accessibility API.');
}

/** AXError codes (AXError.h) that the bridge tells apart. */
export const axError = {
  success: 0,
  failure: -25200,
  illegalArgument: -25201,
  invalidElement: -25202,
  cannotComplete: -25204,
  attributeUnsupported: -25205,
  actionUnsupported: -25206,
  notImplemented: -25208,
  apiDisabled: -25211,
  noValue: -25212,
} as const;
