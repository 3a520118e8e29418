interface Naming {
  readonly pattern: RegExp;
  readonly as: (count: number) => string;
  /** Only in the answers of this tool. */
  readonly of?: string;
}

const crashName = (count: number) => `k2f7${count}`;

/** Ids differ from run to run: each has a name of its own on the page. */
const namings: readonly Naming[] = [
  {
    of: 'notification_list',
    pattern: /(?<=^|actions: |", )[0-9a-f]{6}(?= )/gm,
    as: (count) => `a3f10${count}`,
  },
  { of: 'get_crashes', pattern: /^\w+(?= (?:crash|anr|native))/gm, as: crashName },
  { pattern: /(?<=get_crashes id )\w+/g, as: crashName },
  { pattern: /(?<![\d.-])\d{6}(?![\d.-])/g, as: (count) => String(700_060 + count) },
  { pattern: /\bs[0-9a-f]{2}\d+\b/g, as: (count) => `s4f${count}` },
];

/** Times have no names: one stands for all. */
const times: readonly (readonly [pattern: RegExp, as: string])[] = [
  [/\d{4}-\d\d-\d\d \d\d:\d\d(?::\d\d)?/g, '2026-11-16 10:15:00'],
  [/\d{4}-\d\d-\d\d-\d{6}/g, '2026-11-16-101500'],
  [/(?<![\d:.])\d\d?:\d\d(?![\d:.])/g, '10:15'],
  [/\w+day, \w+ \d+/g, 'Monday, November 16'],
  [/(?<=\.mp4, )[\d.]+ s\. Frames at [\d., ]+ s/g, '4.2 s. Frames at 1, 2, 4 s'],
  [/(?<=\b(?:PID|UID): )\d+/g, '2345'],
  [/(?<=Process-Runtime: )\d+/g, '4000'],
];

/** Gives the same names to the same ids throughout a task, and finds the ids by their names. */
export class SteadyNames {
  readonly #names = new Map<string, string>();
  readonly #ids = new Map<string, string>();
  readonly #counts = new Map<Naming, number>();

  /** A tool's answer in the form of the page. */
  shown(tool: string, text: string): string {
    const own = namings.find(({ of }) => of === tool);
    const others = namings.filter(({ of }) => of === undefined);
    const named = (own ? [own] : others).reduce(
      (before, naming) => before.replaceAll(naming.pattern, (id) => this.#name(id, naming)),
      text,
    );
    return times.reduce((before, [pattern, as]) => before.replaceAll(pattern, as), named);
  }

  /** Arguments of the page, with the ids of this run. */
  real(args: Readonly<Record<string, unknown>>): unknown {
    return Object.fromEntries(
      Object.entries(args).map(([name, value]) => [
        name,
        typeof value === 'string' ? (this.#ids.get(value) ?? value) : value,
      ]),
    );
  }

  #name(id: string, naming: Naming): string {
    const known = this.#names.get(id);
    if (known !== undefined) return known;
    const count = (this.#counts.get(naming) ?? 0) + 1;
    this.#counts.set(naming, count);
    const name = naming.as(count);
    this.#names.set(id, name);
    this.#ids.set(name, id);
    return name;
  }
}
