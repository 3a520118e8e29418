import type { JavaProgram } from '../commands/app-process.ts';
import type { CommandCall } from '../commands/command.ts';
import type { RunningAndroid } from '../commands/running-android.ts';
import { sleep } from '../commands/waiting.ts';
import { Killed } from '../kernel/process.ts';
import { Connection, type Automation } from './connection.ts';
import { failure, RequestError } from './errors.ts';
import type { CompanionFaults } from './faults.ts';
import { encodeFrame, FrameReader, GarbageFrame, type Frame } from './frames.ts';
import { Lane, type Answer, type Work } from './lane.ts';
import { isMethod, isQuery, Methods } from './methods.ts';
import { Parameters } from './parameters.ts';
import { Restore } from './restore.ts';

/** The main class of Handeye's companion. */
export const COMPANION_CLASS = 'handeye.companion.Main';

const PROTOCOL = 1;
const MAGIC = 'HANDEYE\n';
const SIGABRT = 6;
const SIGKILL = 9;

/** The twin of Handeye's companion: the same protocol over this phone's own tree. */
export function companionProgram(
  faults: CompanionFaults,
  onRequest: (method: string) => void = () => undefined,
): JavaProgram {
  return {
    async run(android, call, dex) {
      if (faults.refuses) throw new Killed(SIGABRT);
      return new Companion(android, call, { faults, dex, onRequest }).run();
    },
  };
}

class Companion {
  readonly #android: RunningAndroid;
  readonly #call: CommandCall;
  readonly #faults: CompanionFaults;
  readonly #dex: string;
  readonly #onRequest: (method: string) => void;
  readonly #options: ReadonlyMap<string, string>;
  readonly #restore: Restore;
  readonly #lanes: { readonly query: Lane; readonly input: Lane };
  readonly #end = new AbortController();
  #methods: Methods | undefined;
  #requests = 0;
  #writing: Promise<void> = Promise.resolve();

  constructor(
    android: RunningAndroid,
    call: CommandCall,
    { faults, dex, onRequest }: { faults: CompanionFaults; dex: string; onRequest: (method: string) => void },
  ) {
    this.#android = android;
    this.#call = call;
    this.#faults = faults;
    this.#dex = dex;
    this.#onRequest = onRequest;
    this.#options = new Map(
      call.args.map((word) => [word.split('=', 1)[0] ?? '', word.replace(/^[^=]*=/, '')]),
    );
    const folder = this.#options.get('folder') ?? '/data/local/tmp';
    this.#restore = new Restore(android.framework, android.files, { folder, pid: call.pid });
    const lane = () =>
      new Lane(android.framework.clock.programs, () => {
        this.#die(new Killed(SIGKILL));
      });
    this.#lanes = { query: lane(), input: lane() };
  }

  /** Runs until stdin ends or it receives `quit`. */
  async run(): Promise<number> {
    const restored = this.#restore.recover();
    if (this.#options.get('restore') === 'only') {
      await this.#greet('restored', { restored });
      return 0;
    }
    const connection = Connection.open(this.#android, {
      faults: this.#faults,
      restore: this.#restore,
      saveServices: this.#options.get('services') === 'save',
    });
    try {
      await this.#greet(connection.automation, restored.length > 0 ? { restored } : {});
      this.#methods = new Methods(this.#android, connection, {
        restore: this.#restore,
        faults: this.#faults,
      });
      await this.#serve();
      connection.close();
      this.#restore.putBack();
      return 0;
    } finally {
      // Runs after a kill, too: the connection is released, and the changes stay.
      this.#lanes.query.close();
      this.#lanes.input.close();
      this.#methods?.close();
      connection.close();
    }
  }

  async #greet(automation: Automation | 'restored', more: object): Promise<void> {
    const { shape } = this.#android.framework;
    await this.#call.print(MAGIC);
    await this.#send(
      encodeFrame(0, {
        companion: PROTOCOL,
        dex: this.#dex,
        sdk: shape.sdk,
        release: this.#android.properties.get('ro.build.version.release') ?? String(shape.release),
        pid: this.#call.pid,
        automation,
        ...more,
      }),
    );
  }

  /** Serves until stdin ends or the companion has to end. Promise.race would keep memory for every read as long as it lives. */
  #serve(): Promise<void> {
    return new Promise((resolve, reject) => {
      const { signal } = this.#end;
      signal.addEventListener('abort', () => {
        const reason: unknown = signal.reason;
        if (reason instanceof Killed) reject(reason);
        else resolve();
      });
      this.#read().then(resolve, reject);
    });
  }

  async #read(): Promise<void> {
    const reader = new FrameReader();
    try {
      for await (const bytes of this.#call.stdin) {
        if (this.#end.signal.aborted) return;
        for (const frame of reader.push(bytes)) this.#take(frame);
      }
    } catch (error) {
      if (!(error instanceof GarbageFrame)) throw error;
    }
  }

  #take(frame: Frame): void {
    let parameters: Parameters;
    try {
      parameters = Parameters.parse(frame.payload);
      if (frame.id === 0) {
        this.#cancel(parameters);
        return;
      }
      this.#requests++;
      this.#queue(frame.id, parameters, this.#requests);
    } catch (error) {
      if (frame.id !== 0) void this.#answer(frame.id, failure(error));
    }
  }

  #cancel(parameters: Parameters): void {
    if (parameters.text('do') !== 'cancel') return;
    const id = parameters.number('of');
    this.#lanes.query.cancel(id);
    this.#lanes.input.cancel(id);
  }

  #queue(id: number, parameters: Parameters, number: number): void {
    const method = parameters.text('do');
    const within = parameters.number('within');
    this.#onRequest(method);
    const { diesAfter, garbageAfter } = this.#faults;
    const dies = diesAfter !== undefined && number > diesAfter;
    const isGarbage = garbageAfter !== undefined && number > garbageAfter;
    const answer = (result: Answer | RequestError): void => {
      if (dies) this.#die(new Killed(SIGKILL));
      else if (isGarbage) void this.#send(GARBAGE);
      else
        void this.#answer(id, result).then(() => {
          if (method === 'quit') this.#end.abort('quit');
        });
    };
    // `quit` does not wait for requests that hang.
    if (method === 'quit' && this.#methods !== undefined) answer({ ok: this.#methods.quit() });
    else if (!isMethod(method)) throw new RequestError('unknown-method', `there is no method ${method}`);
    else {
      const run = (work: Work): Promise<Answer> => this.#run(method, parameters, work);
      this.#lanes[isQuery(method) ? 'query' : 'input'].add({ id, within, run, answer });
    }
  }

  async #run(method: string, parameters: Parameters, work: Work): Promise<Answer> {
    const { slowMs } = this.#faults;
    if (slowMs > 0) await sleep(this.#android.framework.clock.programs, slowMs, work.signal);
    if (this.#methods === undefined) throw new RequestError('failed', 'the companion ends');
    return this.#methods.call(method, parameters, work);
  }

  async #answer(id: number, answer: Answer | RequestError): Promise<void> {
    if (answer instanceof RequestError) {
      const { code, message, done } = answer;
      await this.#send(encodeFrame(id, { error: { code, message, done } }));
    } else await this.#send(encodeFrame(id, { ok: answer.ok }, answer.binary));
  }

  /** Writes frames one after the other; ignores a host that is gone. */
  #send(bytes: Uint8Array): Promise<void> {
    this.#writing = this.#writing.then(() => this.#call.stdout.write(bytes)).catch(() => undefined);
    return this.#writing;
  }

  #die(how: Killed): void {
    this.#end.abort(how);
  }
}

/** An invalid length of a frame. */
const GARBAGE = Buffer.from('ffffffff00deadbeef', 'hex');
