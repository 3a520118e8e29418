import type { Crash } from '@handeye/core/device/services/crashes';

const MOST_FRAMES = 3;

/** Java frames: `	at com.example.Main.load(Main.java:12)`. */
const JAVA_FRAME = /^\s+at (\S.*)$/;
/** Native frames: `      #00 pc 0000000000001a3c  /data/app/…/libsession.so (session_open+44)`. */
const NATIVE_FRAME = /^\s*#\d+ pc [0-9a-f]+\s+(\S+)(?:\s+(.*))?$/;

/** Packages of Android, of Java and of libraries that nearly every application contains. */
const LIBRARIES =
  /^(?:android|androidx|java|javax|jdk|sun|dalvik|libcore|kotlin|kotlinx|com\.android|com\.google\.android|org\.json)\./;

interface Failed {
  readonly kind: Crash['kind'];
  readonly app: string;
}

/** The first calls of a trace that are the application's own, the innermost first. */
export function ownFrames(trace: string, { kind, app }: Failed): readonly string[] {
  const lines = (kind === 'not responding' ? mainThreadOf(trace) : trace).split('\n');
  if (kind === 'native crash') return nativeFrames(lines, app);
  const frames = lines.flatMap((line) => JAVA_FRAME.exec(line)?.[1] ?? []);
  const family = familyOf(app);
  const own = frames.filter((frame) => frame.startsWith(family));
  // A package may have another name than its code: a build for tests, an application of several parts.
  return (own.length > 0 ? own : frames.filter((frame) => !LIBRARIES.test(frame)))
    .slice(0, MOST_FRAMES)
    .map((frame) => `at ${frame}`);
}

/** `com.example.` of `com.example.app:service`: the prefix of the maker's code. */
function familyOf(app: string): string {
  const [name = ''] = app.split(':');
  return `${name.split('.').slice(0, 2).join('.')}.`;
}

/** The trace of the thread that did not answer: from its line up to the next thread's. */
function mainThreadOf(trace: string): string {
  const start = trace.search(/^"main" /m);
  if (start < 0) return trace;
  const end = trace.indexOf('\n\n', start);
  return end < 0 ? trace.slice(start) : trace.slice(start, end);
}

function nativeFrames(lines: readonly string[], app: string): readonly string[] {
  const [name = ''] = app.split(':');
  const own = lines.flatMap((line) => {
    const [, file = '', method = ''] = NATIVE_FRAME.exec(line) ?? [];
    if (!file.startsWith('/data/') && !file.includes(name)) return [];
    return [`at ${`${file.slice(file.lastIndexOf('/') + 1)} ${method}`.trim()}`];
  });
  return own.slice(0, MOST_FRAMES);
}
