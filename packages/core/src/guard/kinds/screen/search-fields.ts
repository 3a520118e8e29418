import type { UiNode } from '@handeye/screen/node';
import { resourceWords } from './resource-words.ts';

const SEARCH = new RegExp(
  [
    // `re` before it makes research of it.
    '(?<!re)search',
    'omnibox',
    String.raw`\b(?:query|find|findbar|filter|url|urlbar|address ?bar|location ?bar|ricerca|cerca)\b`,
    // Suchfeld, durchsuchen, but not "such as".
    String.raw`\b(?:durch)?such[a-zäöü]`,
    String.raw`\b(?:recherch|busca|pesquis|szukaj|wyszuk)`,
    String.raw`\b(?:ara|arama|zoek|zoeken|cari|telusuri)\b`,
    'поиск|пошук|検索|搜索|搜尋|查找|검색|بحث|खोज|ค้นหา|tìm kiếm',
  ].join('|'),
  'iu',
);

/** A hint with more words is a sentence about something else, unless it begins with the search. */
const MOST_WORDS = 6;

/** A field for a search or an address: ENTER there sends nothing to another person. */
export function isSearchField({
  resourceId = '',
  className = '',
  hint = '',
  description = '',
}: UiNode): boolean {
  // Neither the package of a resource nor that of a class says anything about the field.
  const names = [resourceId, className.slice(className.lastIndexOf('.') + 1)].map(resourceWords);
  return names.some((name) => SEARCH.test(name)) || [hint, description].some(saysSearch);
}

function saysSearch(label: string): boolean {
  const at = label.search(SEARCH);
  return at === 0 || (at > 0 && label.trim().split(/\s+/).length <= MOST_WORDS);
}
