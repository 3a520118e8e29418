import type { TestContext } from 'node:test';

/**
 * The cleanups of a test, run last to first: the server of a phone must end before the phone does. Hooks of node:test alone run
 * in the order of their registration.
 */
export function endings(t: TestContext): (end: () => unknown) => void {
  const ends: (() => unknown)[] = [];
  t.after(async () => {
    for (const end of ends.reverse()) await end();
  });
  return (end) => {
    ends.push(end);
  };
}
