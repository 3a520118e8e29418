/** What of an AudioContext has to be woken. */
export interface SleepingAudio {
  readonly state: string;
  resume(): Promise<void>;
}

/** A mouse and a key count as use of the page when they go down, a finger only when it is lifted. */
const SIGNS = ['pointerdown', 'pointerup', 'touchend', 'keydown'] as const;

/** Browsers are silent until the person has used the page, and do not say what counted: each sign tries, until it is awake. */
export function wakeOnUse(page: EventTarget, audio: () => SleepingAudio): void {
  const awake = new AbortController();
  const wake = () => {
    const own = audio();
    own.resume().then(
      () => {
        if (own.state === 'running') awake.abort();
      },
      // The next sign tries again.
      () => undefined,
    );
  };
  for (const name of SIGNS) page.addEventListener(name, wake, { capture: true, signal: awake.signal });
}
