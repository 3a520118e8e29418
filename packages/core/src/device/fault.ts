/** How many frames of a stack a log line shows. */
const MOST_FRAMES = 12;

/** The facts about a fault of ours that a log may hold. */
export interface FaultFields {
  /** The class of the error. */
  readonly error: string;
  /** The system's word for it, such as ENOENT. */
  readonly code?: string;
  /** Where it happened, innermost first. */
  readonly stack: readonly string[];
}

/**
 * A fault for the log: its class and where it happened, never its message. That may quote what was on the screen or
 * typed, and a stack begins with it, over as many lines as it has; only lines in the form of a frame are taken.
 */
export function faultFields(fault: unknown): FaultFields {
  if (!(fault instanceof Error)) return { error: typeof fault, stack: [] };
  const code =
    'code' in fault && /^[A-Z][A-Z0-9_]*$/.test(String(fault.code)) ? String(fault.code) : undefined;
  const frames = framesOf(fault);
  const behind = fault.cause instanceof Error ? [fault.cause.name, ...framesOf(fault.cause)] : [];
  return {
    error: fault.name,
    ...(code !== undefined && { code }),
    stack: [...frames, ...behind].slice(0, MOST_FRAMES),
  };
}

/** The last words of a process that ends by a fault of ours. Node would print the message. */
export function crashText(fault: unknown): string {
  const { error, code, stack } = faultFields(fault);
  const what = code === undefined ? error : `${error} (${code})`;
  const frames = stack.map((frame) => `    at ${frame}\n`).join('');
  return `handeye: it crashed by a fault of its own: ${what}\n${frames}The message is not shown: it may quote a screen. Please report this.\n`;
}

/** The part after the message, which the stack repeats as it was when the error was made. */
function framesOf({ stack = '', message }: Error): string[] {
  const at = stack.indexOf(message);
  const behind = at < 0 ? stack : stack.slice(at + message.length);
  return behind.split('\n').flatMap((line) => {
    const frame = /^ {4}at (?:[\w.#<>[\] ]+ \()?(?:file:\/\/)?([^()]*:\d+:\d+)\)?$/.exec(line)?.[1];
    return frame === undefined ? [] : [frame.split(/[\\/]/).slice(-3).join('/')];
  });
}
