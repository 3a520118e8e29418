/** `{a,b}`: mksh makes several words of one before anything else is expanded. */
import type { Part, Word } from './syntax.ts';

/** `{a,b}{c,d}…` doubles each time: what is beyond this stays as it was typed. */
const MOST_WORDS = 4096;

type Item = Part | { readonly kind: 'sign'; readonly sign: '{' | ',' | '}' };

/** The words that a word with braces stands for. */
export function expandBraces(word: Word): readonly Word[] {
  if (!word.some((part) => part.kind === 'text' && !part.quoted && part.text.includes('{'))) return [word];
  const expanded = expand(word.flatMap(itemsOf));
  return expanded.length > MOST_WORDS ? [word] : expanded.map((items) => items.map(partOf));
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

function expand(items: readonly Item[]): Item[][] {
  const group = firstGroup(items);
  if (!group) return [[...items]];
  const rests = expand(items.slice(group.end + 1));
  const words: Item[][] = [];
  for (const choice of group.choices.flatMap(expand)) {
    for (const rest of rests) {
      words.push([...items.slice(0, group.start), ...choice, ...rest]);
      if (words.length > MOST_WORDS) return words;
    }
  }
  return words;
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
