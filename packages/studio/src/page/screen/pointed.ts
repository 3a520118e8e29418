import { computed, signal } from '@preact/signals';
import type { Box } from '../../wire/screen.ts';
import { screen } from '../connection/state.ts';

/*
 * The element that the person points at, in the picture or in a text: both highlight it. A click pins it, so that the mouse can
 * move away; Escape unpins it.
 */

export interface Pointed {
  readonly id: string;
  /** Where the mouse or the focus is: the other side follows. */
  readonly from: 'picture' | 'text';
}

export const hovered = signal<Pointed | undefined>(undefined);
export const pinned = signal<Pointed | undefined>(undefined);

/** The highlighted element: the one under the mouse, else the pinned one. */
export const lit = computed(() => hovered.value ?? pinned.value);

/** The element of the details: the pinned one, else the one under the mouse. */
export const chosen = computed(() => pinned.value ?? hovered.value);

/** The target of the step that a flow performs now on this device. */
export const target = signal<{ readonly device: string; readonly box: Box } | undefined>(undefined);

/** Whether all boxes are drawn. */
export const showsBoxes = signal(false);

/** Pins an element, or unpins it if it is pinned. */
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

/** The elements that the lean text lists, in its order. */
export const listed = computed(() =>
  (screen.value?.lines ?? []).flatMap(({ element }) =>
    element === undefined ? [] : (elements.value.get(element) ?? []),
  ),
);
