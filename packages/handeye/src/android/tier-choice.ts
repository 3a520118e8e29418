import type { HelperChoice } from './helper/choice.ts';

/** The tier to serve a phone with; `auto`: the first of the others that can. */
export const tierChoices = ['auto', 'companion', 'helper', 'plain'] as const;
export type TierChoice = (typeof tierChoices)[number];
export const DEFAULT_TIER_CHOICE = 'auto';

export type TierName = Exclude<TierChoice, 'auto'>;

/** What the user asked for. */
export interface TierWish {
  readonly tier: TierChoice;
  readonly helper: HelperChoice;
}

/** `--helper on` alone asks for the helper. */
export function wantedTier({ tier, helper }: TierWish): TierChoice {
  return tier === 'auto' && helper === 'on' ? 'helper' : tier;
}
