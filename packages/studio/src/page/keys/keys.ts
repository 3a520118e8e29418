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
  'Flows',
  'Try a tool',
  'Page',
] as const;
export type KeyGroup = (typeof keyGroups)[number];

/** A key of the page, as the help lists it. */
export interface Key {
  /** The value of KeyboardEvent.key: a letter in the typed case, `?`, `Escape`; or a chord, `Alt+Shift+S`. */
  readonly key: string;
  readonly group: KeyGroup;
  /** Its action: "Show the timeline". */
  readonly about: string;
}

/** A group of keys by their names, with their actions. */
export interface KeySet<Name extends string> {
  readonly about: Readonly<Record<Name, string>>;
  /** They answer a question or stop all writes: they also work on a choice and in a dialog. */
  readonly isUrgent: boolean;
}

type Runs<Name extends string> = Readonly<Partial<Record<Name, () => void>>>;

interface Working {
  readonly runs: Runs<string>;
  readonly isUrgent: boolean;
}

/** All defined keys, whether their view is shown or not. */
export const allKeys: Key[] = [];

/** The actions of the active keys; the newest last. */
const working = signal<readonly Working[]>([]);

/** Registers keys for the help. Each module does so once, when it is loaded. */
export function defineKeys<Name extends string>(
  group: KeyGroup,
  about: Readonly<Record<Name, string>>,
  { isUrgent = false }: { readonly isUrgent?: boolean } = {},
): KeySet<Name> {
  // The names of the object are those of its type.
  for (const key of Object.keys(about) as Name[]) allKeys.push({ key, group, about: about[key] });
  return { about, isUrgent };
}

/** While the person types on the device, letters and digits go to it wherever the focus is, except in a question. */
export const lettersRest = signal(false);

/** Activates keys of a set. Returns the function that ends that. A key without an action is handled by the view itself. */
export function addKeys<Name extends string>({ isUrgent }: KeySet<Name>, runs: Runs<Name>): () => void {
  const added = { runs, isUrgent };
  working.value = [...working.value, added];
  return () => {
    working.value = working.value.filter((one) => one !== added);
  };
}

/** Keys that work while a component is shown. `made` must return the same keys each time. */
export function useKeys<Name extends string>(set: KeySet<Name>, made: () => Runs<Name>): void {
  useEffect(() => addKeys(set, made()), []);
}

/** Handles the keys of the page. Of two actions for one key the newest wins; a held key counts once. */
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

/** Where letters are text. An element with data-keys="own" gets all keys. */
const TEXT = 'textarea, [contenteditable], [data-keys="own"], input:not([type="checkbox"], [type="radio"])';

/** Whether the focused element takes text, or is a choice that a stray key would change. */
export function takesKeys(element: Element | null): boolean {
  return element !== null && element.closest(`${TEXT}, select`) !== null;
}

function placeOf(target: EventTarget | null): KeyPlace {
  if (!(target instanceof Element)) return 'page';
  if (target.closest(TEXT)) return 'text';
  if (target.closest('select, dialog')) return 'choice';
  return target.closest('.question') ? 'question' : 'page';
}
