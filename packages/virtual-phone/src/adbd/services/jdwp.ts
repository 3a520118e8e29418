import type { Machine } from '../host.ts';
import { answer, type Service } from './context.ts';

/** `jdwp`: the processes that a debugger can attach to, once. */
export function listJdwp(machine: Machine): Service {
  return answer(linesOf(machine));
}

/** `track-jdwp`: the same as often as it changes, each time with its length in four hexadecimal digits. */
export function trackJdwp(machine: Machine): Service {
  return async (stream) => {
    let wake: () => void = () => undefined;
    const unfollow = machine.debuggable?.follow(() => {
      wake();
    });
    const closed = () => {
      wake();
    };
    stream.closed.addEventListener('abort', closed, { once: true });
    try {
      let told: string | undefined;
      while (!stream.closed.aborted) {
        const change = new Promise<void>((resolve) => {
          wake = resolve; // also called when the stream is closed
        });
        const lines = linesOf(machine);
        if (lines !== told) {
          told = lines;
          await stream.outgoing.write(
            Buffer.from(Buffer.byteLength(lines).toString(16).padStart(4, '0') + lines),
          );
        }
        await change;
      }
    } finally {
      unfollow?.();
    }
  };
}

function linesOf({ debuggable }: Machine): string {
  return (debuggable?.pids() ?? []).map((pid) => `${pid}\n`).join('');
}
