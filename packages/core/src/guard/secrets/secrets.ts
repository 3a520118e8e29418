import { permissionDenied } from '../../device/errors.ts';
import type { Reached } from '../act.ts';
import { globMatches } from '../globs.ts';
import type { Secret } from './secret-lines.ts';
import { formsOf, isMaskedAnywhere, MASKED_ANYWHERE_FROM } from './value-forms.ts';

/** `{{NAME}}`: how a model writes a secret, and how it is shown. */
const TOKEN = /\{\{(\w+)\}\}/g;

export function tokenOf(name: string): string {
  return `{{${name}}}`;
}

/** How a field is shown that holds something, but not all of the secret that was typed into it. */
export function partTokenOf(name: string): string {
  return `{{${name}…}}`;
}

/** The secrets of a server: what a text with their names means, and texts without their values. */
export class Secrets {
  readonly names: readonly string[];
  readonly #secrets: readonly Secret[];
  readonly #mask: (text: string) => string;

  constructor(secrets: readonly Secret[]) {
    this.#secrets = secrets;
    this.names = [...new Set(secrets.map(({ name }) => name))];
    this.#mask = maskOf(secrets.filter(({ value }) => isMaskedAnywhere(value)));
  }

  /** All values, with the names to show instead. */
  get values(): readonly Pick<Secret, 'name' | 'value'>[] {
    return this.#secrets;
  }

  /** The names of secrets that a text uses, as often as it does. What is no name of a secret is text. */
  usedIn(text: string): readonly string[] {
    return [...text.matchAll(TOKEN)].flatMap(([, name]) =>
      name !== undefined && this.names.includes(name) ? [name] : [],
    );
  }

  /** The advice about names in a text that are no secret's, where there are secrets: a model may have misspelt one. */
  unknownIn(text: string): string | undefined {
    const unknown = [...text.matchAll(TOKEN)].map(([, name = '']) => name);
    const [first] = unknown.filter((name) => !this.names.includes(name));
    if (first === undefined || this.names.length === 0) return undefined;
    const known = this.names.map(tokenOf).join(', ');
    return `${tokenOf(first)} is none of this server's secrets (${known}), so it was typed as it stands`;
  }

  /** Which secrets a text would put into these applications. Throws permission_denied if one may not go there. */
  chosenFor(text: string, reached: readonly Reached[]): ReadonlyMap<string, Secret> {
    return new Map(this.usedIn(text).map((name) => [name, this.#chosen(name, reached)]));
  }

  /** Whether a text would give an application a secret that is not bound to it. The same refusals as in `chosenFor`. */
  givesUnbound(text: string, reached: readonly Reached[]): boolean {
    return [...this.chosenFor(text, reached).values()].some(({ app }) => app === undefined);
  }

  /** Without any value that is long enough to be told from other text. */
  mask(text: string): string {
    return this.#mask(text);
  }

  /** Also without parts of such a value, as a person or a toolbar may copy them. */
  maskParts(text: string): string {
    return this.mask(this.#secrets.filter(({ value }) => isMaskedAnywhere(value)).reduce(withoutParts, text));
  }

  #chosen(name: string, reached: readonly Reached[]): Secret {
    const own = this.#secrets.filter((secret) => secret.name === name);
    const chosen =
      own.find(({ app }) => app !== undefined && areAll(app, reached)) ??
      own.find(({ app }) => app === undefined);
    if (chosen) return chosen;
    const where = own.flatMap(({ app }) => (app === undefined ? [] : [`'${app}'`])).join(', ');
    const [first] = reached;
    const here = first?.name ?? first?.id;
    throw permissionDenied(
      here === undefined
        ? `The secret ${tokenOf(name)} may be typed only into ${where}, and it is not known which application would get it here. Nothing was typed.`
        : `The secret ${tokenOf(name)} may be typed only into ${where}, and this would go to '${here}'. Nothing was typed.`,
    );
  }
}

/** A text with the values in the place of their names. */
export function filled(text: string, chosen: ReadonlyMap<string, Secret>): string {
  return text.replace(TOKEN, (token, name: string) => chosen.get(name)?.value ?? token);
}

function areAll(app: string, reached: readonly Reached[]): boolean {
  return (
    reached.length > 0 &&
    reached.every(({ name, id }) =>
      [name, id].some((known) => known !== undefined && globMatches(app, known)),
    )
  );
}

/** Half of a value, and no fewer characters than a value that is found anywhere, are taken for a part of it. */
function withoutParts(text: string, { name, value }: Secret): string {
  const fewest = Math.max(MASKED_ANYWHERE_FROM, Math.ceil(value.length / 2));
  const parts = new Set(
    Array.from({ length: value.length - fewest + 1 }, (_, at) => value.slice(at, at + fewest)),
  );
  let shown = '';
  for (let at = 0, end = 1; at < text.length; at = end, end += 1) {
    if (parts.has(text.slice(at, at + fewest))) {
      end = at + fewest;
      while (end < text.length && value.includes(text.slice(at, end + 1))) end += 1;
      shown += end - at === value.length ? tokenOf(name) : partTokenOf(name);
    } else shown += text.charAt(at);
  }
  return shown;
}

/** Finds all values in one pass, the longest first, and leaves names that stand there already. */
export function maskOf(
  secrets: readonly Pick<Secret, 'name' | 'value'>[],
  flags = '',
): (text: string) => string {
  if (secrets.length === 0) return (text) => text;
  const longestFirst = [...secrets].sort((one, other) => other.value.length - one.value.length);
  const tokens = longestFirst.map(({ name }) => String.raw`\{\{${name}…?\}\}`).join('|');
  // Ids are numbers, too: one must not look like a secret.
  const values = longestFirst.map(({ value }) => `(?<!node_)(${formsOf(value)})`).join('|');
  const expression = new RegExp(`(?:${tokens})|${values}`, `gu${flags}`);
  return (text) =>
    text.replace(expression, (found: string, ...groups: readonly unknown[]) => {
      const secret = longestFirst.find((_, at) => groups[at] !== undefined);
      return secret ? tokenOf(secret.name) : found;
    });
}
