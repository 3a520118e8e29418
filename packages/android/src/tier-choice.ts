/** How to serve a phone; `auto`: by the companion, or over plain ADB if the companion cannot run. */
export const tierChoices = ['auto', 'companion', 'plain'] as const;
export type TierChoice = (typeof tierChoices)[number];
export const DEFAULT_TIER_CHOICE = 'auto';

export type TierName = Exclude<TierChoice, 'auto'>;
