import { type StateItem, stateItems, type StateWish } from '@handeye/core/device/services/device-state';
import { AIRPLANE_BROADCAST_UNTIL, AIRPLANE_COMMAND_SINCE, type Cell, cells, OFF, ON } from './cells.ts';
import { type Facts, NIGHT_COMMAND_SINCE } from './facts.ts';
import { brightnessOfPercent, isAwakeOnPower, isOn } from './values.ts';

/** Android 7. From then on the system follows the setting; before, only at its next start. */
const FONT_SCALE_FOLLOWED_SINCE = 24;

/** Android 10: before, the night mode is for apps alone. */
const FIRST_SDK_WITH_DARK_THEME = 29;

/** Android 7: a list of languages. */
const FIRST_SDK_WITH_LANGUAGES = 24;

/** AC, USB and wireless. */
const AT_EVERY_PLUG = '7';

/** The plan for one item: the values to write, and how the phone shows that they took effect. */
export interface Plan {
  readonly item: StateItem;
  readonly writes: readonly { readonly cell: Cell; readonly value: string }[];
  readonly took: (facts: Facts) => boolean;
  /** A remark for when it took effect. */
  readonly note?: string;
  /** A possible reason why it did not take effect although it was written. */
  readonly otherwise: string;
}

export interface Refusal {
  readonly item: StateItem;
  readonly why: string;
}

interface Situation {
  readonly sdk: number;
  readonly release: string;
  readonly facts: Facts;
  /** Why the languages cannot be set; undefined if they can. */
  readonly noLanguages: string | undefined;
}

type Planner<I extends StateItem> = (
  wish: NonNullable<StateWish[I]>,
  situation: Situation,
) => Omit<Plan, 'item'> | string;

const REFUSED_BY_PHONE = 'The phone did not take it; its maker or its administrator may forbid it.';

const planners: { readonly [I in StateItem]-?: Planner<I> } = {
  airplane: (wish, { sdk, release }) => {
    if (sdk > AIRPLANE_BROADCAST_UNTIL && sdk < AIRPLANE_COMMAND_SINCE)
      return `Android ${release} lets no computer switch airplane mode (7 and 8 have no command for it). Use the tile in the quick settings.`;
    return switched(cells.airplane, wish, (facts) => isOn(facts.settings, 'airplane_mode_on'));
  },
  wifi: (wish) => switched(cells.wifi, wish, (facts) => isOn(facts.settings, 'wifi_on')),
  mobile_data: (wish) => ({
    ...switched(cells.data, wish, (facts) => isOn(facts.settings, 'mobile_data')),
    otherwise: 'The phone did not take it; it may have no SIM.',
  }),
  rotation: (wish) => ({
    writes:
      wish === 'auto'
        ? [{ cell: cells.autoRotation, value: '1' }]
        : [
            { cell: cells.autoRotation, value: '0' },
            { cell: cells.userRotation, value: String(wish / 90) },
          ],
    took: (facts) =>
      wish === 'auto'
        ? isOn(facts.settings, 'accelerometer_rotation') === true
        : facts.display?.rotation === wish / 90,
    otherwise: 'The app in front keeps the screen as it is; in other apps it turns.',
  }),
  dark_theme: (wish, { sdk, release }) => {
    if (sdk < NIGHT_COMMAND_SINCE)
      return `Android ${release} has no command for the dark theme; Android 8.1 and later have.`;
    return {
      writes: [{ cell: cells.night, value: wish ? 'yes' : 'no' }],
      took: ({ configuration, night }) => (configuration?.night ?? night === 'yes') === wish,
      ...(sdk < FIRST_SDK_WITH_DARK_THEME && {
        note: `Android ${release}'s own screens have no dark theme; apps that have one follow`,
      }),
      otherwise: REFUSED_BY_PHONE,
    };
  },
  font_scale: (wish, { sdk, release }) => {
    if (sdk < FONT_SCALE_FOLLOWED_SINCE)
      return `Android ${release} takes a font scale from a computer only at its next start. Use Settings, Display, Font size.`;
    return {
      writes: [{ cell: cells.fontScale, value: String(wish) }],
      took: ({ configuration, settings }) =>
        Math.abs((configuration?.fontScale ?? Number(settings.get('font_scale'))) - wish) < 0.01,
      otherwise: REFUSED_BY_PHONE,
    };
  },
  brightness: (wish) => {
    const value = String(brightnessOfPercent(wish));
    return {
      writes: [
        { cell: cells.brightnessMode, value: '0' },
        { cell: cells.brightness, value },
      ],
      took: ({ settings }) => settings.get('screen_brightness') === value,
      otherwise: REFUSED_BY_PHONE,
    };
  },
  screen_timeout: (wish) => {
    const value = String(Math.round(wish * 1000));
    return {
      writes: [{ cell: cells.timeout, value }],
      took: ({ settings }) => settings.get('screen_off_timeout') === value,
      otherwise: REFUSED_BY_PHONE,
    };
  },
  stay_awake: (wish, { facts }) => {
    // The user may have chosen some of the plugs: on is on.
    const isSo = isAwakeOnPower(facts.settings) === wish;
    return {
      writes: isSo ? [] : [{ cell: cells.stayOn, value: wish ? AT_EVERY_PLUG : '0' }],
      took: ({ settings }) => isAwakeOnPower(settings) === wish,
      otherwise: REFUSED_BY_PHONE,
    };
  },
  animations: (wish, { facts }) => {
    const scales = [cells.windowAnimation, cells.transitionAnimation, cells.animatorDuration];
    const isAnimated = (cell: Cell, now: Facts) => Number(cell.current(now) ?? '1') !== 0;
    return {
      // A scale of 0.5 or 2 is the user's own choice of on.
      writes: scales
        .filter((cell) => isAnimated(cell, facts) !== wish)
        .map((cell) => ({ cell, value: wish ? '1' : '0' })),
      took: (now) => scales.every((cell) => isAnimated(cell, now) === wish),
      otherwise: REFUSED_BY_PHONE,
    };
  },
  locale: (wish, { sdk, facts, noLanguages }) => {
    if (noLanguages !== undefined) return noLanguages;
    const tag = Intl.getCanonicalLocales(wish)[0] ?? wish;
    // The user's other languages stay, behind the new one; before Android 7 there is only one.
    const others = (facts.configuration?.locales ?? []).filter((other) => other !== tag);
    const tags = sdk < FIRST_SDK_WITH_LANGUAGES ? [tag] : [tag, ...others];
    return {
      writes: [{ cell: cells.languages, value: tags.join(',') }],
      took: ({ configuration }) => configuration?.locales[0] === tag,
      otherwise: 'The phone did not take it; it may not have this language.',
    };
  },
};

function switched(
  cell: Cell,
  wish: boolean,
  isNow: (facts: Facts) => boolean | undefined,
): Omit<Plan, 'item'> {
  return {
    writes: [{ cell, value: wish ? ON : OFF }],
    took: (facts) => isNow(facts) === wish,
    otherwise: REFUSED_BY_PHONE,
  };
}

/** The plan for each requested item on this phone, or why it cannot be set. */
export function plansFor(
  wish: StateWish,
  situation: Situation,
): { readonly plans: readonly Plan[]; readonly refusals: readonly Refusal[] } {
  const plans: Plan[] = [];
  const refusals: Refusal[] = [];
  for (const item of itemsOf(wish)) {
    const plan = planFor(item, wish, situation);
    if (typeof plan === 'string') refusals.push({ item, why: plan });
    else plans.push({ item, ...plan });
  }
  return { plans, refusals };
}

function planFor(item: StateItem, wish: StateWish, situation: Situation): Omit<Plan, 'item'> | string {
  // Each planner takes the values of its own item, and gets only those.
  const planner = planners[item] as (
    wanted: StateWish[StateItem],
    situation: Situation,
  ) => Omit<Plan, 'item'> | string;
  return planner(wish[item], situation);
}

/** The requested items, in the order in which they are set. */
function itemsOf(wish: StateWish): readonly StateItem[] {
  return stateItems.filter((item) => wish[item] !== undefined);
}

/** The items that would cut a connection over the network. */
export function cuttingItems(wish: StateWish): readonly StateItem[] {
  return itemsOf(wish).filter(
    (item) => (item === 'wifi' && wish.wifi === false) || (item === 'airplane' && wish.airplane === true),
  );
}
