/** A text that is typed for a model that knows only its name. */
export interface Secret {
  readonly name: string;
  /** The application that it may be typed into, as a glob; undefined: any. */
  readonly app: string | undefined;
  readonly value: string;
}

/** Everything that is wrong with secrets, a line each. No problem quotes a line: it may hold a value. */
export class SecretProblems extends Error {
  override readonly name = 'SecretProblems';
  constructor(readonly problems: readonly string[]) {
    super(problems.join('\n'));
  }
}

export const SECRET_VARIABLE = 'HANDEYE_SECRET_';

/** Longer ones would not be typed within a call's time on slow phones. */
const LONGEST_VALUE = 1_000;

const KEY = /^(?<name>\w+)(?:@(?<app>.*))?$/s;

/** Reads lines `NAME=value` and `NAME@app=value`. A value is everything behind the first `=`, quotes and spaces included. */
export function parseSecretLines(text: string): readonly Secret[] {
  const entries = text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .map((line, at) => ({ line, where: `line ${at + 1}` }))
    .filter(({ line }) => line.trim() !== '' && !line.trimStart().startsWith('#'))
    .map(({ line, where }) => {
      const split = line.indexOf('=');
      return { where, key: line.slice(0, Math.max(0, split)), value: line.slice(split + 1) };
    });
  return checkedSecrets(entries);
}

/** The secrets among variables: `HANDEYE_SECRET_NAME` and, where something else than a shell sets them, `HANDEYE_SECRET_NAME@app`. */
export function secretsOfEnvironment(env: Readonly<Record<string, string | undefined>>): readonly Secret[] {
  const entries = Object.entries(env).flatMap(([variable, value]) =>
    variable.startsWith(SECRET_VARIABLE) && value !== undefined
      ? [{ where: variable, key: variable.slice(SECRET_VARIABLE.length), value }]
      : [],
  );
  return checkedSecrets(entries);
}

interface Entry {
  readonly where: string;
  readonly key: string;
  readonly value: string;
}

function checkedSecrets(entries: readonly Entry[]): readonly Secret[] {
  const problems: string[] = [];
  const known = new Set<string>();
  const secrets: Secret[] = [];
  for (const { where, key, value } of entries) {
    const { name, app } = KEY.exec(key.trim())?.groups ?? {};
    const bound = app?.trim();
    const id = JSON.stringify([name, bound?.toLowerCase()]);
    const problem =
      name === undefined ? NO_KEY : bound === '' ? NO_APP : known.has(id) ? TWICE : problemOf(value);
    known.add(id);
    if (problem !== undefined) problems.push(`${where}: ${problem}`);
    else if (name !== undefined) secrets.push({ name, app: bound, value });
  }
  if (problems.length > 0) throw new SecretProblems(problems);
  return secrets;
}

const NO_KEY = 'must be NAME=value or NAME@application=value, with a name of letters, digits and _';
const NO_APP = 'has no application behind @; leave out the @ for a secret that may be typed anywhere';
const TWICE = 'this name and application were given before';

function problemOf(value: string): string | undefined {
  if (value === '') return 'has no value';
  if (value.trim() === '') return 'the value is blank';
  if (value.length > LONGEST_VALUE) return `the value is longer than ${LONGEST_VALUE} characters`;
  if (/[\p{Cc}\u2028\u2029]/u.test(value))
    return 'the value has a line break, a tab or another control character';
  if (/\p{Cs}/u.test(value)) return 'the value is not valid Unicode';
  return value.includes('{{') ? "the value must not contain '{{'" : undefined;
}
