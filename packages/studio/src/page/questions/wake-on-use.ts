/** The used part of an AudioContext. */
export interface SleepingAudio {
  readonly state: string;
  resume(): Promise<void>;
}

/** Events that browsers accept as use of the page: a mouse or a key when pressed, a finger only when lifted. */
const SIGNS = ['pointerdown', 'pointerup', 'touchend', 'keydown'] as const;

/**
 * Wakes the sound. Browsers block it until the person has used the page, and do not tell which event counted: each one tries,
 * until it is awake.
 */
export function wakeOnUse(page: EventTarget, audio: () => SleepingAudio): void {
  const awake = new AbortController();
  const wake = () => {
    const own = audio();
    own.resume().then(
      () => {
        if (own.state === 'running') awake.abort();
      },
      // The next event tries again.
      () => undefined,
    );
  };
  for (const name of SIGNS) page.addEventListener(name, wake, { capture: true, signal: awake.signal });
}
