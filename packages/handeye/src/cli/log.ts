import { logLevels, type LogLevel } from '@handeye/core/server/log';

export type { LogLevel } from '@handeye/core/server/log';

/**
 * The fields of a log line. At every level, a text that is not a short identifier is replaced by its length, because it could
 * have been on the screen or typed. A list is a stack trace and is written unchanged.
 */
export type LogFields = Readonly<
  Record<string, number | boolean | string | readonly string[] | null | undefined>
>;

type Write = (message: string, fields?: LogFields) => void;

/**
 * The log. A message is a constant in the source or a warning about a setting, never built from text of a device or a client;
 * values go into the fields.
 */
export interface Log extends Readonly<Record<LogLevel, Write>> {
  /** Masks this text in all later lines. */
  conceal(secret: string): void;
  /** Applies this function to every later text before it is written. */
  mask(masked: (text: string) => string): void;
}

export interface LogOptions {
  readonly level: LogLevel;
  /** Readable lines for a terminal instead of JSON lines. */
  readonly plain: boolean;
  readonly write: (line: string) => void;
  readonly now: () => Date;
}

/** Makes the log of a program. */
export function createLog({ level, plain, write, now }: LogOptions): Log {
  const secrets = new Set<string>();
  const masks: ((text: string) => string)[] = [];
  const clean = (text: string) => {
    const masked = masks.reduce((cleaned, mask) => mask(cleaned), text);
    return [...secrets].reduce((cleaned, secret) => cleaned.replaceAll(secret, '[token]'), masked);
  };
  const lineOf = plain ? plainLine : jsonLine;
  const writer = (own: LogLevel): Write => {
    if (logLevels.indexOf(own) > logLevels.indexOf(level)) return () => undefined;
    return (message, fields = {}) => {
      const shown = Object.entries(fields)
        .filter(([, value]) => value !== undefined)
        .map(([name, value]) => [name, field(value, clean)] as const);
      write(lineOf({ time: now().toISOString(), level: own, message: clean(message), fields: shown }));
    };
  };
  return {
    error: writer('error'),
    warn: writer('warn'),
    info: writer('info'),
    debug: writer('debug'),
    conceal(secret) {
      if (secret !== '') secrets.add(secret);
    },
    mask(masked) {
      masks.push(masked);
    },
  };
}

/** Names of tools, devices and error kinds, addresses and the like; no typed text and no screen text. */
const identifier = /^[\w.:/@[\]-]{1,80}$/;

type Shown = string | number | boolean | null;

function field(value: LogFields[string], clean: (text: string) => string): Shown {
  if (value === undefined || value === null) return null;
  if (typeof value === 'string') {
    return identifier.test(value) ? clean(value) : `[${value.length} characters]`;
  }
  if (typeof value === 'object') return clean(value.join(' < '));
  const text = String(value);
  return clean(text) === text ? value : clean(text);
}

interface Line {
  readonly time: string;
  readonly level: LogLevel;
  readonly message: string;
  readonly fields: readonly (readonly [name: string, value: Shown])[];
}

function jsonLine({ time, level, message, fields }: Line): string {
  return `${JSON.stringify({ time, level, message, ...Object.fromEntries(fields) })}\n`;
}

function plainLine({ time, level, message, fields }: Line): string {
  const beside = fields.map(([name, value]) => `  ${name}=${plainValue(value)}`).join('');
  return `${time.slice(11, 19)} ${level.padEnd(5)} ${message}${beside}\n`;
}

/**
 * Quoted if it could end the line or contain terminal escapes. JSON.stringify does not escape DEL and the C1 controls.
 */
function plainValue(value: Shown): string {
  if (typeof value !== 'string' || /^[\x20-\x7e]*$/.test(value)) return String(value);
  return JSON.stringify(value).replace(
    /[\x7f-\x9f]/g,
    (control) => `\\u00${control.charCodeAt(0).toString(16)}`,
  );
}
