/** The calls that are being answered: bounded in number, and cancelled together when the server stops. */
export class CallsInFlight {
  readonly #open = new Set<AbortController>();
  #drained: (() => void)[] = [];
  /** Calls that wait for room, first come, first served. The callback's argument says whether its call may begin. */
  readonly #waiting = new Set<(begins: boolean) => void>();

  readonly #max: number;

  constructor(max: number) {
    this.#max = max;
  }

  /** Begins a call unless there are too many. The caller ends it. */
  begin(): AbortController | undefined {
    if (this.#open.size >= this.#max) return undefined;
    const call = new AbortController();
    this.#open.add(call);
    return call;
  }

  /** Begins a call as soon as there is room; undefined if the signal fires, or the server stops, before there is. */
  async beginInTurn(leaving: AbortSignal): Promise<AbortController | undefined> {
    const call = this.begin();
    if (call || leaving.aborted) return call;
    return new Promise((resolve) => {
      const answer = (begins: boolean) => {
        this.#waiting.delete(answer);
        leaving.removeEventListener('abort', leave);
        resolve(begins ? this.begin() : undefined);
      };
      const leave = () => {
        answer(false);
      };
      this.#waiting.add(answer);
      leaving.addEventListener('abort', leave);
    });
  }

  end(call: AbortController): void {
    this.#open.delete(call);
    const [next] = this.#waiting;
    next?.(true);
    if (this.#open.size > 0) return;
    for (const resolve of this.#drained.splice(0)) resolve();
  }

  /** Resolves when no call is open, at the latest after `grace` milliseconds. */
  async drained(grace: number): Promise<void> {
    if (this.#open.size === 0) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, grace);
      this.#drained.push(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  /** Lets the open calls finish within `grace` milliseconds and cancels what is left. */
  async finish(grace: number): Promise<void> {
    for (const answer of this.#waiting) answer(false);
    await this.drained(grace);
    for (const call of this.#open) call.abort(new Error('The server is stopping.'));
  }
}
