import { type Call, pause } from './call.ts';

export interface Patience {
  /** How often it is asked at most. */
  readonly times: number;
  /** Milliseconds between two questions. */
  readonly apart: number;
}

/** Asks until the answer will do, or has been asked for often enough; resolves with the last answer. */
export async function askUntil<T>(
  ask: () => Promise<T>,
  willDo: (answer: T) => boolean,
  { times, apart }: Patience,
  call: Call,
): Promise<T> {
  for (let count = 1; ; count += 1) {
    const answer = await ask();
    if (willDo(answer) || count >= times) return answer;
    await pause(apart, call);
  }
}
