import type { Outcome, Told } from './journal.ts';
import { type McpAnswer, NoAnswer } from './mcp-calls.ts';

interface ErrorForm {
  readonly kind: string;
  readonly text: RegExp;
  /** The outcome of a write that a client may conclude. */
  readonly outcome: Outcome;
  /** Only expected from a phone that is dead, or whose host is. */
  readonly blamesPhone?: true;
}

/** The expected errors while parts of the farm fail. Any other error is a violation. */
const forms: readonly ErrorForm[] = [
  // Calls
  { kind: 'action_failed', text: /^unknown outcome: .*look at (the|its) screen first/i, outcome: 'unknown' },
  {
    kind: 'action_failed',
    text: /^Nothing was (done|read): .*(Try again|lease_device)/i,
    outcome: 'not done',
  },
  {
    kind: 'permission_denied',
    text: /^(Nothing was (done|read)|There is nothing to release): the lease of .* is over.*lease_device/,
    outcome: 'not done',
  },
  { kind: 'action_failed', text: /Nothing was done\.$/, outcome: 'not done' },
  { kind: 'permission_denied', text: /lease.*(does not hold|has ended).*lease_device/, outcome: 'not done' },
  { kind: 'permission_denied', text: /^The host of this device is stopping/, outcome: 'not done' },
  // Waits
  {
    kind: 'timeout',
    text: /^No such device became free within .* You were \d+\w\w of \d+ waiting/,
    outcome: 'not done',
  },
  {
    kind: 'action_failed',
    text: /^No device of the farm is like that\. Call list_devices/,
    outcome: 'not done',
  },
  { kind: 'action_failed', text: /^No device was leased: .*try again/i, outcome: 'not done' },
  // Giving back
  { kind: 'action_failed', text: /^The host of .* does not answer\. Try again/, outcome: 'unknown' },
  // Phones that die
  {
    kind: 'action_failed',
    text: /may or may not have (taken effect|been done)\. Look at the screen/,
    outcome: 'unknown',
    blamesPhone: true,
  },
  // The words of the line that broke differ with the moment.
  { kind: 'action_failed', text: /\b(phone|device|screen)\b/, outcome: 'unknown', blamesPhone: true },
  {
    kind: 'timeout',
    text: /did not answer|does not answer/,
    outcome: 'unknown',
    blamesPhone: true,
  },
  { kind: 'permission_denied', text: /^No phone answers/, outcome: 'unknown', blamesPhone: true },
];

/** The meaning of an error for a write; undefined for an unexpected error. */
function formOf(kind: string, text: string): ErrorForm | undefined {
  return forms.find((form) => form.kind === kind && form.text.test(text));
}

/** The outcome of each tap of run_steps, which answers with a line each: `1-2 ok`, `3 tap failed: …`. */
function outcomesOfSteps(text: string, steps: number): Outcome[] | undefined {
  const done = [...text.matchAll(/^(\d+)(?:-(\d+))? ok/gm)];
  const last = done.at(-1);
  const made = last ? Number(last[2] ?? last[1]) : 0;
  const failed = /^\d+ \w+ failed: (.*)/ms.exec(text)?.[1];
  // The lease ended in the middle of it.
  const isInDoubt = text.startsWith('unknown outcome: ');
  if (failed === undefined) return undefined;
  const kinds = ['action_failed', 'permission_denied', 'timeout'];
  const known = kinds.map((kind) => formOf(kind, failed)).find((one) => one !== undefined)?.outcome;
  const outcome = isInDoubt ? 'unknown' : known;
  if (!outcome) return undefined;
  return Array.from({ length: steps }, (_, at) => (at < made ? 'done' : at === made ? outcome : 'not done'));
}

/** The client's knowledge of its call and the taps in it. */
export function toldOf(
  tool: string,
  said: McpAnswer | NoAnswer,
  {
    writes,
    brokeOff,
  }: { readonly writes: readonly number[]; readonly brokeOff: 'hang' | 'abandoned' | undefined },
): Told {
  const all = (outcome: Outcome) => writes.map((write) => ({ write, outcome }));
  if (said instanceof NoAnswer) {
    const { isRefused, message } = said;
    const kind = brokeOff ?? 'transport';
    return { kind, text: message, writes: all(isRefused ? 'not done' : 'unknown'), isClear: kind !== 'hang' };
  }
  const { kind, text } = said;
  if (kind === undefined) return { text, writes: all('done'), isClear: true };
  const steps = tool === 'run_steps' ? outcomesOfSteps(text, writes.length) : undefined;
  const form = formOf(kind, text);
  return {
    kind,
    text,
    writes: steps
      ? writes.map((write, at) => ({ write, outcome: steps[at] ?? 'unknown' }))
      : all(form?.outcome ?? 'unknown'),
    isClear: steps !== undefined || form !== undefined,
    ...(steps === undefined && form?.blamesPhone && { blamesPhone: true }),
  };
}
