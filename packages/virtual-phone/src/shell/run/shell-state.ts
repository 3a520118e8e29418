/** The state of a shell: variables, functions, parameters, options. A subshell gets a copy. */
import type { MemoryAccount } from '../memory.ts';
import type { Command } from '../syntax/syntax.ts';

interface Variable {
  readonly value: string | undefined;
  readonly exported: boolean;
  /** The account that the value is counted in; a copy of the shell shares values that its original has counted. */
  readonly countedBy?: MemoryAccount | undefined;
}

/** The supported options of `set`, by letter and long name. */
export const OPTIONS: Readonly<Record<string, string>> = {
  a: 'allexport',
  e: 'errexit',
  f: 'noglob',
  n: 'noexec',
  u: 'nounset',
  v: 'verbose',
  m: 'monitor',
};

export class ShellState {
  readonly functions: Map<string, Command>;
  readonly options: Set<string>;
  readonly traps: Map<string, string>;
  parameters: readonly string[] = [];
  /** `$0`, and the name before messages. */
  name = '/system/bin/sh';
  cwd = '/';
  previousDirectory: string | undefined;
  status = 0;
  lastBackground: number | undefined;
  umask = 0o22;
  line = 0;
  /** The account for its values. */
  memory: MemoryAccount | undefined;
  readonly #variables: Map<string, Variable>;
  /** Variables that are computed when they are read: RANDOM, SECONDS. */
  readonly #living: Map<string, () => string>;
  /** Variables hidden by a function's locals, to be restored. */
  readonly #hidden: Map<string, Variable | undefined>[] = [];

  constructor(environment: Iterable<readonly [string, string]>) {
    this.#variables = new Map();
    this.#living = new Map();
    this.functions = new Map();
    this.options = new Set();
    this.traps = new Map();
    for (const [name, value] of environment) {
      this.#variables.set(name, { value, exported: true });
    }
  }

  /** A copy for a subshell; its traps start empty. */
  fork(): ShellState {
    const copy = new ShellState([]);
    for (const [name, variable] of this.#variables) copy.#variables.set(name, variable);
    for (const [name, living] of this.#living) copy.#living.set(name, living);
    for (const [name, body] of this.functions) copy.functions.set(name, body);
    for (const option of this.options) copy.options.add(option);
    copy.parameters = this.parameters;
    copy.name = this.name;
    copy.cwd = this.cwd;
    copy.previousDirectory = this.previousDirectory;
    copy.status = this.status;
    copy.lastBackground = this.lastBackground;
    copy.umask = this.umask;
    copy.line = this.line;
    return copy;
  }

  get(name: string): string | undefined {
    return this.#living.get(name)?.() ?? this.#variables.get(name)?.value;
  }

  set(name: string, value: string): void {
    const known = this.#variables.get(name);
    this.memory?.take(value.length);
    this.#uncount(known);
    const exported = (known?.exported ?? false) || this.options.has('allexport');
    this.#variables.set(name, { value, exported, countedBy: this.memory });
  }

  unset(name: string): void {
    this.#uncount(this.#variables.get(name));
    this.#variables.delete(name);
    this.#living.delete(name);
  }

  export(name: string): void {
    this.#variables.set(name, {
      value: undefined,
      ...this.#variables.get(name),
      exported: true,
    });
  }

  isExported(name: string): boolean {
    return this.#variables.get(name)?.exported ?? false;
  }

  define(name: string, living: () => string): void {
    this.#living.set(name, living);
  }

  /** The set variables, sorted by name. */
  *variables(): Generator<[string, string]> {
    for (const name of [...this.#variables.keys()].sort()) {
      const value = this.#variables.get(name)?.value;
      if (value !== undefined) yield [name, value];
    }
  }

  /** The environment of a program. */
  environment(): Map<string, string> {
    return new Map([...this.variables()].filter(([name]) => this.isExported(name)));
  }

  enterFunction(): void {
    this.#hidden.push(new Map());
  }

  leaveFunction(): void {
    for (const [name, hidden] of this.#hidden.pop() ?? []) {
      this.#uncount(this.#variables.get(name));
      if (hidden) this.#variables.set(name, hidden);
      else this.#variables.delete(name);
    }
  }

  /** Makes a variable local to the running function; outside a function it changes nothing. */
  makeLocal(name: string): void {
    const hidden = this.#hidden.at(-1);
    if (!hidden || hidden.has(name)) return;
    hidden.set(name, this.#variables.get(name));
    this.#variables.delete(name);
  }

  #uncount(variable: Variable | undefined): void {
    if (variable?.countedBy === this.memory) this.memory?.give(variable?.value?.length ?? 0);
  }
}
