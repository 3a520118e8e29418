/** How loud a log line is. */
export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

/** Takes one structured line. Fields never hold a token, an argument or anything that was on a screen. */
export type Log = (
  level: LogLevel,
  event: string,
  fields?: Readonly<Record<string, string | number | boolean | readonly string[]>>,
) => void;

/** All that a log line may say of an unexpected error: its message could quote what a client sent. */
export function errorName(error: unknown): string {
  return error instanceof Error ? error.name : typeof error;
}
