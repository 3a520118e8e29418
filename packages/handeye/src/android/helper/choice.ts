/** Whether the helper is used: when it is there already, always (it is installed if need be), or never. */
export const helperChoices = ['auto', 'on', 'off'] as const;
export type HelperChoice = (typeof helperChoices)[number];
export const DEFAULT_HELPER_CHOICE = 'auto';

/** What can be done with the helper on a phone. */
export const helperActions = ['install', 'remove', 'status'] as const;
export type HelperAction = (typeof helperActions)[number];
