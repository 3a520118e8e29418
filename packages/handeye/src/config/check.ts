import { didYouMean } from '@handeye/core/text/did-you-mean';
import type { Setting } from './settings.ts';
import type { Kind, Problem } from './values.ts';

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
  const { kind } = setting.schema;
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
    const result = setting.schema.check(found.value);
    if ('value' in result) return [name, result.value] as const;
    problems.push(...result.problems.map((problem) => sentence(problem, found, setting)));
    return [name, undefined] as const;
  });
  if (problems.length > 0) throw new ConfigError(problems);
  return Object.fromEntries(values);
}

function sentence({ path, must, isUnknown }: Problem, given: Given, setting: Setting): string {
  const inList = setting.schema.kind === 'list';
  const where = inList ? given.as : [given.as, ...path].join('.');
  if (isUnknown) return `${where}: ${must}${nearKey(String(path.at(-1)), setting)}`;
  const isSentence = must.endsWith('.');
  if (setting.secret || isSentence) return `${where}: ${must}`;
  return `${where}: ${must}, got: ${shown(at(given.value, path))}`;
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
