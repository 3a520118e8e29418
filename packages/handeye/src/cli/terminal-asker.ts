import type { Readable, Writable } from 'node:stream';
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { orAborted } from '@handeye/core/call/call';
import type { Clock } from '@handeye/core/call/clock';
import { SerialQueue } from '@handeye/core/call/serial-queue';
import { questionText } from '@handeye/core/guard/question-text';
import type { Answer, Asker, Question } from '@handeye/core/guard/questions';

/** Milliseconds too short to read a question: input from that time was meant for an earlier one. */
const READING_TIME = 500;

const answersTyped: ReadonlyMap<string, Answer> = new Map([
  ['y', 'once'],
  ['yes', 'once'],
  ['a', 'for this run'],
  ['always', 'for this run'],
  ['n', 'no'],
  ['no', 'no'],
  ['x', 'no, for this run'],
  ['never', 'no, for this run'],
]);

interface TerminalOptions {
  readonly input: Readable;
  readonly output: Writable;
  readonly clock: Clock;
  /** Whether typed input reaches this process: the terminal stops a background job that reads (SIGTTIN). */
  readonly isForeground: () => Promise<boolean>;
}

/** Asks the person at the server's terminal, one question at a time. */
export class TerminalAsker implements Asker {
  readonly way = 'the terminal';
  readonly #input: Readable;
  readonly #output: Writable;
  readonly #clock: Clock;
  readonly #isForeground: () => Promise<boolean>;
  readonly #questions = new SerialQueue();
  #typed = '';
  /** Receives each line while a question is open. */
  #onLine: ((line: string) => void) | undefined;
  #isGone = false;

  constructor({ input, output, clock, isForeground }: TerminalOptions) {
    this.#input = input;
    this.#output = output;
    this.#clock = clock;
    this.#isForeground = isForeground;
  }

  async ask(question: Question, signal: AbortSignal): Promise<Answer | undefined> {
    return this.#questions.run(async () => {
      if (this.#isGone || !(await this.#isForeground())) return undefined;
      this.#say(`\n${questionText(question)}\n`);
      this.#prompt();
      try {
        return await orAborted(this.#answer(), signal);
      } catch (error) {
        this.#say('\nThis question is over; nothing was allowed.\n');
        throw error;
      } finally {
        this.#stopReading();
      }
    }, signal);
  }

  /** The next line that is an answer; undefined if the terminal is gone. */
  #answer(): Promise<Answer | undefined> {
    const since = this.#clock.now();
    this.#typed = '';
    return new Promise((resolve) => {
      this.#onLine = (line) => {
        const answer = answersTyped.get(line.trim().toLowerCase());
        const isTooSoon = this.#clock.now() - since < READING_TIME;
        if (this.#isGone) resolve(undefined);
        else if (answer !== undefined && !isTooSoon) resolve(answer);
        else this.#prompt();
      };
      this.#input.on('data', this.#hear).once('end', this.#leave).once('error', this.#leave).resume();
    });
  }

  /** A stream with a reader keeps the program alive. */
  #stopReading(): void {
    this.#onLine = undefined;
    this.#input.off('data', this.#hear).off('end', this.#leave).off('error', this.#leave).pause();
  }

  #prompt(): void {
    this.#say(
      'Allow it? y = yes, once; a = always, n = no, x = never (a and x: in this application, until Handeye ends): ',
    );
  }

  readonly #hear = (chunk: Buffer | string): void => {
    const lines = `${this.#typed}${String(chunk)}`.split(/\r?\n|\r/);
    // A longer line is no typing; a paste must not use up memory.
    this.#typed = (lines.pop() ?? '').slice(-1000);
    for (const line of lines) this.#onLine?.(line);
  };

  readonly #leave = (): void => {
    this.#isGone = true;
    this.#onLine?.('');
  };

  #say(text: string): void {
    this.#output.write(text);
  }
}

/** Whether this process is the foreground job of its terminal. Unknown counts as no. */
export async function isForeground(platform: NodeJS.Platform): Promise<boolean> {
  // Windows has no jobs.
  if (platform === 'win32') return true;
  try {
    const [own, listenedTo] = await (platform === 'linux' || platform === 'android'
      ? groupsFromProc()
      : groupsFromPs());
    return own !== undefined && own === listenedTo;
  } catch {
    return false;
  }
}

/** proc(5): after the name in parentheses follow state, parent, process group, session, terminal and its foreground group. */
async function groupsFromProc(): Promise<readonly (string | undefined)[]> {
  const stat = await readFile('/proc/self/stat', 'utf8');
  const [, , group, , , listenedTo] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return [group, listenedTo];
}

async function groupsFromPs(): Promise<readonly (string | undefined)[]> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'pgid=,tpgid=', '-p', String(process.pid)]);
  return stdout.trim().split(/\s+/);
}
