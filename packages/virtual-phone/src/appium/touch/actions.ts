import { keyCodes } from '../../framework/input/keys.ts';
import type { Framework } from '../../framework/system/framework.ts';
import { sleep } from '../../commands/waiting.ts';
import type { Body } from '../body.ts';
import { ServerError } from '../errors.ts';
import { line, play, type FingerEvent, type Point } from '../../commands/input/fingers.ts';

/** W3C actions. Each input source has its own timeline: the server does not synchronise them. */

interface KeyStroke {
  readonly at: number;
  readonly value: string;
}

export interface Choreography {
  readonly fingers: readonly FingerEvent[];
  readonly keys: readonly KeyStroke[];
  readonly durationMs: number;
}

/** Returns the middle of an element. */
export type Locate = (elementId: string) => Point;

const types = ['pointer', 'key', 'none'];

/** Plans the actions of all sources; errors are reported before anything moves. */
export function planActions(sources: readonly Body[], locate: Locate): Choreography {
  const fingers: FingerEvent[] = [];
  const keys: KeyStroke[] = [];
  const seen = new Set<string>();
  let durationMs = 0;
  sources.forEach((source, finger) => {
    const id = source.text('id');
    const type = source.text('type');
    if (seen.has(id)) throw bad(`The action id '${id}' has one one or more duplicates`);
    seen.add(id);
    if (!types.includes(type)) throw bad(`Unknown action type '${type}' is set for '${id}' action`);
    const items = source.list('actions');
    if (items.length === 0) throw bad(`'${id}' action should contain at least one item`);
    const chain = new Chain(id, locate, { finger, fingers, keys });
    for (const item of items) chain.add(type, item);
    durationMs = Math.max(durationMs, chain.time);
  });
  return { fingers, keys, durationMs };
}

/** Performs a plan, keys and fingers together. */
export async function perform(framework: Framework, plan: Choreography, signal: AbortSignal): Promise<void> {
  const { clock } = framework;
  const start = clock.now();
  const press = async () => {
    for (const { at, value } of plan.keys.toSorted((one, other) => one.at - other.at)) {
      await sleep(clock, Math.max(0, start + at - clock.now()), signal);
      typeKey(framework, value);
    }
  };
  const rest = async () => {
    await sleep(clock, plan.durationMs, signal);
  };
  await Promise.all([
    play(framework, plan.fingers, signal),
    press(),
    ...(plan.durationMs > 0 ? [rest()] : []),
  ]);
}

/** One input source while its items are planned. */
class Chain {
  time = 0;
  #place: Point | undefined;
  #isDown = false;

  readonly #id: string;
  readonly #locate: Locate;
  readonly #out: { finger: number; fingers: FingerEvent[]; keys: KeyStroke[] };

  constructor(
    id: string,
    locate: Locate,
    out: { finger: number; fingers: FingerEvent[]; keys: KeyStroke[] },
  ) {
    this.#id = id;
    this.#locate = locate;
    this.#out = out;
  }

  add(type: string, item: Body): void {
    const kind = item.text('type');
    if (kind === 'pause') this.time += aligned(this.#duration(item));
    else if (type === 'pointer' && kind === 'pointerMove') this.#move(item);
    else if (type === 'pointer' && kind === 'pointerDown') this.#touch('down');
    else if (type === 'pointer' && kind === 'pointerUp') this.#touch('up');
    // The server drops a cancelled gesture before planning, so nothing of it is left to do.
    else if (type === 'pointer' && kind === 'pointerCancel') this.#touch('cancel');
    else if (type === 'key' && kind === 'keyDown')
      this.#out.keys.push({ at: this.time, value: this.#key(item) });
    else if (type !== 'key' || kind !== 'keyUp')
      throw bad(`Unexpected action item type '${kind}' in action with id '${this.#id}'`);
  }

  #touch(action: 'down' | 'up' | 'cancel'): void {
    if (this.#place === undefined)
      throw bad(
        `Action item of the action '${this.#id}' should be preceded with at least one item having absolute coordinates`,
      );
    // A finger that is not down cannot be lifted.
    if (action !== 'down' && !this.#isDown) return;
    this.#isDown = action === 'down';
    this.#out.fingers.push({ at: this.time, finger: this.#out.finger, action, ...this.#place });
  }

  #move(item: Body): void {
    const from = this.#place;
    const to = this.#target(item);
    const ms = aligned(this.#duration(item, 0));
    if (from !== undefined && this.#isDown)
      this.#out.fingers.push(...line(this.#out.finger, from, to, { from: this.time, ms, step: STEP_MS }));
    this.#place = to;
    this.time += ms;
  }

  #target(item: Body): Point {
    const origin = item.any('origin') ?? 'viewport';
    if (origin === 'viewport') {
      const [x, y] = [item.optionalNumber('x'), item.optionalNumber('y')];
      if (x === undefined || y === undefined)
        throw bad(`Both coordinates must be be set for action item of action '${this.#id}'`);
      return { x, y };
    }
    const start = origin === 'pointer' ? this.#place : this.#locate(elementIdOf(origin, this.#id));
    if (start === undefined)
      throw bad(`The first item of the action '${this.#id}' must only use absolute coordinates`);
    return { x: start.x + (item.optionalNumber('x') ?? 0), y: start.y + (item.optionalNumber('y') ?? 0) };
  }

  #key(item: Body): string {
    const value = item.text('value');
    if (value === '') throw bad(`value key cannot be empty for action item of action with id '${this.#id}'`);
    return value;
  }

  #duration(item: Body, otherwise?: number): number {
    const duration = item.optionalNumber('duration') ?? otherwise;
    if (duration === undefined)
      throw bad(`Missing duration key for action item of action with id '${this.#id}'`);
    if (duration < 0)
      throw bad(`duration key cannot be negative for action item of action with id '${this.#id}'`);
    return duration;
  }
}

/** An element as origin: its id alone, or the object that searches return. */
function elementIdOf(origin: unknown, action: string): string {
  if (typeof origin === 'string') return origin;
  if (typeof origin === 'object' && origin !== null) {
    const [entry] = Object.entries(origin);
    if (entry?.[0].toLowerCase().startsWith('element') === true && typeof entry[1] === 'string')
      return entry[1];
  }
  throw bad(`An unknown element '${JSON.stringify(origin)}' is set for action item of action '${action}'`);
}

/** Milliseconds between two moves of W3C actions (10.6.6; older servers: 5). */
const STEP_MS = 20;

/** Times are multiples of that step, rounded up. */
function aligned(ms: number): number {
  return Math.ceil(ms / STEP_MS) * STEP_MS;
}

function bad(message: string): ServerError {
  return new ServerError('invalidArgument', message);
}

/** W3C key codes (private-use characters) of keys that a phone has. */
const specialKeys: ReadonlyMap<string, number> = new Map(
  Object.entries({
    '\ue003': keyCodes.DEL,
    '\ue004': keyCodes.TAB,
    '\ue006': keyCodes.ENTER,
    '\ue007': keyCodes.ENTER,
    '\ue00c': keyCodes.ESCAPE,
    '\ue010': keyCodes.MOVE_END,
    '\ue011': keyCodes.MOVE_HOME,
    '\ue012': keyCodes.DPAD_LEFT,
    '\ue013': keyCodes.DPAD_UP,
    '\ue014': keyCodes.DPAD_RIGHT,
    '\ue015': keyCodes.DPAD_DOWN,
    '\ue017': keyCodes.FORWARD_DEL,
  }),
);

function typeKey(framework: Framework, value: string): void {
  const code = specialKeys.get(value);
  if (code === undefined) framework.commitText(value);
  else framework.key(code);
}
