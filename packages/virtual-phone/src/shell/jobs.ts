/** The background jobs of a shell. */
import type { Exit, Running } from './task.ts';

export interface Job {
  readonly number: number;
  readonly running: Running;
  /** Set when it has ended. */
  exit: Exit | undefined;
}

export class Jobs {
  readonly #jobs = new Map<number, Job>();
  #next = 1;
  /** The signal that ended the last child, if one did. */
  lastSignal: number | undefined;

  add(running: Running): Job {
    const job: Job = { number: this.#next++, running, exit: undefined };
    this.#jobs.set(running.pid, job);
    void running.exit.then((exit) => {
      job.exit = exit;
    });
    return job;
  }

  /** A job by its pid or as `%1`; `%%` is the last one. */
  find(name: string): Job | undefined {
    const jobs = [...this.#jobs.values()];
    if (name === '%%' || name === '%+' || name === '%') return jobs.at(-1);
    if (name.startsWith('%')) return jobs.find((job) => job.number === Number(name.slice(1)));
    return this.#jobs.get(Number(name));
  }

  list(): readonly Job[] {
    return [...this.#jobs.values()];
  }

  forget(job: Job): void {
    this.#jobs.delete(job.running.pid);
    if (this.#jobs.size === 0) this.#next = 1;
  }
}
