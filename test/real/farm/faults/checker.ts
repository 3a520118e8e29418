import type { Journal, LeaseEntry, Touch } from './journal.ts';
import { unfairGrants } from './fairness.ts';

/**
 * Maximum milliseconds from the permission of a tap to its arrival at the phone, on a busy machine. Freezes and oversleeping
 * last longer.
 */
const ON_ITS_WAY = 3_000;

/** Milliseconds around an outage of a server or a phone in which dependent calls may fail. */
const AROUND_OUTAGE = 3_000;
const AROUND_PHONE_OUTAGE = 25_000;

/** The violations in a run, a sentence each. */
export function violations(journal: Journal): string[] {
  return [
    ...doubleHolds(journal),
    ...lateWrites(journal),
    ...wrongExecutions(journal),
    ...unclearAnswers(journal),
    ...wrongBlame(journal),
    ...unfairGrants(journal),
  ];
}

interface Felt extends Touch {
  readonly write: number;
  readonly lease: LeaseEntry;
  readonly began: number;
}

/** Touches with the lease that their write was made with. */
function felt({ touches, calls }: Journal): { known: Felt[]; strange: Touch[] } {
  const calledBy = new Map(calls.flatMap((call) => call.writes.map(({ write }) => [write, call] as const)));
  const known: Felt[] = [];
  const strange: Touch[] = [];
  for (const touch of touches) {
    const { write } = touch;
    const call = write === undefined ? undefined : calledBy.get(write);
    if (write === undefined || !call?.lease) strange.push(touch);
    else known.push({ ...touch, write, lease: call.lease, began: call.began });
  }
  return { known: known.sort((one, other) => one.at - other.at), strange };
}

/** Phones that two leases touched in turn, and touches by a lease after a later one was granted. */
function* doubleHolds(journal: Journal): Generator<string> {
  const { known, strange } = felt(journal);
  for (const { phone, at } of strange) yield `phone ${phone} felt a finger at ${ms(at)} that nobody sent`;
  for (const touch of known) {
    const { lease, phone, at } = touch;
    if (lease.phone !== phone) yield `${named(touch)} reached phone ${phone}, the lease is of ${lease.phone}`;
    const next = journal.leases.find(
      (other) => other.phone === phone && other.granted > lease.granted && other.granted < at,
    );
    if (next) yield `${named(touch)} came after ${next.client} had got phone ${phone} at ${ms(next.granted)}`;
  }
  for (const phone of new Set(known.map((touch) => touch.phone))) {
    const over = new Set<LeaseEntry>();
    let current: LeaseEntry | undefined;
    for (const touch of known.filter((one) => one.phone === phone)) {
      if (over.has(touch.lease)) yield `${named(touch)}: two leases touched phone ${phone} in turn`;
      if (current && current !== touch.lease) over.add(current);
      current = touch.lease;
    }
  }
}

/** Touches before a lease, after its time, and after it was given back. */
function* lateWrites(journal: Journal): Generator<string> {
  for (const touch of felt(journal).known) {
    const { lease, at, began } = touch;
    const { asked, granted, minutes, releaseAsked, released } = lease;
    if (at < asked) yield `${named(touch)} came before its lease`;
    // The host counts from its acceptance of the lease, before the client got the answer.
    const expired = granted + minutes * 60_000;
    if (at > expired + ON_ITS_WAY)
      yield `${named(touch)} came ${ms(at - expired)} after the lease had run out`;
    if (released === undefined || releaseAsked === undefined || at <= released) continue;
    const wasUnderWay = began <= releaseAsked + 50;
    if (!wasUnderWay || at > released + ON_ITS_WAY)
      yield `${named(touch)} came ${ms(at - released)} after the device was given back`;
  }
}

/** Writes that happened twice, that were reported as done but did not happen, and the other way round. */
function* wrongExecutions({ touches, calls }: Journal): Generator<string> {
  const times = new Map<number, number>();
  for (const { write } of touches) if (write !== undefined) times.set(write, (times.get(write) ?? 0) + 1);
  for (const { client, tool, kind, text, writes } of calls) {
    for (const { write, outcome } of writes) {
      const count = times.get(write) ?? 0;
      const what = `${tool} ${write} of ${client} was told as ${outcome} (${kind ?? 'ok'}: ${text.slice(0, 160)})`;
      if (count > 1) yield `${what} and made ${count} times`;
      if (outcome === 'done' && count === 0) yield `${what} and not made`;
      if (outcome === 'not done' && count > 0) yield `${what} and made`;
    }
  }
}

/** Calls that hang, that fail without a clear error, or that get no answer from a running server. */
function* unclearAnswers({ calls, outages }: Journal): Generator<string> {
  for (const { client, server, tool, began, ended, kind, text, isClear } of calls) {
    const what = `${tool} of ${client} at ${ms(began)}, ended at ${ms(ended)}: ${kind ?? 'ok'}: ${text}`;
    if (!isClear) yield `not a clear answer: ${what}`;
    if (kind !== 'transport') continue;
    const isExplained = outages.some(
      ({ server: down, from, to = Infinity }) =>
        down === server && from - AROUND_OUTAGE < ended && began < to + AROUND_OUTAGE,
    );
    if (!isExplained) yield `no answer from a server that runs: ${what}`;
  }
}

/** Calls that blame a phone although it and its host were well. */
function* wrongBlame({ calls, outages }: Journal): Generator<string> {
  for (const { client, tool, began, ended, kind, text, lease, blamesPhone } of calls) {
    if (blamesPhone !== true || !lease) continue;
    const isExplained = outages.some(
      ({ phones, from, to = Infinity }) =>
        phones?.includes(lease.phone) && from - AROUND_OUTAGE < ended && began < to + AROUND_PHONE_OUTAGE,
    );
    if (!isExplained)
      yield `a phone that is well is blamed: ${tool} of ${client} at ${ms(began)}: ${kind ?? 'ok'}: ${text}`;
  }
}

function named({ write, lease, at }: Felt): string {
  return `write ${write} of ${lease.client} (lease of ${ms(lease.granted)}) at ${ms(at)}`;
}

function ms(time: number): string {
  return `${Math.round(time)} ms`;
}
