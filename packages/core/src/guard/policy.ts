import type { Rule } from './rules.ts';

/** The permissions that the owner of the device gives. */
export interface Policy {
  readonly readOnly: boolean;
  /** Applications that may be read, never written to: by name or id. */
  readonly blockedApps: readonly string[];
  /** Applications that may be written to although a rule keeps others out: by name or id. */
  readonly allowedApps: readonly string[];
  /** The rules of the policy file or profile, behind those of the flags above. */
  readonly rules?: readonly Rule[];
  /** Rules that nothing lifts, not even --allow-app. */
  readonly ownRules?: readonly Rule[];
  /** The reaction to a touch on an element that came over the screen since the client looked. Default: `note`. */
  readonly changedScreen?: 'note' | 'refuse';
  /** URI schemes that may be opened beside those that are always allowed, in lower case. */
  readonly allowedSchemes: readonly string[];
  readonly writesPerSecond: number;
  /** Whether a sleeping display may be woken for an action. */
  readonly wake: boolean;
}

export const defaultPolicy: Policy = {
  readOnly: false,
  blockedApps: [],
  allowedApps: [],
  allowedSchemes: [],
  writesPerSecond: 10,
  wake: true,
};
