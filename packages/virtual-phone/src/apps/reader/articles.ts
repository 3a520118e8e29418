import { paragraph } from './prose.ts';

export interface Article {
  readonly title: string;
  readonly section: string;
  readonly minutes: number;
  readonly paragraphs: readonly string[];
}

const headlines = [
  ['Why the Ferry Runs Late', 'City'],
  ['A Short History of Copper Bells', 'Culture'],
  ['The Garden That Counts', 'Nature'],
  ['Nineteen Letters About Water', 'City'],
  ['How to Read a Tide Table', 'Science'],
  ['The Last Lamp Maker', 'People'],
  ['Maps Without North', 'Science'],
  ['One Step Too Many', 'Culture'],
  ['What the Mill Hears at Night', 'People'],
  ['Seeds, Unlabelled', 'Nature'],
  ['The Second Survey', 'Science'],
  ['Tea With the Harbour Keeper', 'People'],
] as const;

// Each article starts with one node of thousands of characters, which many tools cannot handle.
const lengths = [5200, 1400, 2600, 900];

export const articles: readonly Article[] = headlines.map(([title, section], number) => ({
  title,
  section,
  minutes: 4 + (number % 5),
  paragraphs: lengths.map((length, place) => paragraph(number * 10 + place, length)),
}));
