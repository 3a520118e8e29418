import type * as z from 'zod';
import { didYouMean } from '@handeye/core/text/did-you-mean';
import type { Setting } from './settings.ts';
import { kindOf, type Kind } from './values.ts';

/** A given value, and its name in the user's words: `--port`, `HANDEYE_PORT`, `config.json: port`. */
export interface Given {
  readonly as: string;
  readonly value: unknown;
}

/** Invalid settings: one problem per line, each beginning with the user's name for it. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  constructor(readonly problems: readonly string[]) {
    super(problems.join('\n'));
  }
}

/** Parses a text of the command line or the environment as the schema's kind of value. */
export function fromText(texts: readonly string[], setting: Setting): unknown {
  const kind = kindOf(setting.schema);
  if (kind !== 'list') return readers[kind](texts);
  const items = texts.flatMap((text) => text.split(',')).map((item) => item.trim());
  return setting.neverEmpty === true ? items : items.filter((item) => item !== '');
}

/** An unparsable text stays text, so that the error can quote it. */
const readers: Record<Exclude<Kind, 'list'>, (texts: readonly string[]) => unknown> = {
  text: last,
  block: last,
  number(texts) {
    const text = last(texts);
    return text !== undefined && /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
  },
  switch(texts) {
    const text = last(texts)?.toLowerCase();
    if (text === 'true' || text === '1') return true;
    return text === 'false' || text === '0' ? false : last(texts);
  },
};

function last(texts: readonly string[]): string | undefined {
  return texts.at(-1);
}

/** Checks the given values against the settings and fills in defaults. Throws all problems at once. */
export function checked(
  settings: Readonly<Record<string, Setting>>,
  given: ReadonlyMap<string, Given>,
): Record<string, unknown> {
  const problems: string[] = [];
  const values = Object.entries(settings).map(([name, setting]) => {
    const found = given.get(name);
    if (found === undefined) return [name, setting.default] as const;
    const result = setting.schema.safeParse(found.value);
    if (!result.success) problems.push(...result.error.issues.map((issue) => problem(issue, found, setting)));
    return [name, result.data] as const;
  });
  if (problems.length > 0) throw new ConfigError(problems);
  return Object.fromEntries(values);
}

function problem(issue: z.core.$ZodIssue, given: Given, setting: Setting): string {
  const inList = kindOf(setting.schema) === 'list';
  const where = inList ? given.as : [given.as, ...issue.path.map(String)].join('.');
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => `${where}.${key}: unknown setting${nearKey(key, setting)}`).join('\n');
  }
  const isSentence = issue.message.endsWith('.');
  if (setting.secret || isSentence) return `${where}: ${issue.message}`;
  return `${where}: ${issue.message}, got: ${shown(at(given.value, issue.path))}`;
}

function nearKey(key: string, setting: Setting): string {
  const known = setting.default;
  return typeof known === 'object' && known !== null ? didYouMean(key, Object.keys(known)) : '';
}

function at(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (inner, key) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, key) : undefined),
    value,
  );
}

function shown(value: unknown): string {
  if (value === undefined) return 'nothing';
  return typeof value === 'string' && value !== '' ? value : JSON.stringify(value);
}
