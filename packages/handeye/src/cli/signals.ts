/**
 * npm sends a signal on to what it started, so a Ctrl-C under `npm start` arrives twice: from the terminal and,
 * a moment later, from npm (@npmcli/run-script, signal-manager). Only one after that moment is a second wish.
 */
const ECHO_MILLISECONDS = 1000;

const signals = { SIGINT: 2, SIGTERM: 15, SIGHUP: 1 } as const;

/** The part of node's process that signals concern. */
export interface Signalled {
  on(signal: keyof typeof signals, then: () => void): unknown;
  exit(code: number): void;
}

/** Fires when the process is asked to stop. A second request ends the process at once. */
export function stopSignal(process: Signalled, now: () => number): AbortSignal {
  const stop = new AbortController();
  let asked: number | undefined;
  const ask = (number: number) => {
    asked ??= now();
    if (now() - asked > ECHO_MILLISECONDS) process.exit(128 + number);
    stop.abort();
  };
  process.on('SIGINT', () => {
    ask(signals.SIGINT);
  });
  process.on('SIGTERM', () => {
    ask(signals.SIGTERM);
  });
  process.on('SIGHUP', () => {
    ask(signals.SIGHUP);
  });
  return stop.signal;
}
