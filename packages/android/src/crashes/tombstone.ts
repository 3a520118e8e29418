/** The process in a tombstone: `pid: 2218, tid: 2218, name: …  >>> com.example.login <<<`. */
export function processOfTombstone(text: string): string | undefined {
  return />>> (.*) <<</.exec(text)?.[1];
}

/** The reason of its end: the signal, and the abort message if there is one. */
export function signalOf(text: string): string {
  const signal = /^signal \d+ \(.*$/m.exec(text)?.[0] ?? 'a signal ended it';
  const message = /^Abort message: '(.*)'$/m.exec(text)?.[1];
  return message === undefined ? signal : `${signal}: ${message}`;
}
