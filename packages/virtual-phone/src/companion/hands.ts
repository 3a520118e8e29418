import { play, type FingerEvent } from '../commands/input/fingers.ts';
import { injectionDenial } from '../commands/input/denied.ts';
import { keyEvent } from '../commands/input/events.ts';
import { isTypable, typing } from '../commands/input/keys.ts';
import { keyCodes } from '../framework/input/keys.ts';
import type { Framework } from '../framework/system/framework.ts';
import { inputSources, NO_DISPLAY } from '../framework/system/input-event.ts';
import type { Connection } from './connection.ts';
import { failure, RequestError } from './errors.ts';
import type { Eyes, SeenNode } from './eyes.ts';
import type { CompanionFaults } from './faults.ts';
import { pause, type Work } from './lane.ts';
import { numbers, Parameters, wholeNumber } from './parameters.ts';
import { described, isKeyboard, Judged, takesLongPress, type Under, underAt, underOf } from './under.ts';

const MOST_FINGERS = 10;
/** The interval between two moves of a finger. */
const MOVE_EVERY_MS = 10;
const POLL_MS = 20;
const LONGEST_STROKE_MS = 600_000;
/** A key held for this long is sent once more, as its long press. */
const LONG_PRESS_MS = 500;
const LOCK_SCREEN_SINCE = 28;
/** An application that does not answer must not hold a finger back for longer. */
const LONGEST_READ_MS = 1500;

/** Injects touches and keys asynchronously: it does not wait for their effects. */
export class Hands {
  readonly #framework: Framework;
  readonly #senses: Senses;

  constructor(framework: Framework, senses: Senses) {
    this.#framework = framework;
    this.#senses = senses;
  }

  async touch(parameters: Parameters, work: Work): Promise<object> {
    const given = parameters.list('strokes').map(strokeOf);
    if (given.length === 0 || given.length > MOST_FINGERS)
      throw new RequestError('bad-request', `1 to ${MOST_FINGERS} strokes`);
    const first = Math.min(...given.map(([point]) => point?.at ?? 0));
    const strokes = given.map((points) => points.map((point) => ({ ...point, at: point.at - first })));
    const aim = new Aim(parameters, strokes, this.#framework, this.#senses);
    this.#mayInject();
    const { clock } = this.#framework;
    const began = clock.now();
    // All fingers make their last move before any of them is lifted.
    const events = strokes
      .flatMap((points, finger) => eventsOf(points, finger))
      .toSorted((one, other) => Number(one.action === 'up') - Number(other.action === 'up'));
    let isBegun = false;
    let pressed = false;
    const changed = await play(this.#framework, events, work.signal, async (event) => {
      if (!(await aim.mayGoOn(event, work))) return false;
      work.begin();
      pressed ||= event.action === 'up';
      isBegun = true;
      return true;
    }).catch((error: unknown) => {
      const { code, message, done } = failure(error);
      throw new RequestError(code, message, isBegun ? 'partly' : done);
    });
    return {
      ...(changed && { changed: changed.finger, begun: pressed }),
      ms: clock.now() - began,
      ...(aim.compares && { under: aim.told }),
      ...(aim.focus.told && { focus: aim.focus.told }),
    };
  }

  async key(parameters: Parameters, work: Work): Promise<object> {
    const codes = numbers(parameters.raw('codes'), 'codes').map((code) => wholeNumber(code, 'a key code'));
    if (codes.length === 0) throw new RequestError('bad-request', 'codes is empty');
    const meta = parameters.whole('meta', 0);
    const hold = parameters.number('hold', 0);
    return this.#ifFocused(parameters, work, async () => {
      this.#mayInject();
      work.begin();
      for (const code of codes) await this.#press(code, { meta, hold }, work);
    });
  }

  async text(parameters: Parameters, work: Work): Promise<object> {
    const text = parameters.text('text');
    if (text === '') return {};
    const events = typing(text, { source: undefined, display: undefined });
    if (events === undefined) {
      const missing = Array.from(text).filter((character) => !isTypable(character)).length;
      throw new RequestError('unsupported', `${missing} characters have no keys`);
    }
    return this.#ifFocused(parameters, work, () => {
      this.#mayInject();
      work.begin();
      for (const event of events) this.#framework.inject(event);
      return Promise.resolve();
    });
  }

  /** AccessibilityService's global actions, which need no permission to inject. */
  async global(parameters: Parameters, work: Work): Promise<object> {
    const framework = this.#framework;
    const name = parameters.text('action');
    const actions: Readonly<Record<string, () => void>> = {
      back: () => {
        framework.back();
      },
      home: () => {
        framework.home();
      },
      recents: () => {
        framework.recents();
      },
      notifications: () => {
        framework.expandNotifications();
      },
      quickSettings: () => {
        framework.expandQuickSettings();
      },
      lockScreen: () => {
        framework.sleep();
      },
    };
    if (name === 'lockScreen' && framework.shape.sdk < LOCK_SCREEN_SINCE)
      throw new RequestError('unsupported', `lockScreen needs API ${LOCK_SCREEN_SINCE}`);
    const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
    // The power key of this phone opens no dialog.
    if (name === 'powerDialog') throw new RequestError('refused', 'performGlobalAction returned false');
    if (action === undefined) throw new RequestError('bad-request', `there is no global action ${name}`);
    return this.#ifFocused(parameters, work, () => {
      work.begin();
      action();
      return Promise.resolve();
    });
  }

  /** Compares what has the focus with what the host judged, right before keys go there. */
  async #ifFocused(parameters: Parameters, work: Work, act: () => Promise<void>): Promise<object> {
    const focus = new Focus(parameters, 'judged', this.#framework, this.#senses);
    if (!(await focus.mayGoOn(work))) return { ...(focus.told && { under: focus.told }), changed: true };
    if (focus.compares) await this.#senses.faults.onCompared?.();
    await act();
    return focus.told ? { under: focus.told } : {};
  }

  async wake(_parameters: Parameters, work: Work): Promise<object> {
    const isAwake = (): boolean => this.#framework.awake;
    if (isAwake()) return {};
    this.#mayInject();
    work.begin();
    await this.#press(keyCodes.WAKEUP, { meta: 0, hold: 0 }, work);
    while (!isAwake()) await pause(this.#framework.clock.programs, POLL_MS, work);
    return {};
  }

  async #press(code: number, { meta, hold }: { meta: number; hold: number }, work: Work): Promise<void> {
    const to = { source: inputSources.keyboard, display: NO_DISPLAY, meta, mode: 'async' } as const;
    this.#framework.inject(keyEvent('down', code, to));
    const { clock } = this.#framework;
    try {
      if (hold > 0) await pause(clock, Math.min(hold, LONG_PRESS_MS), work);
      if (hold >= LONG_PRESS_MS) {
        this.#framework.inject(keyEvent('down', code, { ...to, repeat: 1 }));
        await pause(clock, hold - LONG_PRESS_MS, work);
      }
    } catch (error) {
      const { code: why, message } = failure(error);
      throw new RequestError(why, message, 'partly');
    } finally {
      this.#framework.inject(keyEvent('up', code, to));
    }
  }

  #mayInject(): void {
    const { faults, shape } = this.#framework;
    if (!faults.injectionDenied) return;
    throw new RequestError('denied', injectionDenial(shape.sdk));
  }
}

/** Compares what has the focus with what the host judged. */
class Focus {
  /** What has it; undefined if that was not read. */
  told: object | undefined;
  readonly #judged: Judged | undefined;
  readonly #refuses: boolean;
  readonly #framework: Framework;
  readonly #senses: Senses;

  constructor(parameters: Parameters, name: string, framework: Framework, senses: Senses) {
    this.#judged = parameters.has(name) ? new Judged(parameters.object(name)) : undefined;
    this.#refuses = parameters.flag('refuses');
    this.#framework = framework;
    this.#senses = senses;
    if (this.#judged?.hasElement === true && !this.#judged.node)
      throw new RequestError('bad-request', 'an element that is judged to have the focus needs look and h');
  }

  get compares(): boolean {
    return this.#judged?.hasWindow === true;
  }

  /** False if something else has the focus, and must not get the keys. */
  async mayGoOn(work: Work): Promise<boolean> {
    const { connection, eyes, find } = this.#senses;
    const { clock, faults, shape } = this.#framework;
    const judged = this.#judged;
    if (judged?.hasWindow !== true) return true;
    if (this.#refuses) connection.require();
    const windows = connection.automation === 'connected' ? eyes.windows() : [];
    const window = windows.find(({ focused }) => focused) ?? windows.find(({ active }) => active);
    if (window && faults.notResponding.has(window.package)) {
      await pause(clock.programs, Math.min(LONGEST_READ_MS, work.remaining()), work);
      if (this.#refuses) throw new RequestError('timeout', 'the application there does not answer');
      return true;
    }
    const { sdk } = shape;
    const seen = judged.node && eyes.find(find(judged.node));
    const isStill = window && seen?.window.id === window.id && seen.node.focused;
    const under = window && underOf(window, isStill ? seen.node : undefined, { sdk });
    const same = judged.isAs(under, sdk);
    this.told = under && described(under, { same, sdk });
    return same || !this.#refuses;
  }
}

/** What a touch is compared by. */
interface Senses {
  readonly eyes: Eyes;
  readonly connection: Connection;
  readonly faults: CompanionFaults;
  readonly find: (node: { readonly look: number; readonly handle: number }) => SeenNode;
}

/** Android's touch slop, 8 dp, on the densest screens: a finger that moves less still presses. */
const TOUCH_SLOP = 32;
/** The shortest long press that Android offers. */
const SHORTEST_LONG_PRESS_MS = 400;

/** Compares what is under each finger with what the host judged, right before the finger acts. */
class Aim {
  readonly #judged: readonly Judged[];
  readonly #refuses: boolean;
  readonly #screen: number;
  readonly #strokes: readonly (readonly StrokePoint[])[];
  readonly #found: (Under | undefined)[];
  readonly #same: boolean[] = [];
  readonly #framework: Framework;
  readonly #senses: Senses;
  /** What gets the keys of a keyboard under a finger. */
  readonly focus: Focus;

  constructor(
    parameters: Parameters,
    strokes: readonly (readonly StrokePoint[])[],
    framework: Framework,
    senses: Senses,
  ) {
    const given = parameters.has('judged') ? parameters.list('judged') : [];
    this.#judged = given.map((one) => new Judged(Parameters.of(one, 'a finger of judged')));
    if (parameters.has('judged') && given.length !== strokes.length)
      throw new RequestError('bad-request', 'judged needs an object for each stroke');
    this.#refuses = parameters.flag('refuses');
    this.#screen = parameters.number('screen', 0);
    this.#strokes = strokes;
    this.#found = strokes.map(() => undefined);
    this.#framework = framework;
    this.#senses = senses;
    this.focus = new Focus(parameters, 'focus', framework, senses);
  }

  get compares(): boolean {
    return this.#judged.length > 0;
  }

  /** By finger; null where nothing could be read. */
  get told(): readonly (object | null)[] {
    const { sdk } = this.#framework.shape;
    return this.#found.map((one, finger) =>
      one ? described(one, { same: this.#same[finger] === true, sdk }) : null,
    );
  }

  /** False if the finger would meet something else. Nothing is waited for between this and the event, but by a fault. */
  async mayGoOn({ finger, action }: FingerEvent, work: Work): Promise<boolean> {
    const before = this.#found[finger];
    const isOnKeyboard = action === 'up' && before !== undefined && isKeyboard(before);
    const isLift = action === 'up' && this.#refuses && (isOnKeyboard || this.#pressesAtEnd(finger, before));
    if (!this.compares || (action !== 'down' && !(isLift && this.#rests(finger)))) return true;
    const { connection, faults } = this.#senses;
    if (this.#refuses) connection.require();
    const isConnected = connection.automation === 'connected';
    if (isConnected && !isOnKeyboard && !(await this.#compare(finger, work))) return false;
    const found = this.#found[finger];
    const types = found !== undefined && isKeyboard(found);
    if (this.#refuses && types && !(await this.focus.mayGoOn(work))) return false;
    await faults.onCompared?.();
    return true;
  }

  async #compare(finger: number, work: Work): Promise<boolean> {
    const { shape, faults, clock } = this.#framework;
    const [point] = this.#strokes[finger] ?? [];
    const how = { screen: this.#screen, sdk: shape.sdk };
    const found = point && underAt(point, this.#senses.eyes.windows(), how);
    if (found && faults.notResponding.has(found.window.package)) {
      await pause(clock.programs, Math.min(LONGEST_READ_MS, work.remaining()), work);
      if (this.#refuses) throw new RequestError('timeout', 'the application there does not answer');
      return true;
    }
    this.#found[finger] = found;
    this.#same[finger] = this.#judged[finger]?.isAs(found, shape.sdk) === true;
    return this.#same[finger] || !this.#refuses;
  }

  #rests(finger: number): boolean {
    const [first, ...rest] = this.#strokes[finger] ?? [];
    return (
      first !== undefined && rest.every(({ x, y }) => Math.hypot(x - first.x, y - first.y) <= TOUCH_SLOP)
    );
  }

  /** Whether a finger presses when it is lifted, however long it was down: only a long press acts before. */
  #pressesAtEnd(finger: number, before: Under | undefined): boolean {
    const [first, ...rest] = this.#strokes[finger] ?? [];
    if (!first) return false;
    const duration = (rest.at(-1)?.at ?? 0) - first.at;
    return duration < SHORTEST_LONG_PRESS_MS || !before?.node || !takesLongPress(before.node);
  }
}

interface StrokePoint {
  readonly x: number;
  readonly y: number;
  readonly at: number;
}

function strokeOf(value: unknown): readonly StrokePoint[] {
  if (!Array.isArray(value) || value.length === 0)
    throw new RequestError('bad-request', 'a stroke is a list of points');
  const points = value.map((one: unknown) => {
    const [x, y, at, ...more] = numbers(one, 'a point');
    if (x === undefined || y === undefined || at === undefined || more.length > 0)
      throw new RequestError('bad-request', 'a point is [x, y, ms]');
    return { x, y, at };
  });
  if (points.some(({ at }, place) => at < (points[place - 1]?.at ?? 0) || at > LONGEST_STROKE_MS))
    throw new RequestError('bad-request', 'the times of a stroke must ascend');
  return points;
}

/** A stroke: down at its first moment, then moves, up at its last. */
function eventsOf(points: readonly StrokePoint[], finger: number): readonly FingerEvent[] {
  const [first, ...rest] = points;
  const last = points.at(-1);
  if (first === undefined || last === undefined) return [];
  const events: FingerEvent[] = [{ finger, action: 'down', ...first }];
  let from = first;
  for (const to of rest) {
    const steps = Math.max(1, Math.round((to.at - from.at) / MOVE_EVERY_MS));
    const moves = to.x === from.x && to.y === from.y ? 0 : steps;
    for (let step = 1; step <= moves; step++) {
      const part = step / steps;
      events.push({
        finger,
        action: 'move',
        x: from.x + (to.x - from.x) * part,
        y: from.y + (to.y - from.y) * part,
        at: from.at + (to.at - from.at) * part,
      });
    }
    from = to;
  }
  return [...events, { finger, action: 'up', ...last }];
}
