import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { AdbdDevice } from '../../src/adbd/device.ts';
import type { AndroidRelease } from '../../src/kernel/release.ts';
import { type Connection, Ports } from '../../src/kernel/ports.ts';
import { BrokenPipe, type Process, type SpawnOptions, type TerminalSize } from '../../src/kernel/process.ts';
import { Pipe } from './pipe.ts';
import { SmallFiles } from '@handeye/testing/small-files';

const PROPERTIES: Record<string, string> = {
  'ro.product.name': 'small',
  'ro.product.model': 'Small_Machine',
  'ro.product.device': 'small_device',
};

/** The context of a program of the small device. */
interface Run {
  readonly args: readonly string[];
  readonly stdin: Pipe;
  readonly out: (text: string | Uint8Array) => Promise<void>;
  readonly err: (text: string) => Promise<void>;
  readonly options: SpawnOptions;
  readonly signal: AbortSignal;
  readonly sizes: Pipe;
}

type SmallProgram = (run: Run) => Promise<number>;

/** Just enough of a phone to test its daemon: a dozen commands and an echo service. Records its calls. */
export class SmallDevice implements AdbdDevice {
  readonly release: AndroidRelease;
  readonly files = new SmallFiles();
  readonly reboots: string[] = [];
  readonly executed: (readonly string[])[] = [];
  readonly hangUps: (number | undefined)[] = [];
  /** Bytes that `flood` has produced. */
  flooded = 0;
  readonly #running = new Set<Promise<number>>();
  readonly #ports = new Ports();

  readonly #programs: Record<string, SmallProgram> = {
    echo: async ({ args, out }) => {
      await out(`${args.join(' ')}\n`);
      return 0;
    },
    fail: async ({ args, err }) => {
      await err(`${args.slice(1).join(' ')}\n`);
      return Number(args[0]);
    },
    exit: ({ args }) => Promise.resolve(Number(args[0] ?? 0)),
    cat: async ({ args, stdin, out }) => {
      if (args[0] !== undefined) await out(this.files.read(args[0]));
      else for await (const bytes of stdin.source) await out(bytes);
      return 0;
    },
    save: async ({ args, stdin }) => {
      await delay(Number(args[1] ?? 0));
      const chunks: Uint8Array[] = [];
      for await (const bytes of stdin.source) {
        chunks.push(Uint8Array.from(bytes));
        this.files.write(args[0]!, Buffer.concat(chunks));
      }
      return 0;
    },
    count: async ({ stdin, out }) => {
      let total = 0;
      for await (const bytes of stdin.source) total += bytes.length;
      await out(`${total}\n`);
      return 0;
    },
    every: async ({ out }) => {
      await out(Uint8Array.from({ length: 256 }, (_, value) => value));
      return 0;
    },
    flood: async ({ args, out }) => {
      const chunk = Buffer.alloc(256 * 1024, 0x79);
      for (const end = Number(args[0]); this.flooded < end; this.flooded += chunk.length) await out(chunk);
      return 0;
    },
    sleep: async ({ args, signal }) => {
      await delay(Number(args[0]) * 1000, undefined, { signal }).catch(() => undefined);
      return 0;
    },
    tty: async ({ options, out }) => {
      const mode = options.rawTerminal === true ? 'raw terminal' : 'terminal';
      await out(
        `${options.terminal === undefined ? 'not a tty' : mode} TERM=${options.env?.get('TERM') ?? ''}\n`,
      );
      return 0;
    },
    resized: async ({ sizes, out }) => {
      for await (const size of sizes.source) {
        await out(size);
        break;
      }
      return 0;
    },
    cmd: async ({ args, stdin, out }) => {
      let left = Number(args[args.indexOf('-S') + 1]);
      if (!args.includes('install') || Number.isNaN(left)) {
        await out(`unknown: ${args.join(' ')}\n`);
        return 255;
      }
      if (left > 0) for await (const bytes of stdin.source) if ((left -= bytes.length) <= 0) break;
      await out('Success\n');
      return 0;
    },
    pm: async ({ args, out }) => {
      await out(this.files.exists(args.at(-1)!) ? 'Success\n' : 'Failure [not there]\n');
      return 0;
    },
    rm: ({ args }) => {
      this.files.remove(args.at(-1)!);
      return Promise.resolve(0);
    },
  };

  constructor(release: AndroidRelease = 14) {
    this.release = release;
  }

  property(name: string): string | undefined {
    return PROPERTIES[name];
  }

  spawn(commandLine: string, options: SpawnOptions = {}): Process {
    if (commandLine !== '') return this.#start((run) => this.#runLine(commandLine, run), options);
    return this.#start(async (run) => {
      let code = 0;
      for await (const line of linesOf(run.stdin)) {
        code = await this.#runLine(line, run);
        if (line.startsWith('exit')) break;
      }
      return code;
    }, options);
  }

  execute(argv: readonly string[]): Process {
    this.executed.push(argv);
    return this.#start((run) => this.#runProgram(argv, run), {});
  }

  /** `tcp:7` and `localabstract:echo` echo everything; there are no other listeners. */
  connect(address: string): Promise<Connection | undefined> {
    if (address !== 'tcp:7' && address !== 'localabstract:echo')
      return Promise.resolve(this.#ports.connect(address));
    const pipe = new Pipe();
    return Promise.resolve({
      incoming: pipe.source,
      outgoing: pipe,
      close: () => {
        pipe.break();
      },
    });
  }

  listen(address: string, accept: () => Connection): (() => void) | undefined {
    return this.#ports.listen(address, accept);
  }

  /** Resolves when no program runs any more. */
  async idle(): Promise<void> {
    await Promise.all(this.#running);
  }

  reboot(reason: string): void {
    this.reboots.push(reason);
  }

  async #runLine(line: string, run: Run): Promise<number> {
    let code = 0;
    for (const command of line.split(';')) {
      const words = command
        .trim()
        .split(/\s+/)
        .map((word) => word.replaceAll("'", ''));
      // adb 29 ends `rm` with a redirection from /dev/null.
      if (words.at(-1)?.startsWith('<') === true) words.pop();
      if (words[0] !== '') code = await this.#runProgram(words, run);
    }
    return code;
  }

  async #runProgram([name = '', ...args]: readonly string[], run: Run): Promise<number> {
    const program = this.#programs[name];
    if (program !== undefined) return program({ ...run, args });
    await run.err(`/system/bin/sh: ${name}: not found\n`);
    return 127;
  }

  #start(program: SmallProgram, options: SpawnOptions): Process {
    const [stdin, stdout, stderr, sizes] = [new Pipe(), new Pipe(), new Pipe(), new Pipe()];
    const killed = new AbortController();
    const isCooked = options.terminal !== undefined && options.rawTerminal !== true;
    const out = (text: string | Uint8Array) =>
      stdout.write(isCooked ? withCarriageReturns(text) : Buffer.from(text));
    const err = options.terminal === undefined ? (text: string) => stderr.write(Buffer.from(text)) : out;
    const finish = async (): Promise<number> => {
      const work = program({ args: [], stdin, out, err, options, signal: killed.signal, sizes });
      const kill = once(killed.signal, 'abort').then(() => 129);
      const code = await Promise.race([work.catch(brokenPipeCode), kill]);
      stdin.break();
      stdout.end();
      stderr.end();
      sizes.end();
      return code;
    };
    const exit = finish();
    this.#running.add(exit);
    void exit.finally(() => this.#running.delete(exit));
    return {
      stdin,
      stdout: stdout.source,
      stderr: stderr.source,
      exit,
      resize: ({ rows, columns }: TerminalSize) => {
        void sizes.write(Buffer.from(`${rows}x${columns}\n`)).catch(() => undefined);
      },
      kill: (signal) => {
        this.hangUps.push(signal);
        killed.abort();
      },
    };
  }
}

function brokenPipeCode(error: unknown): number {
  if (error instanceof BrokenPipe) return 141;
  throw error;
}

function withCarriageReturns(text: string | Uint8Array): Buffer {
  return Buffer.from(Buffer.from(text).toString('latin1').replaceAll('\n', '\r\n'), 'latin1');
}

async function* linesOf(stdin: Pipe): AsyncGenerator<string> {
  let rest = '';
  for await (const bytes of stdin.source) {
    const lines = (rest + Buffer.from(bytes).toString()).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
}
