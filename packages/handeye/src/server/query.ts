import { type ScreenFormat, screenFormats } from '../tools/frame/defaults.ts';
import type { Choices } from '../tools/frame/toolbox.ts';
import { shown } from '../ui/sanitize.ts';

/** A query that names something unknown, in a sentence that names what is known. */
export interface UnknownChoice {
  readonly problem: string;
}

const KNOWN = `screen=${screenFormats.join('|')}`;
const LONGEST_NAME = 40;

/** Reads the part of an address behind the question mark. */
export function choicesIn(query: string): Choices | UnknownChoice {
  let screen: ScreenFormat | undefined;
  for (const [key, value] of new URLSearchParams(query)) {
    if (key !== 'screen') return { problem: `Unknown query key '${named(key)}'. Known: ${KNOWN}.` };
    screen = screenFormats.find((format) => format === value);
    if (screen === undefined) {
      return { problem: `Unknown value '${named(value)}' of the query key 'screen'. Known: ${KNOWN}.` };
    }
  }
  return screen === undefined ? {} : { screen };
}

function named(text: string): string {
  return shown(text.slice(0, LONGEST_NAME)) ?? '';
}
