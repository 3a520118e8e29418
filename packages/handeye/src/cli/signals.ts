import type { Writable } from 'node:stream';
import { hasCode } from '@handeye/core/device/error-code';

/**
 * npm forwards signals to the process it started, so a Ctrl-C under `npm start` arrives twice: from the terminal and,
 * a moment later, from npm (@npmcli/run-script, signal-manager). Only a signal after that moment is a second request.
 */
const ECHO_MILLISECONDS = 1000;

const signals = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15, SIGBREAK: 21 } as const;
type StopSignal = keyof typeof signals;

/** The part of node's process that signals concern. */
export interface Signalled {
  on(signal: StopSignal, then: () => void): unknown;
  exit(code: number): void;
  readonly stdout: Pick<Writable, 'on'>;
}

interface StopOptions {
  readonly platform: NodeJS.Platform;
  readonly now: () => number;
}

/** Fires when the process is asked to stop, or when its output is closed. A second request ends the process at once. */
export function stopSignal(process: Signalled, { platform, now }: StopOptions): AbortSignal {
  const stop = new AbortController();
  let asked: number | undefined;
  for (const signal of stopSignals(platform)) {
    process.on(signal, () => {
      asked ??= now();
      if (now() - asked > ECHO_MILLISECONDS) process.exit(128 + signals[signal]);
      stop.abort();
    });
  }
  // `handeye … | head` closes the pipe. Without a listener, node would end with a crash message.
  process.stdout.on('error', (error) => {
    if (!hasCode(error, 'EPIPE')) throw error;
    stop.abort();
  });
  return stop.signal;
}

/**
 * Windows has no SIGTERM. Its console sends SIGINT for Ctrl-C, SIGBREAK for Ctrl-Break, and SIGHUP when its window is
 * closed, about ten seconds before it kills the process (Node.js, "Signal events").
 */
function stopSignals(platform: NodeJS.Platform): readonly StopSignal[] {
  return platform === 'win32' ? ['SIGINT', 'SIGBREAK', 'SIGHUP'] : ['SIGINT', 'SIGTERM', 'SIGHUP'];
}
