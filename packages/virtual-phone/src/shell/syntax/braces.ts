/** `{a,b}`: mksh turns one word into several before any other expansion. */
import type { Part, Word } from './syntax.ts';

/** `{a,b}{c,d}…` doubles each time: a word that would become more than this is left unexpanded. */
const MOST_WORDS = 4096;
const MOST_BRACES = 200;
const MOST_ITEMS = 16_384;
/** For all words together. */
const MOST_ITEMS_MADE = 1_000_000;

type Item = Part | { readonly kind: 'sign'; readonly sign: '{' | ',' | '}' };

/** The words that a word with braces expands to. */
export function expandBraces(word: Word): readonly Word[] {
  if (!word.some((part) => part.kind === 'text' && !part.quoted && part.text.includes('{'))) return [word];
  const items = word.flatMap(itemsOf);
  const braces = items.filter((item) => item.kind === 'sign' && item.sign === '{');
  if (items.length > MOST_ITEMS || braces.length > MOST_BRACES) return [word];
  const expanded = expand(items, { left: MOST_ITEMS_MADE });
  return expanded?.map((each) => each.map(partOf)) ?? [word];
}

function itemsOf(part: Part): Item[] {
  if (part.kind !== 'text' || part.quoted) return [part];
  return part.text
    .split(/([{,}])/)
    .filter((text) => text !== '')
    .map((text) =>
      text === '{' || text === ',' || text === '}' ? { kind: 'sign', sign: text } : { ...part, text },
    );
}

function partOf(item: Item): Part {
  return item.kind === 'sign' ? { kind: 'text', text: item.sign, quoted: false } : item;
}

/** Undefined if there would be too many. */
function expand(items: readonly Item[], room: { left: number }): Item[][] | undefined {
  const group = firstGroup(items);
  if (!group) return [[...items]];
  const rests = expand(items.slice(group.end + 1), room);
  const words: Item[][] = [];
  for (const choice of group.choices) {
    for (const start of expand(choice, room) ?? []) {
      for (const rest of rests ?? []) {
        const word = [...items.slice(0, group.start), ...start, ...rest];
        room.left -= word.length;
        words.push(word);
        if (words.length > MOST_WORDS || room.left < 0) return undefined;
      }
    }
  }
  return rests && room.left >= 0 ? words : undefined;
}

/** The first `{…,…}` whose braces match and that has a comma of its own. */
function firstGroup(items: readonly Item[]): { start: number; end: number; choices: Item[][] } | undefined {
  for (const [start, item] of items.entries()) {
    if (item.kind !== 'sign' || item.sign !== '{') continue;
    const choices: Item[][] = [[]];
    let depth = 0;
    for (let i = start + 1; i < items.length; i++) {
      const inner = items[i];
      if (!inner) break;
      const sign = inner.kind === 'sign' ? inner.sign : '';
      if (sign === '}' && depth === 0) {
        if (choices.length > 1) return { start, end: i, choices };
        break;
      }
      if (sign === ',' && depth === 0) {
        choices.push([]);
        continue;
      }
      depth += sign === '{' ? 1 : sign === '}' ? -1 : 0;
      choices.at(-1)?.push(inner);
    }
  }
  return undefined;
}
