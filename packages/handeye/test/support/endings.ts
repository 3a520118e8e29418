import type { TestContext } from 'node:test';

/**
 * What a test has to end: the last started first, as what serves a phone must end before the phone does.
 * Hooks of node:test alone run in the order in which they were registered.
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
