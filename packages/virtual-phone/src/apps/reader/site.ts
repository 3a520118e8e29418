import { paragraph } from './prose.ts';

/** The phone's whole web: a few pages under one address. */

export type Block =
  | { readonly kind: 'heading' | 'text'; readonly text: string }
  | { readonly kind: 'link'; readonly text: string; readonly to: string }
  /** A picture without alternative text. */
  | { readonly kind: 'picture'; readonly color: string };

export interface Page {
  readonly title: string;
  readonly blocks: readonly Block[];
}

export const HOME_PAGE = 'almanac.example';

const pages: ReadonlyMap<string, Page> = new Map(
  Object.entries<Page>({
    [HOME_PAGE]: {
      title: 'The Marrowick Almanac',
      blocks: [
        { kind: 'heading', text: 'The Marrowick Almanac' },
        { kind: 'text', text: 'Notes on a town that exists on this phone only. Choose a chapter:' },
        { kind: 'link', text: 'The river and its bridges', to: 'almanac.example/river' },
        { kind: 'link', text: 'The upper town', to: 'almanac.example/upper-town' },
        { kind: 'link', text: 'Everything, on one long page', to: 'almanac.example/everything' },
        { kind: 'link', text: 'A page that is gone', to: 'almanac.example/gone' },
        { kind: 'picture', color: '#b9d7ea' },
        { kind: 'text', text: paragraph(501, 700) },
      ],
    },
    'almanac.example/river': chapter('The river and its bridges', [601, 602]),
    'almanac.example/upper-town': chapter('The upper town', [611, 612, 613]),
    'almanac.example/everything': chapter('Everything', [621, 622, 623, 624, 625, 626, 627, 628]),
  }),
);

function chapter(title: string, seeds: readonly number[]): Page {
  return {
    title,
    blocks: [
      { kind: 'heading', text: title },
      ...seeds.map((seed): Block => ({ kind: 'text', text: paragraph(seed, 2400) })),
      { kind: 'link', text: 'Back to the first page', to: HOME_PAGE },
    ],
  };
}

/** The page at a typed address; undefined if there is none. */
export function pageAt(address: string): Page | undefined {
  return pages.get(tidied(address));
}

/** An address without the scheme, blanks and a trailing slash. */
export function tidied(address: string): string {
  return address
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/\/$/, '');
}

export interface Match {
  /** Which block of the page, and where in its text. */
  readonly block: number;
  readonly start: number;
}

/** All places in a page that contain the words, ignoring case. */
export function matches(page: Page, words: string): readonly Match[] {
  const wanted = words.toLowerCase();
  if (wanted === '') return [];
  return page.blocks.flatMap((block, number) => {
    if (block.kind === 'picture') return [];
    const text = block.text.toLowerCase();
    const found: Match[] = [];
    for (let start = text.indexOf(wanted); start !== -1; start = text.indexOf(wanted, start + wanted.length))
      found.push({ block: number, start });
    return found;
  });
}

/** A match with some words around it. */
export function excerpt(page: Page, { block, start }: Match): string {
  const found = page.blocks[block];
  if (found === undefined || found.kind === 'picture') return '';
  const from = Math.max(0, start - 30);
  return `…${found.text.slice(from, start + 50)}…`;
}
