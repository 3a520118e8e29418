import { nearest } from '../../text/did-you-mean.ts';

/** The parameter that a name which a tool does not know most likely means, of those that were not given. */
export function meantParameter(typed: string, free: readonly string[]): string | undefined {
  const same = free.find((name) => wordsOf(name).join() === wordsOf(typed).join());
  return same ?? nearest(typed, free) ?? withSharedWord(typed, free);
}

/** `id`, `node_id` and `elementId` share a word with `element_id`. Where two parameters do, neither is meant for sure. */
function withSharedWord(typed: string, free: readonly string[]): string | undefined {
  const words = new Set(wordsOf(typed));
  const [only, another] = free.filter((name) => wordsOf(name).some((word) => words.has(word)));
  return another === undefined ? only : undefined;
}

/** The words of a name, however it is spelled: `element_id`, `elementId`, `element-id`. */
function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
}
