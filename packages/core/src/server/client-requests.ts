import { isObject } from './json.ts';

/** The client answered a request with an error. */
export class ClientRefused extends Error {
  override readonly name = 'ClientRefused';
}

interface OpenRequest {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** Requests to the client at the other end of a pipe, and what they wait for. */
export class ClientRequests {
  readonly #open = new Map<string, OpenRequest>();
  readonly #say: (message: Readonly<Record<string, unknown>>) => void;
  #last = 0;

  constructor(say: (message: Readonly<Record<string, unknown>>) => void) {
    this.#say = say;
  }

  /** Resolves with the result. When the signal fires, the request is cancelled at the client. */
  send(method: string, params: Readonly<Record<string, unknown>>, signal: AbortSignal): Promise<unknown> {
    signal.throwIfAborted();
    // Unlike a number, it is never taken for the id of a request of the client.
    const id = `handeye-${++this.#last}`;
    return new Promise((resolve, reject) => {
      const over = () => {
        this.#open.delete(id);
        signal.removeEventListener('abort', cancel);
      };
      const cancel = () => {
        over();
        const reason = 'No caller waits for the answer any more.';
        this.#say({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: id, reason } });
        reject(signal.reason as Error);
      };
      this.#open.set(id, {
        resolve: (result) => {
          over();
          resolve(result);
        },
        reject: (error) => {
          over();
          reject(error);
        },
      });
      signal.addEventListener('abort', cancel, { once: true });
      this.#say({ jsonrpc: '2.0', id, method, params });
    });
  }

  /** Takes a message if it answers one of these requests; false if it does not. */
  take(message: unknown): boolean {
    if (!isObject(message) || 'method' in message || typeof message.id !== 'string') return false;
    const request = this.#open.get(message.id);
    if (!request) return false;
    if ('result' in message) request.resolve(message.result);
    else request.reject(new ClientRefused('The client answered with an error.'));
    return true;
  }
}
