/** The deepest arguments of a tool have eight levels. Beyond thousands, what walks through them would end in a fault. */
const MOST_LEVELS = 64;

/** Stands for arguments that no tool may see, and tells why. */
export const TOO_DEEP = `The arguments are nested deeper than ${MOST_LEVELS} levels.`;

/** The arguments as they may be passed on, looked at without recursion. */
export function withinDepth(args: unknown): unknown {
  let level = [args];
  for (let depth = 0; depth <= MOST_LEVELS; depth += 1) {
    level = level.flatMap((value): unknown[] =>
      typeof value === 'object' && value !== null ? Object.values(value) : [],
    );
    if (level.length === 0) return args;
  }
  return TOO_DEEP;
}
