import type { QuickJSContext, QuickJSHandle, QuickJSWASMModule } from 'quickjs-emscripten-core';

/** JavaScript in QuickJS: a machine of its own in WebAssembly, which has no file, no network and no object of ours. */

const MEMORY = 64 * 1024 * 1024;
/** Node's own stack ends before a larger one does. */
const STACK = 128 * 1024;
const LONGEST_TEXT = 1024 * 1024;

/** A script failed; the message says why, for people. */
export class ScriptError extends Error {
  override readonly name = 'ScriptError';
}

export interface SandboxHost {
  readonly platform: string;
  /** How long a script may work. */
  readonly seconds: number;
  /** Answers `http.get(…)` and the others, as JSON. Throws if it is not allowed. */
  request(json: string): string;
  log(line: string): void;
}

/** Loaded at the first script, as most flows have none. Each sandbox gets a machine and memory of its own. */
async function quickJs(): Promise<QuickJSWASMModule> {
  const { newQuickJSWASMModuleFromVariant } = await import('quickjs-emscripten-core');
  const { default: variant } = await import('@jitl/quickjs-singlefile-mjs-release-sync');
  return await newQuickJSWASMModuleFromVariant(variant);
}

/** What scripts find, as in Maestro. An unknown name is undefined, so that `${NAME || 'default'}` works. */
const PRELUDE = `
Object.setPrototypeOf(globalThis, new Proxy(Object.prototype, { has: () => true }));
globalThis.output = {};
globalThis.json = (text) => JSON.parse(text);
globalThis.relativePoint = (x, y) => Math.ceil(x * 100) + '%,' + Math.ceil(y * 100) + '%';
(({ request, log, platform }) => {
  globalThis.maestro = { copiedText: undefined, platform };
  const send = (method) => (url, params = {}) => JSON.parse(request(JSON.stringify({ method, ...params, url })));
  globalThis.http = {
    get: send('GET'), post: send('POST'), put: send('PUT'), delete: send('DELETE'), request: send('GET'),
  };
  const said = (...values) => log(values.map((value) => typeof value === 'object' ? JSON.stringify(value) : String(value)).join(' '));
  globalThis.console = { log: said, info: said, warn: said, error: said, debug: said };
  return globalThis.maestro;
})`;

/** Words that cannot be the name of a variable in a script. */
const RESERVED = new Set(
  (
    'arguments await break case catch class const continue debugger default delete do else enum eval export extends false ' +
    'finally for function if implements import in instanceof interface let new null package private protected public return ' +
    'static super switch this throw true try typeof var void while with yield'
  ).split(' '),
);

/** The scripts of one run. They share `output`; each has its own variables. */
export class Sandbox {
  readonly #context: QuickJSContext;
  readonly #maestro: QuickJSHandle;
  readonly #seconds: number;
  #deadline = 0;
  #broken: string | undefined;

  private constructor(module: QuickJSWASMModule, host: SandboxHost) {
    this.#seconds = host.seconds;
    const runtime = module.newRuntime({ interruptHandler: () => Date.now() > this.#deadline });
    runtime.setMemoryLimit(MEMORY);
    runtime.setMaxStackSize(STACK);
    this.#context = runtime.newContext();
    this.#maestro = this.#guarded(() => this.#prepare(host));
  }

  static async open(host: SandboxHost): Promise<Sandbox> {
    return new Sandbox(await quickJs(), host);
  }

  /** The value of a script as text, as `${…}` puts it into a text. */
  run(code: string, env: Readonly<Record<string, string>>): string {
    const names = Object.keys(env).filter((name) => /^[A-Za-z_$][\w$]*$/.test(name) && !RESERVED.has(name));
    const source = `(function(${names.join(',')}){"use strict";return String(eval(arguments[${names.length}]))})`;
    return this.#guarded(() => {
      const context = this.#context;
      const values = [...names.map((name) => env[name] ?? ''), code].map((text) => context.newString(text));
      try {
        return this.#textOf(context.evalCode(source), values);
      } finally {
        for (const value of values) value.dispose();
      }
    });
  }

  get isBroken(): boolean {
    return this.#broken !== undefined;
  }

  /** What `maestro.copiedText` is. */
  get copiedText(): string {
    return this.#guarded(() => {
      const value = this.#context.getProp(this.#maestro, 'copiedText');
      return value.consume((handle) =>
        this.#context.typeof(handle) === 'string' ? this.#context.getString(handle) : '',
      );
    });
  }

  set copiedText(text: string) {
    this.#guarded(() => {
      this.#context.newString(text).consume((handle) => {
        this.#context.setProp(this.#maestro, 'copiedText', handle);
      });
    });
  }

  #textOf(compiled: ReturnType<QuickJSContext['evalCode']>, values: QuickJSHandle[]): string {
    const context = this.#context;
    const work = this.#value(compiled);
    const called = context.callFunction(work, context.undefined, values);
    work.dispose();
    const text = this.#value(called).consume((handle) => context.getString(handle));
    if (text.length > LONGEST_TEXT)
      throw new ScriptError(`its text has ${text.length} characters, more than ${LONGEST_TEXT}`);
    const jobs = context.runtime.executePendingJobs();
    if (jobs.error) this.#fail(jobs.error);
    return text;
  }

  /** Anything but an error of a script means that the machine is no longer sound: a deep recursion can end it. */
  #guarded<T>(work: () => T): T {
    if (this.#broken !== undefined)
      throw new ScriptError(`a script before it ${this.#broken}; run the flow again`);
    this.#deadline = Date.now() + this.#seconds * 1000;
    try {
      return work();
    } catch (cause) {
      if (cause instanceof ScriptError) throw cause;
      this.#broken = `broke the script engine (${String(cause)})`;
      throw new ScriptError(`it ${this.#broken}`, { cause });
    }
  }

  #prepare(host: SandboxHost): QuickJSHandle {
    const context = this.#context;
    const parts = context.newObject();
    const put = (name: string, handle: QuickJSHandle) => {
      handle.consume((value) => {
        context.setProp(parts, name, value);
      });
    };
    put('platform', context.newString(host.platform));
    put(
      'log',
      context.newFunction('log', (line) => {
        host.log(context.getString(line).slice(0, 10_000));
      }),
    );
    put(
      'request',
      context.newFunction('request', (json) => {
        const before = Date.now();
        try {
          return context.newString(host.request(context.getString(json)));
        } finally {
          // Waiting for an answer is no work of the script's.
          this.#deadline += Date.now() - before;
        }
      }),
    );
    const prelude = this.#value(context.evalCode(PRELUDE));
    return this.#value(context.callFunction(prelude, context.undefined, parts));
  }

  #value(result: ReturnType<QuickJSContext['evalCode']>): QuickJSHandle {
    return result.error ? this.#fail(result.error) : result.value;
  }

  #fail(error: QuickJSHandle): never {
    const context = this.#context;
    const isError = context.typeof(error) === 'object';
    const part = (name: string) =>
      context.getProp(error, name).consume((handle) => context.getString(handle));
    const message = isError ? part('message') : context.getString(error);
    const name = isError ? part('name') : 'undefined';
    const line = isError ? /<(?:input|evalScript|eval)>:(\d+)/.exec(part('stack'))?.[1] : undefined;
    error.dispose();
    if (message === 'interrupted') throw new ScriptError(`it ran longer than ${this.#seconds} s`);
    if (message === 'out of memory')
      throw new ScriptError(`it needs more than ${MEMORY / 1024 / 1024} MB of memory`);
    if (message === 'stack overflow') throw new ScriptError('it calls itself too deep');
    const place = line === undefined ? '' : ` (line ${line})`;
    throw new ScriptError(`${name === 'undefined' ? '' : `${name}: `}${message}${place}`);
  }
}
