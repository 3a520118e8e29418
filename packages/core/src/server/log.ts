/** From the most to the least important. */
export const logLevels = ['error', 'warn', 'info', 'debug'] as const;
export type LogLevel = (typeof logLevels)[number];

/** Takes one structured line. Fields never hold a token, an argument or anything that was on a screen. */
export type Log = (
  level: LogLevel,
  event: string,
  fields?: Readonly<Record<string, string | number | boolean | readonly string[]>>,
) => void;

/** The name of an unexpected error, for the log. Not its message: that could quote what a client sent. */
export function errorName(error: unknown): string {
  return error instanceof Error ? error.name : typeof error;
}
