import type { ShellCommand } from './shell/quote.ts';

type Kind = 'java' | 'native' | 'dump';

/**
 * The times of commands on an ordinary phone, including the round trip and the Java VM. Other commands vary too much to
 * measure.
 */
const USUAL: readonly { readonly form: RegExp; readonly kind: Kind; readonly ms: number }[] = [
  // Before about Android 12 these start a Java VM: 1 s on a slow Android 5.1, where `dumpsys` takes only 80 ms.
  { form: /^(input (\w+ )?(tap|keyevent) [\w ]{1,30}|wm (size|density))$/, kind: 'java', ms: 500 },
  { form: /^(dumpsys (window|power|activity)|getprop)\b/, kind: 'native', ms: 250 },
];

/** The time of a dump: one second of waiting for idle, and up to two to start. */
const USUAL_DUMP = 4000;

/** The weight of a new measurement in the smoothed value. */
const WEIGHT = 0.3;

/** The most that limits grow, however slow a phone was: one that hangs must be noticed. */
const MOST = 4;

/** The slowness of a phone, judging by the commands it has answered so far. */
export class DeviceSpeed {
  readonly #smoothed = new Map<Kind, number>();

  /** The time that commands take, as a multiple of an ordinary phone's: 1 to 4. */
  get slowness(): number {
    return Math.min(MOST, Math.max(1, ...this.#smoothed.values()));
  }

  /** Records how long these commands took, in one round trip. */
  note(commands: readonly ShellCommand[], milliseconds: number): void {
    const usual = commands.map(({ text }) => {
      const plain = text.replaceAll("'", ''); // inserted values are quoted
      return USUAL.find(({ form }) => form.test(plain));
    });
    const kind = usual[0]?.kind;
    // A mix of kinds does not show which one was slow.
    if (kind === undefined || usual.some((known) => known?.kind !== kind)) return;
    this.#measured(kind, milliseconds / usual.reduce((sum, known) => sum + (known?.ms ?? 0), 0));
  }

  /** Records how long a successful dump took. */
  noteDump(milliseconds: number): void {
    this.#measured('dump', milliseconds / USUAL_DUMP);
  }

  #measured(kind: Kind, ratio: number): void {
    const before = this.#smoothed.get(kind) ?? ratio;
    this.#smoothed.set(kind, before + WEIGHT * (ratio - before));
  }
}
