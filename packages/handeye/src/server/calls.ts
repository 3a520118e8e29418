/** The calls that are being answered: bounded in number, and cancelled together when the server stops. */
export class CallsInFlight {
  readonly #open = new Set<AbortController>();
  #drained: (() => void)[] = [];

  constructor(private readonly max: number) {}

  /** Begins a call, unless there are too many. Whoever begins one ends it. */
  begin(): AbortController | undefined {
    if (this.#open.size >= this.max) return undefined;
    const call = new AbortController();
    this.#open.add(call);
    return call;
  }

  end(call: AbortController): void {
    this.#open.delete(call);
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
    await this.drained(grace);
    for (const call of this.#open) call.abort(new Error('The server is stopping.'));
  }
}
