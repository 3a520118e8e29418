import type { RunningAndroid } from '../commands/running-android.ts';
import { act } from './act.ts';
import type { Connection } from './connection.ts';
import { Ears } from './ears.ts';
import { RequestError } from './errors.ts';
import { Eyes, type Reading, type SeenNode } from './eyes.ts';
import type { CompanionFaults } from './faults.ts';
import { Hands } from './hands.ts';
import type { Answer, Work } from './lane.ts';
import type { Parameters } from './parameters.ts';
import { pictureWish, takePicture } from './picture.ts';
import type { Restore } from './restore.ts';
import { displayFacts, SystemServices } from './services.ts';
import { settle } from './settle.ts';

type Method = (parameters: Parameters, work: Work) => object | Promise<object>;

const queries = new Set([
  'look',
  'settle',
  'display',
  'clipboard.get',
  'labels',
  'events',
  'setting.get',
  'ping',
]);

const inputs = new Set([
  'act',
  'touch',
  'key',
  'text',
  'global',
  'wake',
  'clipboard.set',
  'setting.put',
  'rotate',
  'languages',
]);

export function isMethod(name: string): boolean {
  return queries.has(name) || inputs.has(name);
}

/** Whether a method only reads; such methods do not wait behind touches. */
export function isQuery(method: string): boolean {
  return queries.has(method);
}

/** Methods that work without UiAutomation. */
const unautomated = new Set([
  'ping',
  'display',
  'clipboard.get',
  'clipboard.set',
  'key',
  'touch',
  'setting.get',
  'setting.put',
  'labels',
  'languages',
]);

const MOST_NODES = 5000;
const KEPT_LOOKS = 2;

/** The companion's methods by name. */
export class Methods {
  readonly #android: RunningAndroid;
  readonly #connection: Connection;
  readonly #eyes: Eyes;
  readonly #ears: Ears;
  readonly #methods: ReadonlyMap<string, Method>;
  readonly #restore: Restore;
  readonly #faults: CompanionFaults;
  readonly #kept = new Map<number, Reading>();
  #looks = 0;

  constructor(
    android: RunningAndroid,
    connection: Connection,
    { restore, faults }: { restore: Restore; faults: CompanionFaults },
  ) {
    const { framework } = android;
    this.#android = android;
    this.#connection = connection;
    this.#restore = restore;
    this.#faults = faults;
    this.#eyes = new Eyes(framework, faults);
    this.#ears = new Ears(framework);
    const hands = new Hands(framework, {
      eyes: this.#eyes,
      connection,
      faults,
      find: (node) => this.#find(node),
    });
    const services = new SystemServices(android, restore);
    this.#methods = new Map<string, Method>([
      ['ping', () => ({})],
      ['display', () => services.display()],
      ['settle', (parameters, work) => settle(this.#senses(), parameters, work)],
      ['act', (parameters, work) => this.#act(parameters, work)],
      ['events', (parameters) => this.#ears.since(Math.trunc(parameters.number('after', 0)))],
      ['touch', (parameters, work) => hands.touch(parameters, work)],
      ['key', (parameters, work) => hands.key(parameters, work)],
      ['text', (parameters, work) => hands.text(parameters, work)],
      ['global', (parameters, work) => hands.global(parameters, work)],
      ['wake', (parameters, work) => hands.wake(parameters, work)],
      ['clipboard.get', () => services.getClipboard()],
      ['clipboard.set', (parameters, work) => services.setClipboard(parameters, work)],
      ['labels', (parameters) => services.labels(parameters)],
      ['setting.get', (parameters) => services.getSetting(parameters)],
      ['setting.put', (parameters, work) => services.putSetting(parameters, work)],
      ['rotate', (parameters, work) => services.rotate(parameters, work)],
      ['languages', (parameters, work) => services.setLanguages(parameters, work)],
    ]);
  }

  async call(name: string, parameters: Parameters, work: Work): Promise<Answer> {
    const method = this.#methods.get(name);
    if (method === undefined && name !== 'look')
      throw new RequestError('unknown-method', `there is no method ${name}`);
    if (!unautomated.has(name)) this.#connection.require();
    return method === undefined ? this.#look(parameters, work) : { ok: await method(parameters, work) };
  }

  close(): void {
    this.#ears.close();
  }

  /** Restored services start only after UiAutomation is released. */
  quit(): object {
    this.#connection.close();
    return { restored: this.#restore.putBack() };
  }

  #senses() {
    return { clock: this.#android.framework.clock.programs, eyes: this.#eyes, ears: this.#ears };
  }

  async #look(parameters: Parameters, work: Work): Promise<Answer> {
    const { framework } = this.#android;
    const nodes = Math.min(parameters.whole('nodes', MOST_NODES), MOST_NODES);
    if (nodes < 1) throw new RequestError('bad-request', 'nodes must be at least 1');
    const keep = parameters.flag('keep');
    const wish = parameters.has('picture') ? pictureWish(parameters.object('picture')) : undefined;
    // Taken before the reading, so that events during it count as new.
    const event = this.#ears.last;
    const reading = await this.#eyes.read(nodes, work);
    const look = ++this.#looks;
    if (keep) this.#keep(look, reading);
    const { windows, notes, fingerprint } = reading;
    const told = {
      look,
      display: displayFacts(framework),
      windows,
      toasts: this.#ears.toasts(),
      event,
      fingerprint,
      ...(notes.length > 0 && { notes }),
    };
    if (wish === undefined) return { ok: told };
    const { about, binary } = await takePicture(framework, wish);
    return { ok: { ...told, picture: about }, binary };
  }

  #keep(look: number, reading: Reading): void {
    this.#kept.set(look, reading);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > KEPT_LOOKS && oldest !== undefined) this.#kept.delete(oldest);
  }

  #find({ look, handle }: { readonly look: number; readonly handle: number }): SeenNode {
    const kept = this.#kept.get(look);
    if (kept === undefined) throw new RequestError('stale', 'the look is not kept any more');
    const seen = kept.nodes.get(handle);
    if (seen === undefined) throw new RequestError('bad-request', `the look has no handle ${handle}`);
    return seen;
  }

  #act(parameters: Parameters, work: Work): Promise<object> {
    const look = parameters.whole('look');
    const find = (handle: number) => this.#find({ look, handle });
    const { framework } = this.#android;
    return act({ framework, eyes: this.#eyes, find, faults: this.#faults }, parameters, work);
  }
}
