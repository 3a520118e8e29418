import { useEffect } from 'preact/hooks';
import { signal } from '@preact/signals';
import { isHeard, keyName, type KeyPlace } from './heard.ts';

export const keyGroups = [
  'Views',
  'Screen',
  'Text',
  'Hand',
  'Questions',
  'Timeline',
  'Try a tool',
  'Page',
] as const;
export type KeyGroup = (typeof keyGroups)[number];

/** A key of the page, as the help lists it. */
export interface Key {
  /** As KeyboardEvent.key names it: a letter in the case that is typed, `?`, `Escape`; or a chord, `Alt+Shift+S`. */
  readonly key: string;
  readonly group: KeyGroup;
  /** What it does: "Show the timeline". */
  readonly about: string;
}

/** Keys that belong together, by their names, with what they do. */
export interface KeySet<Name extends string> {
  readonly about: Readonly<Record<Name, string>>;
  /** They answer a question or stop everything: they work on a choice and in a dialog, too. */
  readonly isUrgent: boolean;
}

type Runs<Name extends string> = Readonly<Partial<Record<Name, () => void>>>;

interface Working {
  readonly runs: Runs<string>;
  readonly isUrgent: boolean;
}

/** All keys that there are, whether the view that hears them is shown or not. */
export const allKeys: Key[] = [];

/** What the keys do that work now; the newest last. */
const working = signal<readonly Working[]>([]);

/** Tells the help of keys. Each module does so once, when it is loaded. */
export function defineKeys<Name extends string>(
  group: KeyGroup,
  about: Readonly<Record<Name, string>>,
  { isUrgent = false }: { readonly isUrgent?: boolean } = {},
): KeySet<Name> {
  // The names of the object are those that its type says.
  for (const key of Object.keys(about) as Name[]) allKeys.push({ key, group, about: about[key] });
  return { about, isUrgent };
}

/** While the person types on the device, letters and digits are for it wherever the focus is, except in a question. */
export const lettersRest = signal(false);

/** Makes keys of a set work; the result ends that. What has no run is heard by the view itself. */
export function addKeys<Name extends string>({ isUrgent }: KeySet<Name>, runs: Runs<Name>): () => void {
  const added = { runs, isUrgent };
  working.value = [...working.value, added];
  return () => {
    working.value = working.value.filter((one) => one !== added);
  };
}

/** Keys that work while a component is shown. `made` must give the same keys each time. */
export function useKeys<Name extends string>(set: KeySet<Name>, made: () => Runs<Name>): void {
  useEffect(() => addKeys(set, made()), []);
}

/** Hears the keys of the page. The newest of two that want the same key gets it; a key that is held is pressed once. */
export function listenToKeys(): void {
  window.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.isComposing || event.repeat) return;
    const name = keyName(event);
    if (name === undefined) return;
    const own = working.value.findLast(({ runs }) => Object.hasOwn(runs, name));
    const run = own?.runs[name];
    const state = { place: placeOf(event.target), lettersRest: lettersRest.value };
    if (!own || !run || !isHeard(name, { ...state, isUrgent: own.isUrgent })) return;
    event.preventDefault();
    run();
  });
}

/** Where letters are text. A part that wants all keys for itself says data-keys="own". */
const TEXT = 'textarea, [contenteditable], [data-keys="own"], input:not([type="checkbox"], [type="radio"])';

/** Whether what has the focus takes text, or a choice that a stray key would change. */
export function takesKeys(element: Element | null): boolean {
  return element !== null && element.closest(`${TEXT}, select`) !== null;
}

function placeOf(target: EventTarget | null): KeyPlace {
  if (!(target instanceof Element)) return 'page';
  if (target.closest(TEXT)) return 'text';
  if (target.closest('select, dialog')) return 'choice';
  return target.closest('.question') ? 'question' : 'page';
}
