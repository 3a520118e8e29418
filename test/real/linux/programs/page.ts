import { abilities, FAILS, type Ability, type Outcomes, WORKS } from './task.ts';
import { type SessionName, sessionNames as sessions } from './session.ts';

/** The recorded outcomes: by session, then by program. */
export type Recorded = Readonly<Partial<Record<SessionName, Readonly<Record<string, Outcomes>>>>>;

const START = '<!-- The table is written by `npm run record:linux` from what the tests do. Do not edit. -->';
const END = '<!-- End of the table. -->';
/** Prettier would pad its columns. */
const UNFORMATTED = { start: '<!-- prettier-ignore-start -->', end: '<!-- prettier-ignore-end -->' };

/** docs/linux.md with the table that the tests say. */
export function withTable(page: string, recorded: Recorded): string {
  const [before, rest] = split(page, START);
  const [, after] = split(rest, END);
  return [`${before}${START}`, UNFORMATTED.start, table(recorded), UNFORMATTED.end, `${END}${after}`].join(
    '\n\n',
  );
}

function split(text: string, at: string): [string, string] {
  const index = text.indexOf(at);
  if (index < 0) throw new Error(`docs/linux.md has lost the line ${at}`);
  return [text.slice(0, index), text.slice(index + at.length)];
}

function table(recorded: Recorded): string {
  const programs = [...new Set(sessions.flatMap((session) => Object.keys(recorded[session] ?? {})))];
  const notes: string[] = [];
  const rows = programs.map((program) => {
    const cells = abilities.map((ability) => cell(program, ability, { recorded, notes }));
    return [program, tried(program, recorded), ...cells];
  });
  const head = ['program', 'tried on', ...abilities];
  const lines = [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
  const list = notes.map((note, index) => `${index + 1}. ${note}`);
  return [...lines, ...(list.length > 0 ? ['', ...list] : [])].join('\n');
}

function tried(program: string, recorded: Recorded): string {
  return sessions.filter((session) => recorded[session]?.[program] !== undefined).join(', ');
}

/** One word if all sessions agree, else one for each. */
function cell(
  program: string,
  ability: Ability,
  { recorded, notes }: { readonly recorded: Recorded; readonly notes: string[] },
): string {
  const outcomes = sessions.flatMap((session) => {
    const outcome = recorded[session]?.[program];
    return outcome ? [{ session, word: wordFor(outcome[ability], notes) }] : [];
  });
  const words = new Set(outcomes.map(({ word }) => word));
  if (words.size === 1) return [...words].join('');
  return outcomes.map(({ session, word }) => `${session}: ${word}`).join(', ');
}

/** An ability that a program itself does not offer becomes a note. */
function wordFor(outcome: string | undefined, notes: string[]): string {
  if (outcome === undefined) return 'not tried';
  if (outcome === WORKS || outcome === FAILS) return outcome;
  const at = notes.indexOf(outcome);
  return `– [${at >= 0 ? at + 1 : notes.push(outcome)}]`;
}
