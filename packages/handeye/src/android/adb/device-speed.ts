import type { ShellCommand } from './shell/quote.ts';

type Kind = 'java' | 'native' | 'dump';

/** What commands take on an ordinary phone, each way and Java VM included. Others differ too much to tell anything. */
const USUAL: readonly { readonly form: RegExp; readonly kind: Kind; readonly ms: number }[] = [
  // Before Android 12 or so these start a Java VM: 1 s on a slow Android 5.1, of which `dumpsys` shows nothing (80 ms).
  { form: /^(input (\w+ )?(tap|keyevent) [\w ]{1,30}|wm (size|density))$/, kind: 'java', ms: 500 },
  { form: /^(dumpsys (window|power|activity)|getprop)\b/, kind: 'native', ms: 250 },
];

/** What a dump takes: a second of rest, and up to two to start. */
const USUAL_DUMP = 4000;

/** How much of a new measure goes into the smoothed one. */
const WEIGHT = 0.3;

/** Beyond this a phone is not waited for any longer, however slow it was: one that hangs must be found. */
const MOST = 4;

/** How slow one phone is, by the commands that it has answered so far. */
export class DeviceSpeed {
  readonly #smoothed = new Map<Kind, number>();

  /** How many times longer things take than on an ordinary phone: 1 to 4. */
  get slowness(): number {
    return Math.min(MOST, Math.max(1, ...this.#smoothed.values()));
  }

  /** Notes that these commands, in one round trip, took so long. */
  note(commands: readonly ShellCommand[], milliseconds: number): void {
    const usual = commands.map(({ text }) => {
      const plain = text.replaceAll("'", ''); // what was inserted is quoted
      return USUAL.find(({ form }) => form.test(plain));
    });
    const kind = usual[0]?.kind;
    // A mixture does not say which of them was slow.
    if (kind === undefined || usual.some((known) => known?.kind !== kind)) return;
    this.#measured(kind, milliseconds / usual.reduce((sum, known) => sum + (known?.ms ?? 0), 0));
  }

  /** Notes that a dump that succeeded took so long. */
  noteDump(milliseconds: number): void {
    this.#measured('dump', milliseconds / USUAL_DUMP);
  }

  #measured(kind: Kind, ratio: number): void {
    const before = this.#smoothed.get(kind) ?? ratio;
    this.#smoothed.set(kind, before + WEIGHT * (ratio - before));
  }
}
