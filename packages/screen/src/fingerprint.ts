import { hashText, mix } from './hash.ts';
import type { UiNode } from './node.ts';
import type { Snapshot } from './snapshot.ts';

/**
 * A hash of class, text, bounds and children of every node of every window, in order. Elements come in tree order and each
 * counts its children, so the sequence determines the tree.
 */
export function structuralHash(snapshot: Snapshot): string {
  let hash = snapshot.windows.length;
  for (const window of snapshot.windows) hash = mix(hash, hashText(`${window.type}\n${window.key}`));
  for (const { node } of snapshot.elements) hash = mix(hash, nodeHash(node));
  return hash.toString(36);
}

/**
 * A hash of everything on a screen that shows a change: states and descriptions as well. The system's bars are left out,
 * because a clock or a network speed keeps changing.
 */
export function contentHash({ windows, elements }: Snapshot): string {
  const counted = windows.filter(({ type, active }) => type !== 'system' || active);
  let hash = counted.length;
  for (const { type, key, active } of counted) hash = mix(hash, hashText(`${type}\n${key}\n${active}`));
  for (const { node, window } of elements) {
    if (counted.includes(window)) hash = mix(mix(hash, nodeHash(node)), stateHash(node));
  }
  return hash.toString(36);
}

/** The share of one screen that is also in the other, 0 to 100; 100 only if their structural hashes are equal. */
export function similarity(a: Snapshot, b: Snapshot): number {
  if (structuralHash(a) === structuralHash(b)) return 100;
  const larger = Math.max(a.elements.length, b.elements.length);
  if (larger === 0) return 0;
  const left = new Map<number, number>();
  for (const { node } of a.elements) count(left, nodeHash(node), 1);
  let common = 0;
  for (const { node } of b.elements) {
    if (count(left, nodeHash(node), -1) >= 0) common++;
  }
  return Math.min(99, Math.floor((common * 100) / larger));
}

function nodeHash({ className, text, bounds, children }: UiNode): number {
  const place = mix(mix(bounds.left, bounds.top), mix(bounds.right, bounds.bottom));
  return mix(mix(hashText(className ?? ''), hashText(text ?? '')), mix(place, children.length));
}

function stateHash(node: UiNode): number {
  const flags = [node.visible, node.enabled, node.focused, node.checked, node.mixed, node.selected];
  const { start, end } = node.selection ?? {};
  const said = [
    ...[node.description, node.hint, node.error, node.stateDescription, node.range?.current],
    ...[start, end],
  ];
  return hashText(`${flags.map(Number).join('')}\n${said.join('\n')}`);
}

function count(counts: Map<number, number>, key: number, change: number): number {
  const now = (counts.get(key) ?? 0) + change;
  counts.set(key, now);
  return now;
}
