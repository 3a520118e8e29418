import type { AdbdDevice } from '../device.ts';
import { answer, type Service } from './context.ts';

/** `jdwp`: the processes that a debugger can attach to, once. */
export function listJdwp(device: AdbdDevice): Service {
  return answer(linesOf(device));
}

/** `track-jdwp`: the same on each change, with its length in four hexadecimal digits. */
export function trackJdwp(device: AdbdDevice): Service {
  return async (stream) => {
    let wake: () => void = () => undefined;
    const unfollow = device.debuggable?.follow(() => {
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
        const lines = linesOf(device);
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

function linesOf({ debuggable }: AdbdDevice): string {
  return (debuggable?.pids() ?? []).map((pid) => `${pid}\n`).join('');
}
