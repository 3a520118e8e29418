import type { LogEntry, LogLevel } from '../../framework/system/log.ts';

const ORDER = 'VDIWEF';
const SILENT = ORDER.length;

/** `TAG:P TAG:P *:P`: which entries are shown, by tag and lowest priority. */
export class FilterSpec {
  readonly #tags = new Map<string, number>();
  #others = 0;

  constructor(specs: readonly string[], silentByDefault: boolean) {
    if (silentByDefault) this.#others = SILENT;
    for (const spec of specs.flatMap((one) => one.split(/[\s,]+/)).filter((one) => one !== ''))
      this.#add(spec);
  }

  shows({ tag, level }: Pick<LogEntry, 'tag' | 'level'>): boolean {
    return rank(level) >= (this.#tags.get(tag) ?? this.#others);
  }

  /** A tag without a priority shows everything; `*` alone means debug and above. */
  #add(spec: string): void {
    const [, tag = spec, letter] = /^(.*?)(?::([VDIWEFS*]))?$/i.exec(spec) ?? [];
    if (tag === '*') this.#others = letter === undefined ? rank('D') : rankOf(letter);
    else this.#tags.set(tag, letter === undefined ? 0 : rankOf(letter));
  }
}

function rank(level: LogLevel): number {
  return ORDER.indexOf(level);
}

function rankOf(letter: string): number {
  if (letter === '*') return 0;
  const upper = letter.toUpperCase();
  return upper === 'S' ? SILENT : ORDER.indexOf(upper);
}
