import type { BridgeErrorKind } from './protocol.ts';

/** A failed request, as reported to the server. */
export class BridgeError extends Error {
  constructor(
    readonly kind: BridgeErrorKind,
    message: string,
  ) {
    super(message);
  }
}

export function notTrusted(): BridgeError {
  return new BridgeError('not_trusted', 'This process is not allowed to use the accessibility API.');
}

/** The AXError codes (AXError.h) that the bridge handles. */
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
