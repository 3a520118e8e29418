import { mdiArrowLeft, mdiArrowRight } from '@mdi/js';
import type { View } from '../views/view.ts';
import { phrases } from './phrases.ts';

/** Translates what a window shows into the system's language. */

type Say = (text: string) => string;

/** The packages that are translated, and mirrored for languages from right to left (supportsRtl). */
const translatedPackages = new Set([
  'android',
  'com.android.launcher3',
  'com.android.settings',
  'com.android.systemui',
]);

export function isTranslated(packageName: string): boolean {
  return translatedPackages.has(packageName);
}

const NUMBER = /\d+(?:\.\d+)?/g;

const dictionaries: ReadonlyMap<string, ReadonlyMap<string, string>> = new Map([
  ['ar', new Map(phrases.map(([english, arabic]) => [english, arabic]))],
  ['ja', new Map(phrases.map(([english, , japanese]) => [english, japanese]))],
]);

/** The translation function of a language; undefined if there is no dictionary for it. */
function sayIn(locale: string): Say | undefined {
  const dictionary = dictionaries.get(locale.split('-')[0] ?? '');
  if (dictionary === undefined) return undefined;
  return (text) => {
    const whole = dictionary.get(text);
    if (whole !== undefined) return whole;
    const numbers = text.match(NUMBER) ?? [];
    const form = numbers.length === 0 ? undefined : dictionary.get(text.replace(NUMBER, '{n}'));
    let next = 0;
    return form?.replaceAll('{n}', () => numbers[next++] ?? '') ?? text;
  };
}

/** A window's content as its package shows it in a language. */
export function localised(
  view: View,
  { package: packageName, locale, rightToLeft }: { package: string; locale: string; rightToLeft: boolean },
): View {
  const say = isTranslated(packageName) ? sayIn(locale) : undefined;
  return say === undefined ? view : translated(view, say, rightToLeft);
}

function translated(view: View, say: Say, mirrored: boolean): View {
  const inner = (child: View) => translated(child, say, mirrored);
  const { description, label, stateDescription, dropdown } = view;
  const told = {
    ...(description !== undefined && { description: say(description) }),
    ...(label !== undefined && { label: say(label) }),
    ...(stateDescription !== undefined && { stateDescription: say(stateDescription) }),
    ...(dropdown && { dropdown: { ...dropdown, items: dropdown.items.map(say) } }),
  };
  switch (view.type) {
    case 'column':
    case 'row':
    case 'stack':
    case 'grid':
      return { ...view, ...told, children: view.children.map(inner) };
    case 'scroll':
      return { ...view, ...told, child: inner(view.child) };
    case 'list': {
      const { row } = view;
      return { ...view, ...told, row: (index) => inner(row(index)) };
    }
    case 'pager':
      return { ...view, ...told, pages: view.pages.map(inner) };
    case 'text':
      return { ...view, ...told, text: say(view.text) };
    case 'field':
      return { ...view, ...told, ...(view.hint !== undefined && { hint: say(view.hint) }) };
    case 'icon':
      // The back arrow is the only picture here that Android mirrors (autoMirrored).
      return { ...view, ...told, ...(mirrored && view.icon === mdiArrowLeft && { icon: mdiArrowRight }) };
    case 'drawing':
      return { ...view, ...told };
  }
}
