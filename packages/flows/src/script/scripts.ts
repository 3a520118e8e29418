import { httpRequest } from './http.ts';
import { Sandbox } from './sandbox.ts';

type Env = Readonly<Record<string, string>>;

export interface ScriptOptions {
  readonly env?: Env;
  /** Hosts that scripts may send requests to. */
  readonly allowHttp?: readonly string[];
  readonly onLog?: (line: string) => void;
  /** How long a script may work; default 5. */
  readonly seconds?: number;
}

/** As Maestro finds them: up to the last brace before the next dollar. A backslash keeps it as text. */
const TEMPLATE = /(?<!\\)\$\{([^$]*)\}/g;
const ESCAPED = /\\(\$\{[^$]*\})/g;

/** What the texts and scripts of one performed flow share: variables, `output`, the copied text. */
export class Scripts {
  readonly #options: ScriptOptions;
  #env: Env;
  #copiedText = '';
  #opening: Promise<Sandbox> | undefined;

  constructor(options: ScriptOptions = {}) {
    this.#options = options;
    this.#env = { ...options.env };
  }

  /** The text with each `${…}` evaluated. `evalScript` is such a text, too. */
  async text(template: string): Promise<string> {
    let result = '';
    let end = 0;
    for (const { 0: whole, 1: code = '', index } of template.matchAll(TEMPLATE)) {
      result += template.slice(end, index) + (await this.#value(code.trim()));
      end = index + whole.length;
    }
    return (result + template.slice(end)).replace(ESCAPED, '$1');
  }

  /** Runs the text of a file. */
  async run(script: string, env: Env = {}): Promise<void> {
    await this.#evaluate(script, { ...this.#env, ...env });
  }

  /** Is a condition met? Maestro's truth: not blank, false, undefined, null or zero. */
  async holds(template: string): Promise<boolean> {
    const value = (await this.text(template)).trim();
    return value !== '' && !/^(false|undefined|null)$/i.test(value) && Number(value) !== 0;
  }

  /** Sets variables, each to its text with `${…}` evaluated. */
  async define(env: Env): Promise<void> {
    for (const [name, template] of Object.entries(env))
      this.#env = { ...this.#env, [name]: await this.text(template) };
  }

  /** Does something with variables of its own, which are gone after it. */
  async within<T>(env: Env, work: () => Promise<T>): Promise<T> {
    const before = this.#env;
    try {
      await this.define(env);
      return await work();
    } finally {
      this.#env = before;
    }
  }

  /** What `copyTextFrom` and `setClipboard` gave and `pasteText` types; scripts may change it. */
  get copiedText(): string {
    return this.#copiedText;
  }

  set copiedText(text: string) {
    this.#copiedText = text;
  }

  async #value(code: string): Promise<string> {
    if (code === '') return '';
    return Object.hasOwn(this.#env, code) ? (this.#env[code] ?? '') : await this.#evaluate(code, this.#env);
  }

  async #evaluate(code: string, env: Env): Promise<string> {
    const { allowHttp = [], onLog = () => undefined, seconds = 5 } = this.#options;
    this.#opening ??= Sandbox.open({
      platform: 'android',
      seconds,
      request: (json) => httpRequest(json, allowHttp),
      log: onLog,
    });
    const sandbox = await this.#opening;
    sandbox.copiedText = this.#copiedText;
    try {
      return sandbox.run(code, env);
    } finally {
      if (!sandbox.isBroken) this.#copiedText = sandbox.copiedText;
    }
  }
}
