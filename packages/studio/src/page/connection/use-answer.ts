import { useEffect, useState } from 'preact/hooks';
import { link } from './state.ts';

export interface Answered<T> {
  /** The newest answer; it stays during the next request. */
  readonly answer: T | undefined;
  /** Why there is no newer one, for the person. */
  readonly problem: string | undefined;
}

/** Sends a request whenever an input changes or the server is back. `ask` returns undefined if there is nothing to ask. */
export function useAnswer<T>(ask: () => Promise<T> | undefined, inputs: readonly unknown[]): Answered<T> {
  const [answer, setAnswer] = useState<T | undefined>(undefined);
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const isOpen = link.value === 'open';
  useEffect(() => {
    let isOver = false;
    setProblem(undefined);
    ask()?.then(
      (given) => {
        if (!isOver) setAnswer(() => given);
      },
      (error: unknown) => {
        if (!isOver) setProblem(error instanceof Error ? error.message : String(error));
      },
    );
    return () => {
      isOver = true;
    };
  }, [...inputs, isOpen]);
  return { answer, problem };
}
