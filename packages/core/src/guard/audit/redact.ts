/*
 * A call's arguments as the record shows them. Only parameters that name things are shown as they are. Any other text could
 * have been typed, or could be content: only its length is shown, for tools that do not exist yet, too.
 */

/** Parameters that name what is used, not what is written. */
const naming: ReadonlySet<string> = new Set([
  ...['app', 'activity', 'package_name', 'component', 'action', 'permission', 'mime_type', 'type'],
  ...['location_id', 'path', 'host_path', 'notification_id', 'action_id', 'id', 'device', 'cursor'],
  ...['direction', 'amount', 'key', 'by', 'format', 'filter', 'level', 'role', 'rotation', 'observe', 'size'],
  ...['since', 'locale', 'tool'],
]);

/** Parameters that are a time in one tool, and a text of the screen in another: `scroll` goes on until that is shown. */
const times: ReadonlySet<string> = new Set(['until']);
const TIME = /^\d{4}-\d\d-\d\d(?:[T ][\d:.]{1,18}(?:Z|[+-]\d\d:?\d\d)?)?$/;

/** Parameters that hold element ids or targets. */
const targets: ReadonlySet<string> = new Set(['element_id', 'ids']);

/** Parameters that hold content of any type. */
const content: ReadonlySet<string> = new Set([
  ...['text', 'value', 'content', 'old_string', 'new_string', 'extras', 'data', 'title', 'name_query'],
]);

const LONGEST_NAME = 200;
const LONGEST_ARGUMENTS = 2_000;
/** No parameter is called anything else: another key could be content itself. */
const PARAMETER = /^[a-z][a-z0-9_]{0,40}$/;

export interface RedactOptions {
  /** Hides secrets, wherever they stand. */
  readonly mask: (text: string) => string;
  /** Texts of screens may be shown: labels that name a target. */
  readonly screens: boolean;
}

/** The arguments of a call as the record shows them. */
export function redacted(args: unknown, options: RedactOptions): unknown {
  const shown = redactedValue('', args, options);
  const { length } = JSON.stringify(shown ?? null);
  return length > LONGEST_ARGUMENTS ? `[${length} characters]` : shown;
}

function redactedValue(name: string, value: unknown, options: RedactOptions): unknown {
  if (content.has(name)) return lengthOf(value);
  if (typeof value === 'string') return redactedText(name, value, options);
  if (Array.isArray(value)) return redactedList(name, value, options);
  if (typeof value === 'object' && value !== null) return redactedObject(value, options);
  return value;
}

function redactedText(name: string, text: string, { mask, screens }: RedactOptions): string {
  if (name === 'uri') return siteOf(mask(text));
  if (targets.has(name)) return screens ? named(mask(text)) : targetWithoutLabel(mask(text));
  const isShown = naming.has(name) || (times.has(name) && TIME.test(text));
  return isShown ? named(mask(text)) : lengthOf(text);
}

/** Each step has a line of its own. */
function redactedList(name: string, list: readonly unknown[], options: RedactOptions): unknown {
  if (name === 'steps') return `[${list.length} steps]`;
  return list.map((item) => redactedValue(name, item, options));
}

function redactedObject(object: object, options: RedactOptions): Record<string, unknown> {
  const entries = Object.entries(object).map(([key, value]): [string, unknown] =>
    PARAMETER.test(key) ? [key, redactedValue(key, value, options)] : [lengthOf(key), lengthOf(value)],
  );
  return Object.fromEntries(entries);
}

/** `node_12` and `res:save` name an element; `text:Save` and `desc:Save` quote the screen. */
function targetWithoutLabel(target: string): string {
  const [, kind, label] = /^(text|desc):(.*)$/s.exec(target) ?? [];
  if (kind !== undefined && label !== undefined) return `${kind}:${lengthOf(label)}`;
  return /^(node_\d+|res:[\w.:/-]+)$/.test(target) ? named(target) : lengthOf(target);
}

/** The address without its query. */
function siteOf(uri: string): string {
  const [site] = /^[a-z][a-z0-9+.-]*:(\/\/[^/?#@\s]*(?=[/?#]|$))?/i.exec(uri) ?? [];
  if (site === undefined) return lengthOf(uri);
  return site.length === uri.length
    ? named(uri)
    : `${named(site)}[${uri.length - site.length} more characters]`;
}

function named(text: string): string {
  return text.length > LONGEST_NAME ? `${text.slice(0, LONGEST_NAME)}…` : text;
}

export function lengthOf(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value ?? null);
  return `[${text.length} characters]`;
}
