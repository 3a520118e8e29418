import { computed, signal } from '@preact/signals';
import { screen } from '../connection/state.ts';

/*
 * The element that the person points at, in the picture or in a text: both show it. A click pins it, so that the mouse can go
 * elsewhere; Escape lets it go.
 */

export interface Pointed {
  readonly id: string;
  /** Where the mouse or the focus is: the other one follows. */
  readonly from: 'picture' | 'text';
}

export const hovered = signal<Pointed | undefined>(undefined);
export const pinned = signal<Pointed | undefined>(undefined);

/** What is lit: what the mouse is on, else what is pinned. */
export const lit = computed(() => hovered.value ?? pinned.value);

/** What details are shown of: what is pinned stays, whatever the mouse is on. */
export const chosen = computed(() => pinned.value ?? hovered.value);

/** All boxes are drawn. */
export const showsBoxes = signal(false);

/** Pins an element; once more lets it go. */
export function pin(pointed: Pointed): void {
  pinned.value = pinned.value?.id === pointed.id ? undefined : pointed;
}

export function unpin(): void {
  pinned.value = undefined;
  hovered.value = undefined;
}

/** The elements of the screen by their ids. */
export const elements = computed(
  () => new Map((screen.value?.elements ?? []).map((element) => [element.id, element])),
);

/** Those that the lean text lists, in its order. */
export const listed = computed(() =>
  (screen.value?.lines ?? []).flatMap(({ element }) =>
    element === undefined ? [] : (elements.value.get(element) ?? []),
  ),
);
