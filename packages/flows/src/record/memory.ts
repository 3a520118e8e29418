import type { Clock } from '@handeye/core/call/clock';
import type { Registry } from '@handeye/core/device/registry';
import type { PicturedSnapshot, Session } from '@handeye/core/device/session';
import { clientName } from '@handeye/core/guard/client';
import { Acted, Waited } from '@handeye/core/tools/frame/define';
import type { Outcome } from '@handeye/core/tools/frame/flows';
import type { ToolCall } from '@handeye/core/tools/frame/tool-call';
import { contentHash } from '@handeye/screen/fingerprint';
import type { Element, Snapshot } from '@handeye/screen/snapshot';
import { targetIn, targetsIn } from '@handeye/screen/format/lean/targets';
import { elementsAt } from '@handeye/screen/touch/hit-test';
import type { Direction, Effect, Selector } from '../file/flow.ts';
import { takerOf } from '../find/strict.ts';
import { effectsOf } from './effect.ts';
import { selectorOf } from './identify.ts';
import { type Typed, typedBy } from './typed.ts';

/** What was done, to what, and what came of it: without screens, and without any text that is secret. */
export interface RunAct {
  /** From 1 in its run. */
  readonly number: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly byPerson: boolean;
  readonly target: Selector | undefined;
  readonly typed: Typed | undefined;
  readonly screen: { readonly width: number; readonly height: number } | undefined;
  readonly before: Place;
  readonly after: Place;
  readonly effects: readonly Effect[];
  /** The first line of the answer. */
  readonly said: string;
  /** A wait or a search that did not find. */
  readonly inVain: boolean;
}

/** Where the device was: equal hashes are the same screen. */
export interface Place {
  readonly app: string | undefined;
  readonly activity: string | undefined;
  readonly hash: string | undefined;
}

export interface Run {
  readonly client: string;
  readonly device: string;
  readonly acts: readonly RunAct[];
}

/** After this time without an act a client's next act begins a new run. */
const IDLE = 30 * 60_000;
const MOST_ACTS = 500;
const MOST_RUNS = 50;
/** A look that comes later after an act shows what came since. */
const LATEST_LOOK = 10_000;

/** One is made of other calls, each remembered by itself; the other does nothing on the device. */
const notActs: ReadonlySet<string> = new Set(['run_steps', 'save_flow']);

interface Looks {
  first: PicturedSnapshot;
  last: PicturedSnapshot;
  time: number;
}

/** An act whose effect may still come. */
interface Pending {
  readonly run: OpenRun;
  readonly act: Omit<RunAct, 'effects' | 'after'>;
  readonly before: Snapshot | undefined;
  readonly hit: Element | undefined;
  readonly restless: ReadonlySet<string>;
  readonly time: number;
  readonly inputs: number;
}

interface OpenRun {
  readonly client: string;
  readonly device: string;
  readonly acts: RunAct[];
  count: number;
  last: number;
}

interface Watched {
  /** The looks between two acts, by how much input had gone out before them. */
  readonly looks: Map<number, Looks>;
  pending: Pending | undefined;
}

interface MemoryOptions {
  readonly registry: Pick<Registry, 'onLook'>;
  readonly clock: Clock;
  /** Replaces the values of secrets by their names. */
  readonly mask?: (text: string) => string;
}

/** The acts of each client on each device, for who wants to save them later. Nothing of it reaches the disk by itself. */
export class RunMemory {
  readonly #clock: Clock;
  readonly #mask: (text: string) => string;
  readonly #watched = new WeakMap<Session, Watched>();
  /** The one that acted last is at the end. */
  readonly #runs: OpenRun[] = [];
  readonly #open = new Set<Watched>();

  constructor({ registry, clock, mask = (text) => text }: MemoryOptions) {
    this.#clock = clock;
    this.#mask = mask;
    registry.onLook((session, snapshot) => {
      this.#saw(session, snapshot);
    });
  }

  /** The runs that are remembered, the newest first. */
  get runs(): readonly Run[] {
    for (const watched of this.#open) this.#settle(watched);
    return [...this.#runs].reverse();
  }

  /** A call or a step ended without an error. */
  acted(call: ToolCall, { session, answer, inputs }: Outcome): void {
    const tool = call.tool?.name;
    const failed = answer instanceof Acted && answer.failure !== undefined;
    if (tool === undefined || notActs.has(tool) || call.ofFlow || call.explains || failed) return;
    const isWait = answer instanceof Waited;
    if (call.tool?.hints.readOnlyHint === true && !isWait) return;
    const watched = this.#watch(session);
    this.#settle(watched);
    const hit = answer instanceof Acted ? answer.hit : undefined;
    const looks = watched.looks.get(inputs);
    const sought = tool === 'scroll_to_element' ? soughtIn(session, call.args) : undefined;
    const element = hit && 'node' in hit ? hit : sought;
    const before = (element && session.screenOf(element)) ?? looks?.last;
    const point = hit && !('node' in hit) ? hit : undefined;
    const touched = element ?? (point && before && touchedAt(before, point));
    const run = this.#runOf(call, session.device.id);
    run.count += 1;
    run.last = this.#clock.now();
    const towards = sought && before && looks && { direction: wayBetween(looks.last, before) };
    const args = { ...argumentsOf(call.args), ...towards };
    watched.pending = {
      run,
      act: {
        number: run.count,
        at: Date.now(),
        tool,
        byPerson: call.byPerson,
        target: touched && before && selectorOf(touched, before),
        ...typedBy(args, touched, this.#mask),
        screen: before && { width: before.screen.width, height: before.screen.height },
        before: placeOf(before),
        said: answer instanceof Acted ? answer.text : isWait ? answer.text : '',
        inVain: (isWait || answer instanceof Acted) && !answer.came,
      },
      before,
      hit: touched,
      restless: looks ? restlessBetween(looks.first, looks.last) : new Set(),
      time: this.#clock.now(),
      inputs: session.inputs,
    };
    this.#open.add(watched);
    for (const known of watched.looks.keys()) if (known < session.inputs) watched.looks.delete(known);
  }

  #saw(session: Session, snapshot: PicturedSnapshot): void {
    const { looks, pending } = this.#watch(session);
    const inputs = session.inputsBefore(snapshot);
    if (inputs === undefined || inputs !== session.inputs) return;
    const now = this.#clock.now();
    const known = looks.get(inputs);
    if (!known) looks.set(inputs, { first: snapshot, last: snapshot, time: now });
    else if (pending?.inputs !== inputs || now - pending.time < LATEST_LOOK)
      Object.assign(known, { last: snapshot, time: now });
  }

  #watch(session: Session): Watched {
    const watched = this.#watched.get(session) ?? { looks: new Map(), pending: undefined };
    this.#watched.set(session, watched);
    return watched;
  }

  /** The looks since the last act show its effect; from now on it is only facts. */
  #settle(watched: Watched): void {
    const { pending, looks } = watched;
    if (!pending) return;
    watched.pending = undefined;
    this.#open.delete(watched);
    const { run, act, before, hit, restless } = pending;
    const seen = looks.get(pending.inputs);
    const after = seen?.last;
    const moving = seen ? restlessBetween(seen.first, seen.last) : [];
    const typed = act.typed?.kind === 'text' ? act.typed.text : undefined;
    const effects =
      before && after && before !== after
        ? effectsOf({ before, after, hit, typed, restless: new Set([...restless, ...moving]) })
        : [];
    run.acts.push({ ...act, effects, after: placeOf(after) });
    if (run.acts.length > MOST_ACTS) run.acts.shift();
  }

  /** A person's acts are acts of the run that they take a hand in. */
  #runOf(call: ToolCall, device: string): OpenRun {
    const client = call.client ?? '';
    const now = this.#clock.now();
    const isOpen = (run: OpenRun) =>
      run.device === device && now - run.last < IDLE && (call.byPerson || run.client === client);
    const known = this.#runs.findLast(isOpen);
    const run = known ?? { client, device, acts: [], count: 0, last: now };
    if (known) this.#runs.splice(this.#runs.indexOf(known), 1);
    this.#runs.push(run);
    if (this.#runs.length > MOST_RUNS) this.#runs.shift();
    return run;
  }
}

/** The client of a run, for people. */
export function clientOf({ client }: Run): string {
  return clientName(client) || 'a client without a name';
}

function placeOf(snapshot: Snapshot | undefined): Place {
  if (!snapshot) return { app: undefined, activity: undefined, hash: undefined };
  return { app: snapshot.app, activity: snapshot.activity, hash: contentHash(snapshot) };
}

/** The frame's own arguments say nothing about the act. */
function argumentsOf(args: unknown): Record<string, unknown> {
  if (typeof args !== 'object' || args === null) return {};
  const { device: _, observe: __, ...rest } = { device: undefined, observe: undefined, ...args };
  return rest;
}

/** What a search brought into view. */
function soughtIn(session: Session, args: unknown): Element | undefined {
  const { element_id: id } = argumentsOf(args);
  const { latest, identity } = session;
  if (!latest || typeof id !== 'string') return undefined;
  const target = targetIn(id);
  if (target) return targetsIn(latest, target, { use: 'read' })[0];
  return latest.element(id) ?? identity.foundAgain(id, latest);
}

/** Where a list was scrolled to: what is on both screens moved the other way. */
function wayBetween(before: Snapshot, after: Snapshot): Direction {
  for (const { id, node } of after.elements) {
    const was = before.element(id)?.node.bounds;
    const [down, right] = was ? [was.top - node.bounds.top, was.left - node.bounds.left] : [0, 0];
    if (down !== 0) return down > 0 ? 'DOWN' : 'UP';
    if (right !== 0) return right > 0 ? 'RIGHT' : 'LEFT';
  }
  return 'DOWN';
}

/** What a finger met at a point, if that is a thing that takes it. */
function touchedAt(snapshot: Snapshot, point: { x: number; y: number }): Element | undefined {
  const [top] = elementsAt(snapshot, point);
  const taker = top && takerOf(top);
  return taker?.node.clickable === true || taker?.node.editable === true ? taker : undefined;
}

/** What changed although nothing was done. */
function restlessBetween(first: Snapshot, last: Snapshot): ReadonlySet<string> {
  if (first === last) return new Set();
  const changed = last.elements.filter(({ id, node }) => {
    const was = first.element(id)?.node;
    return (
      !was || was.text !== node.text || was.description !== node.description || was.checked !== node.checked
    );
  });
  return new Set(changed.map(({ id }) => id));
}
