import { type Dumped, dumpXml, type OwnRoot } from './dump-xml.ts';
import { frameworkScreens } from './frameworks.ts';
import { dumpedScreen, type MeasuredScreen } from './screen.ts';
import { settingsScreens } from './settings.ts';
import { words } from './words.ts';

/** The material of a generated screen. */
export interface Recipe {
  readonly language: string;
  readonly words: readonly string[];
  /** A random number below `limit`, the same in each run. */
  readonly random: (limit: number) => number;
}

export type Kinds = Readonly<Record<string, (recipe: Recipe) => Dumped>>;

/** The number of screens of each kind in each language. */
const VARIANTS = 4;

/** Screens in the shape of real ones, of every kind in every language. */
export function syntheticScreens(): MeasuredScreen[] {
  return Object.entries({ ...settingsScreens, ...frameworkScreens }).flatMap(([group, make], kind) =>
    screensOf(kind, make, { group, over: [] }),
  );
}

/** The same where a tool puts the roots of all windows into one dump. */
export function severalRootsScreens(): MeasuredScreen[] {
  return Object.values(frameworkScreens).flatMap((make, kind) =>
    screensOf(kind, make, { group: 'Several roots', over: strips }),
  );
}

function screensOf(
  kind: number,
  make: (recipe: Recipe) => Dumped,
  { group, over }: { readonly group: string; readonly over: readonly OwnRoot[] },
): MeasuredScreen[] {
  return recipes(kind).map(({ name, recipe }) =>
    dumpedScreen({ group, name: `${group} ${name}`, xml: dumpXml(make(recipe), 'com.example.app', over) }),
  );
}

/** Over the application: a gesture strip, the status bar, the handle of an edge panel. */
const strips: readonly OwnRoot[] = [
  { app: 'com.android.systemui', root: { class: 'FrameLayout', at: [505, 0, 575, 99] } },
  {
    app: 'com.android.systemui',
    root: {
      class: 'FrameLayout',
      at: [0, 0, 1080, 60],
      inside: [{ class: 'TextView', at: [40, 0, 200, 60], text: '12:00' }],
    },
  },
  {
    app: 'com.example.edge',
    root: {
      class: 'RelativeLayout',
      at: [1038, 400, 1080, 700],
      desc: 'Edge panels',
      is: ['clickable', 'focusable'],
      inside: [{ class: 'FrameLayout', at: [1060, 400, 1080, 700], desc: 'Edge panels' }],
    },
  },
];

/** The recipes for one kind of screen: some in every language. */
export function recipes(kind: number): { readonly name: string; readonly recipe: Recipe }[] {
  return Object.entries(words).flatMap(([language, own], at) =>
    Array.from({ length: VARIANTS }, (_, variant) => ({
      name: `${language} ${variant}`,
      recipe: { language, words: own, random: randomFrom(1 + kind * 1000 + at * 10 + variant) },
    })),
  );
}

/** Lehmer's generator. */
function randomFrom(seed: number): (limit: number) => number {
  let state = (seed * 16_807) % 2_147_483_647;
  return (limit) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % limit;
  };
}
