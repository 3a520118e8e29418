import fc from 'fast-check';

/** The actions of a client: it waits for a device, writes to it a number of times, and gives it back or forgets it. */
export interface ClientPlan {
  readonly at: number;
  readonly server: number;
  /** Index into `wishes`. */
  readonly wants: number;
  readonly minutes: number;
  readonly waitSeconds: number;
  readonly writes: number;
  readonly apart: number;
  readonly renews: boolean;
  readonly releases: boolean;
  /** It gives the device back while it still writes. */
  readonly isHasty: boolean;
  readonly cancelledAfter: number | undefined;
}

/** `deaf`: the servers get no events. `unwell`: a device of a host does not answer. */
const faultKinds = ['kill', 'stop', 'cut', 'deaf', 'unwell'] as const;

export interface FaultPlan {
  readonly at: number;
  readonly kind: (typeof faultKinds)[number];
  readonly of: 'host' | 'server';
  readonly which: number;
  readonly lasts: number;
  /** The host's command is started again meanwhile. */
  readonly isStartedAgain: boolean;
}

export interface Plan {
  readonly seed: number;
  /** Devices of each host, by its name. */
  readonly hosts: Readonly<Record<string, readonly string[]>>;
  readonly loss: number;
  readonly late: number;
  readonly clients: readonly ClientPlan[];
  readonly faults: readonly FaultPlan[];
}

/** Milliseconds in which actions begin. Faults last until HEALED at most. */
export const BEGIN = 30_000;
export const HEALED = 60_000;

const time = fc.integer({ min: 3_000, max: BEGIN });

const client: fc.Arbitrary<ClientPlan> = fc.record({
  at: time,
  server: fc.nat(1),
  wants: fc.nat(3),
  minutes: fc.constantFrom(0.1, 0.3, 0.6),
  waitSeconds: fc.constantFrom(0, 10, 30, 45),
  writes: fc.nat(8),
  apart: fc.constantFrom(50, 1_000, 4_000),
  renews: fc.boolean(),
  releases: fc.boolean(),
  isHasty: fc.boolean(),
  cancelledAfter: fc.option(fc.nat(20_000), { nil: undefined, freq: 4 }),
});

const fault: fc.Arbitrary<FaultPlan> = fc.record({
  at: time,
  kind: fc.constantFrom(...faultKinds),
  of: fc.constantFrom('host' as const, 'host' as const, 'server' as const),
  which: fc.nat(1),
  lasts: fc.constantFrom(2_000, 12_000, 24_000, 31_000, 50_000),
  isStartedAgain: fc.boolean(),
});

export const plans: fc.Arbitrary<Plan> = fc.record({
  seed: fc.integer(),
  hosts: fc.constantFrom<Plan['hosts']>(
    { 'rack-1': ['one'] },
    { 'rack-1': ['one', 'two'] },
    { 'rack-1': ['one'], 'rack-2': ['two'] },
  ),
  loss: fc.constantFrom(0, 0, 0.02, 0.15),
  late: fc.constantFrom(0, 0, 0.02, 0.15),
  clients: fc.array(client, { minLength: 2, maxLength: 4 }),
  faults: fc.array(fault, { maxLength: 3 }),
});

/**
 * A host that is cut off between a write of the lease and its next beat, during a long call: another process of the host takes
 * over once its record on the bus expires, before the first process takes its lease for lost.
 */
export const takeovers: fc.Arbitrary<Plan> = fc
  .tuple(plans, fc.integer({ min: 8_000, max: 9_500 }), fc.integer({ min: 500, max: 1_500 }))
  .map(([plan, begin, later]) => {
    const patient = {
      wants: 0,
      minutes: 1,
      waitSeconds: 45,
      writes: 40,
      apart: 1_000,
      cancelledAfter: undefined,
    };
    const cut = { kind: 'cut', of: 'host', which: 0, lasts: 50_000, isStartedAgain: true } as const;
    return {
      ...plan,
      loss: 0,
      late: 0,
      hosts: { 'rack-1': ['one'] },
      clients: plan.clients.map((one, count) => ({
        ...one,
        ...patient,
        releases: false,
        at: begin + count * 100,
      })),
      faults: [{ ...cut, at: begin + 10_000 + later }],
    };
  });

/** Clients that arrive while the servers get no events, and a device that is released meanwhile. */
export const unheard: fc.Arbitrary<Plan> = fc
  .tuple(plans, fc.integer({ min: 4_000, max: 5_000 }), fc.integer({ min: 8_000, max: 14_000 }))
  .map(([plan, begin, lasts]) => {
    const patient = { wants: 0, waitSeconds: 45, writes: 1, apart: 50, cancelledAfter: undefined };
    const deaf = { kind: 'deaf', of: 'server', which: 0, isStartedAgain: false } as const;
    return {
      ...plan,
      loss: 0,
      late: 0,
      hosts: { 'rack-1': ['one'] },
      clients: plan.clients.map((one, count) => ({
        ...one,
        ...patient,
        minutes: 0.1,
        releases: false,
        at: begin + (count === 0 ? 0 : 1_500 + count * 700),
      })),
      faults: [{ ...deaf, at: begin + 1_000, lasts }],
    };
  });
