import type { FlowResult } from '../run/result.ts';
import { resultText } from '../run/result-text.ts';
import { counts, isFailure, type Outcome, type OutcomeStatus, type SuiteResult } from '../suite/outcome.ts';
import { reasonOf, type SuiteEvent } from '../suite/suite.ts';
import { duration } from './page.ts';

/** Shows how a run goes. */
export interface Progress {
  see(event: SuiteEvent): void;
  /** After the last flow. */
  end(result: SuiteResult): void;
}

/** The place that is written to. A terminal also shows what is being performed, in lines that are rewritten. */
export interface Screen {
  readonly isTerminal: boolean;
  readonly hasColour: boolean;
  readonly columns: number;
  write(text: string): void;
}

export const reporters = ['line', 'dot', 'json'] as const;
export type ReporterName = (typeof reporters)[number];

export function progress(name: ReporterName, screen: Screen, options: { acceptHealed: boolean }): Progress {
  if (name === 'json') return new JsonProgress(screen);
  return name === 'dot' ? new DotProgress(screen, options) : new LineProgress(screen, options);
}

const marks: Readonly<Record<OutcomeStatus, readonly [mark: string, colour: number]>> = {
  passed: ['✓', 32],
  flaky: ['≈', 33],
  healed: ['+', 33],
  failed: ['✗', 31],
  infrastructure: ['!', 31],
  cancelled: ['-', 31],
  skipped: ['-', 90],
};

/** A line for each flow that ended; below them, on a terminal, a line for each that is performed, with its step. */
class LineProgress implements Progress {
  readonly #screen: Screen;
  readonly #acceptHealed: boolean;
  /** What is performed now, by key. */
  readonly #running = new Map<number, string>();
  #shown = 0;

  constructor(screen: Screen, { acceptHealed }: { readonly acceptHealed: boolean }) {
    this.#screen = screen;
    this.#acceptHealed = acceptHealed;
  }

  see(event: SuiteEvent): void {
    this.#erase();
    if (event.kind === 'began')
      this.#running.set(event.key, `${event.flow.header.name} on ${event.performer}`);
    if (event.kind === 'event' && event.event.kind === 'step began')
      this.#running.set(event.key, `${event.flow.header.name} › ${event.event.step.says}`);
    if (event.kind === 'event' && event.event.kind === 'remark')
      this.#print(`  ${event.flow.header.name}: ${event.event.text}`);
    if (event.kind === 'again') this.#print(`  ${event.flow.header.name}: tried again (${event.because})`);
    if (event.kind === 'ended') {
      this.#running.delete(event.key);
      this.#print(outcomeLine(event.outcome, this.#screen));
    }
    this.#draw();
  }

  end(result: SuiteResult): void {
    this.#erase();
    this.#screen.write(ending(result, this.#screen, this.#acceptHealed));
  }

  #print(line: string): void {
    this.#screen.write(`${line}\n`);
  }

  #draw(): void {
    if (!this.#screen.isTerminal) return;
    for (const line of this.#running.values()) {
      const cut = `  … ${line.replace(/\s+/g, ' ')}`.slice(0, Math.max(20, this.#screen.columns - 1));
      this.#screen.write(`${cut}\n`);
      this.#shown += 1;
    }
  }

  #erase(): void {
    // Up one line and clear it.
    this.#screen.write('\u001b[1A\u001b[2K'.repeat(this.#shown));
    this.#shown = 0;
  }
}

/** A character for each flow. */
class DotProgress implements Progress {
  readonly #screen: Screen;
  readonly #acceptHealed: boolean;

  constructor(screen: Screen, { acceptHealed }: { readonly acceptHealed: boolean }) {
    this.#screen = screen;
    this.#acceptHealed = acceptHealed;
  }

  see(event: SuiteEvent): void {
    if (event.kind === 'ended') this.#screen.write(mark(event.outcome.status, this.#screen));
  }

  end(result: SuiteResult): void {
    this.#screen.write(`\n${ending(result, this.#screen, this.#acceptHealed)}`);
  }
}

/** One JSON object a line: each flow that ended, then the sums. */
class JsonProgress implements Progress {
  readonly #screen: Screen;

  constructor(screen: Screen) {
    this.#screen = screen;
  }

  see(event: SuiteEvent): void {
    if (event.kind !== 'ended') return;
    const { flow, device, status, attempts, problem } = event.outcome;
    this.#print({
      flow: flow.header.name,
      file: flow.file,
      device,
      status,
      problem,
      attempts: attempts.map(({ result }) => withoutBytes(result)),
    });
  }

  end({ outcomes, milliseconds }: SuiteResult): void {
    this.#print({
      summary: counts(outcomes),
      flows: outcomes.length,
      milliseconds: Math.round(milliseconds),
    });
  }

  #print(value: unknown): void {
    this.#screen.write(`${JSON.stringify(value)}\n`);
  }
}

function withoutBytes(result: FlowResult): unknown {
  return { ...result, taken: result.taken.map(({ name, mimeType }) => ({ name, mimeType })) };
}

function outcomeLine({ flow, device, status, attempts, problem }: Outcome, screen: Screen): string {
  const time = attempts.reduce((sum, { result }) => sum + result.milliseconds, 0);
  const where = device === undefined ? '' : ` on ${device}`;
  const said = status === 'passed' ? '' : ` ${status}`;
  const why = problem === undefined ? '' : `: ${problem}`;
  return `${mark(status, screen)} ${flow.header.name}${said}${where} (${duration(time)})${why}`;
}

/** What went wrong, flow by flow, then the sums. */
function ending({ outcomes, milliseconds }: SuiteResult, screen: Screen, acceptHealed: boolean): string {
  const bad = outcomes.filter(
    ({ status }) => isFailure(status, acceptHealed) || status === 'infrastructure' || status === 'flaky',
  );
  const sections = bad.map(({ flow, status, attempts, problem }) => {
    const shown = status === 'flaky' ? attempts.slice(0, -1) : attempts.slice(-1);
    const texts = shown.map(({ result }) => (status === 'flaky' ? reasonOf(result) : resultText(result)));
    const body = texts.length > 0 ? texts.join('\n') : (problem ?? '');
    return `\n${mark(status, screen)} ${flow.header.name} (${flow.file}) ${status}\n${body}\n`;
  });
  return `${sections.join('')}\n${counts(outcomes)} in ${duration(milliseconds)}\n`;
}

function mark(status: OutcomeStatus, { hasColour }: Screen): string {
  const [character, colour] = marks[status];
  return hasColour ? `\u001b[${colour}m${character}\u001b[0m` : character;
}
