/** Values of a metric's labels, in the order of its label names. They come from fixed sets: each one makes a series. */
type LabelValues = readonly string[];

/** A metric: what it is called, and what it says to a person. Names and units follow Prometheus' conventions. */
export interface Described {
  readonly name: string;
  readonly help: string;
  readonly labels?: readonly string[];
}

export interface Counter {
  add(labels?: LabelValues, by?: number): void;
}

export interface Histogram {
  /** One value, in the unit that the name ends with. */
  observe(value: number, labels?: LabelValues): void;
}

/** The value of a gauge, read on demand. */
export interface Reading {
  readonly labels?: LabelValues;
  readonly value: number;
}

type Kind = 'counter' | 'gauge' | 'histogram';

interface Family extends Described {
  readonly kind: Kind;
  readonly lines: () => string[];
}

/** The media type of `text()`: version 0.0.4 of Prometheus' text format. */
export const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

/** The numbers of this process, for Prometheus. */
export class Metrics {
  readonly #families: Family[] = [];

  counter(described: Described): Counter {
    const series = new Map<string, number>();
    if (!described.labels) series.set('', 0);
    this.#families.push({
      ...described,
      kind: 'counter',
      lines: () => [...series].map(([labels, value]) => line(described.name, labels, value)),
    });
    return {
      add(labels = [], by = 1) {
        const key = written(described, labels);
        series.set(key, (series.get(key) ?? 0) + by);
      },
    };
  }

  /** Values that are read on each request. */
  gauge(described: Described, read: () => Iterable<Reading>, kind: 'gauge' | 'counter' = 'gauge'): void {
    const lines = () =>
      [...read()].map(({ labels = [], value }) => line(described.name, written(described, labels), value));
    this.#families.push({ ...described, kind, lines });
  }

  /** `bounds` rise; a value counts for the first that is not below it. */
  histogram(described: Described, bounds: readonly number[]): Histogram {
    const series = new Map<string, Observed>();
    this.#families.push({
      ...described,
      kind: 'histogram',
      lines: () => [...series].flatMap(([labels, observed]) => observed.lines(described.name, labels)),
    });
    return {
      observe(value, labels = []) {
        const key = written(described, labels);
        const observed = series.get(key) ?? new Observed(bounds);
        series.set(key, observed);
        observed.add(value);
      },
    };
  }

  text(): string {
    const told = this.#families.flatMap(({ name, help, kind, lines }) => {
      const values = lines();
      return values.length === 0 ? [] : [`# HELP ${name} ${help}`, `# TYPE ${name} ${kind}`, ...values];
    });
    return `${told.join('\n')}\n`;
  }
}

/** The values of one series of a histogram. */
class Observed {
  readonly #bounds: readonly number[];
  readonly #counts: number[];
  #sum = 0;
  #count = 0;

  constructor(bounds: readonly number[]) {
    this.#bounds = bounds;
    this.#counts = bounds.map(() => 0);
  }

  add(value: number): void {
    this.#sum += value;
    this.#count += 1;
    const at = this.#bounds.findIndex((bound) => value <= bound);
    if (at >= 0) this.#counts[at] = (this.#counts[at] ?? 0) + 1;
  }

  /** Each bucket counts those of the smaller ones, too. */
  lines(name: string, labels: string): string[] {
    let below = 0;
    const more = (bound: number | string) =>
      labels === '' ? `{le="${bound}"}` : `${labels.slice(0, -1)},le="${bound}"}`;
    const buckets = this.#bounds.map((bound, at) => {
      below += this.#counts[at] ?? 0;
      return line(`${name}_bucket`, more(bound), below);
    });
    return [
      ...buckets,
      line(`${name}_bucket`, more('+Inf'), this.#count),
      line(`${name}_sum`, labels, this.#sum),
      line(`${name}_count`, labels, this.#count),
    ];
  }
}

function line(name: string, labels: string, value: number): string {
  return `${name}${labels} ${value}`;
}

function written({ labels: names = [] }: Described, values: LabelValues): string {
  if (names.length === 0) return '';
  return `{${names.map((name, at) => `${name}="${escaped(values[at] ?? '')}"`).join(',')}}`;
}

/** A label's value as the text format wants it. */
function escaped(value: string): string {
  return value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}
