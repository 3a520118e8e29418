import {
  ALL_TOOLSETS,
  observeModes,
  screenFormats,
  type Toolset,
  toolsetNames,
  toolsetsNamed,
} from '../tools/frame/defaults.ts';
import type { Choices } from '../tools/frame/toolbox.ts';
import { shown } from '@handeye/screen/sanitize';

/** A query that names something unknown, in a sentence that names what is known. */
export interface UnknownChoice {
  readonly problem: string;
}

/** The choice of a value; undefined if it is unknown. */
type Reader = (value: string, choosable: readonly Toolset[]) => Choices | undefined;

const readers = new Map<string, Reader>([
  [
    'screen',
    (value) => {
      const screen = screenFormats.find((format) => format === value);
      return screen && { screen };
    },
  ],
  [
    'observe',
    (value) => {
      const observe = observeModes.find((mode) => mode === value);
      return observe && { observe };
    },
  ],
  [
    'toolset',
    (value, choosable) => {
      const named = value.split(',').map((name) => toolsetsNamed(name, choosable));
      return named.every((toolsets) => toolsets !== undefined)
        ? { toolsets: inOrder(named.flat()) }
        : undefined;
    },
  ],
]);

const CLIENT = 'client';
const LONGEST_NAME = 40;

/** The name that a client has in its address; undefined if it has none there. */
export function clientIn(query: string): string | undefined {
  return new URLSearchParams(query).get(CLIENT) ?? undefined;
}

/** Reads the part of an address behind the question mark. `choosable` are the toolsets that it may name. */
export function choicesIn(query: string, choosable: readonly Toolset[]): Choices | UnknownChoice {
  let choices: Choices = {};
  const seen = new Set<string>();
  for (const [key, value] of new URLSearchParams(query)) {
    if (key === CLIENT) continue;
    const reader = readers.get(key);
    if (!reader) return { problem: `Unknown query key '${named(key)}'. Known: ${known(choosable)}.` };
    if (seen.has(key)) return { problem: `The query key '${key}' is there twice.` };
    seen.add(key);
    const chosen = reader(value, choosable);
    if (!chosen) {
      const unknown = `Unknown value '${named(value)}' of the query key '${key}'.`;
      const elsewhere =
        key === 'toolset' && value.split(',').some((name) => isAbsent(name, choosable))
          ? ` ${START_WITH_IT}`
          : '';
      return { problem: `${unknown} Known: ${known(choosable)}.${elsewhere}` };
    }
    choices = { ...choices, ...chosen };
  }
  return choices;
}

/** Each once, in our order: the same choice is the same list of tools, however it is spelled. */
function inOrder(toolsets: readonly Toolset[]): Toolset[] {
  return toolsetNames.filter((name) => toolsets.includes(name));
}

const START_WITH_IT = 'Other toolsets are there if the server is started with them: --toolset.';

function isAbsent(name: string, choosable: readonly Toolset[]): boolean {
  const toolset = toolsetNames.find((known) => known === name);
  return toolset !== undefined && !choosable.includes(toolset);
}

function known(choosable: readonly Toolset[]): string {
  const toolsets = [...choosable, ALL_TOOLSETS].join(',');
  return `screen=${screenFormats.join('|')}, observe=${observeModes.join('|')}, toolset=${toolsets}, client=NAME`;
}

function named(text: string): string {
  return shown(text.slice(0, LONGEST_NAME)) ?? '';
}
