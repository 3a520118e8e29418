import { sameBounds } from '@handeye/screen/bounds';
import type { Bounds } from '@handeye/screen/node';
import type { FocusedWindow } from './focus.ts';
import type { ListedWindow } from './window-list.ts';

/** More windows than this do not open between two looks at the same one. */
const MOST_WINDOWS = 500;

/**
 * Gives each window one key under all its names. A dump of all windows and the companion know it by its number in
 * accessibility; a plain dump does not name it, but the window manager gives the hash of the focused one. Element ids depend on
 * the key: without this they would become invalid whenever the phone is read in another way.
 */
export class WindowKeys {
  /** The numbers of accessibility by the window manager's hashes, where both are known to be one window. */
  readonly #numbers = new Map<string, string>();
  /** The keys by number. */
  readonly #keys = new Map<string, string>();
  /** Hashes that became keys themselves, because no number was known for them. */
  readonly #lone = new Set<string>();

  /** The key of a window that the window manager listed. */
  ofListed(hash: string): string {
    const number = this.#numbers.get(hash);
    if (number !== undefined) return this.ofNumber(number, undefined);
    addWithin(this.#lone, hash);
    return `#${hash}`;
  }

  /** The window manager's hash of the window with this key, if it is known. */
  hashOf(key: string): string | undefined {
    const numbered = [...this.#numbers].findLast(([, number]) => this.#keys.get(number) === key);
    const own = key.slice(1);
    return numbered?.[0] ?? (this.#lone.has(own) ? own : undefined);
  }

  /** The key of a window by its number in accessibility; `hash` if its listed window is known. */
  ofNumber(number: string, hash: string | undefined): string {
    const key = this.#keys.get(number) ?? this.#firstKey(number, hash);
    setWithin(this.#keys, number, key);
    // The newest pair counts: a window that closed while it was read may have been taken for the next one.
    if (hash !== undefined) setWithin(this.#numbers, hash, number);
    return key;
  }

  #firstKey(number: string, hash: string | undefined): string {
    const wasLone = hash !== undefined && this.#lone.has(hash) && !this.#numbers.has(hash);
    return wasLone ? `#${hash}` : `#${number}`;
  }
}

/** The facts of a window that both lists contain. */
interface Placed {
  readonly app: string | undefined;
  readonly bounds: Bounds;
  readonly focused: boolean;
}

/**
 * The window manager's window that is this one: the only visible one of its application in its place, or among several in one
 * place the focused one. Undefined if that is not certain.
 */
export function listedAs(
  window: Placed,
  all: readonly Placed[],
  { listed, focused }: { listed: readonly ListedWindow[]; focused: FocusedWindow | undefined },
): string | undefined {
  const isHere = (other: { app: string | undefined; bounds: Bounds }) =>
    window.app !== undefined && other.app === window.app && sameBounds(other.bounds, window.bounds);
  const here = listed.filter((one) => one.visible && isHere(one));
  const rivals = all.filter(isHere);
  if (here.length === 1 && rivals.length === 1) return here[0]?.hash;
  const isOnlyFocused = window.focused && rivals.filter((rival) => rival.focused).length === 1;
  return isOnlyFocused ? here.find(({ hash }) => hash === focused?.hash)?.hash : undefined;
}

function setWithin(map: Map<string, string>, key: string, value: string): void {
  map.delete(key);
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > MOST_WINDOWS && oldest !== undefined) map.delete(oldest);
}

function addWithin(set: Set<string>, value: string): void {
  set.add(value);
  const [oldest] = set;
  if (set.size > MOST_WINDOWS && oldest !== undefined) set.delete(oldest);
}
