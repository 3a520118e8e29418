import { signal } from '@preact/signals';
import { wakeOnUse } from './wake-on-use.ts';

/** The key in the browser's storage for a muted sound. */
const KEPT_AS = 'handeye-sound';

export const isMuted = signal(kept() === 'off');

export function setMuted(muted: boolean): void {
  isMuted.value = muted;
  try {
    localStorage.setItem(KEPT_AS, muted ? 'off' : 'on');
  } catch {
    // Without storage the choice is lost at the next load.
  }
}

function kept(): string | null {
  try {
    return localStorage.getItem(KEPT_AS);
  } catch {
    return null;
  }
}

let audio: AudioContext | undefined;

wakeOnUse(document, () => (audio ??= new AudioContext()));

/** Two short notes, the second one higher. */
const notes = [
  { hertz: 660, at: 0 },
  { hertz: 880, at: 0.16 },
] as const;
const LENGTH = 0.14;
const LOUDNESS = 0.12;

/** Calls for attention. */
export function ring(): void {
  if (isMuted.value || audio?.state !== 'running') return;
  for (const { hertz, at } of notes) {
    const start = audio.currentTime + at;
    const tone = new OscillatorNode(audio, { frequency: hertz });
    const loudness = new GainNode(audio, { gain: LOUDNESS });
    loudness.gain.setTargetAtTime(0, start + LENGTH / 2, LENGTH / 6);
    tone.connect(loudness).connect(audio.destination);
    tone.start(start);
    tone.stop(start + LENGTH);
  }
}
