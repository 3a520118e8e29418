import { type Dumped, dumpXml } from './dump-xml.ts';
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
  const kinds: Kinds = { ...settingsScreens, ...frameworkScreens };
  return Object.entries(kinds).flatMap(([group, make], kind) =>
    recipes(kind).map(({ name, recipe }) =>
      dumpedScreen({ group, name: `${group} ${name}`, xml: dumpXml(make(recipe), 'com.example.app') }),
    ),
  );
}

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
