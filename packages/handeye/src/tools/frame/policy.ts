import type { Clock } from '../../call/clock.ts';
import { permissionDenied } from '../../device/errors.ts';
import type { Device } from '../../device/port.ts';
import type { UiWindow } from '../../ui/snapshot.ts';

/** What the owner of the device allows. */
export interface Policy {
  readonly readOnly: boolean;
  /** Applications that may be read, never written to: by name or id. */
  readonly blockedApps: readonly string[];
  /** Applications that may be written to although the device holds them back: by name or id. */
  readonly allowedApps: readonly string[];
  /** URI schemes that may be opened beside those that everybody may, in lower case. */
  readonly allowedSchemes: readonly string[];
  readonly writesPerSecond: number;
  /** Whether a sleeping display may be woken for an action. */
  readonly wake: boolean;
}

export const defaultPolicy: Policy = {
  readOnly: false,
  blockedApps: [],
  allowedApps: [],
  allowedSchemes: [],
  writesPerSecond: 10,
  wake: true,
};

/** An application that a write would reach, as far as it is known. */
export interface Reached {
  readonly name: string | undefined;
  readonly id?: string | undefined;
}

export function ownerOf({ app, appId }: UiWindow): Reached {
  return { name: app, id: appId };
}

/** Keeps writes away from applications: those that the policy blocks, and those that the device holds back by itself. */
export class Guard {
  readonly #blocked: ReadonlySet<string>;
  readonly #allowed: ReadonlySet<string>;
  readonly #protectedApps: ReadonlySet<string>;

  constructor({ blockedApps, allowedApps }: Policy, { protectedApps = [] }: Pick<Device, 'protectedApps'>) {
    this.#blocked = inAnyCase(blockedApps);
    this.#allowed = inAnyCase(allowedApps);
    this.#protectedApps = inAnyCase(protectedApps);
  }

  /** Nothing is kept from anybody: nobody has to find out who would be reached. */
  get isOpen(): boolean {
    return this.#blocked.size === 0 && this.#protectedApps.size === 0;
  }

  /** Refuses a write that would reach one of these, with what else helps. Fails closed: nobody known is blocked. */
  refuse(reached: readonly Reached[], advice?: string): void {
    if (this.isOpen) return;
    const why = reached.length === 0 ? NOBODY_KNOWN : firstOf(reached, (app) => this.#refusal(app));
    if (why !== undefined) throw permissionDenied(advice === undefined ? why : `${why} ${advice}`);
  }

  /** Refuses to take cards away from the list of recent applications while one of these may be among them. */
  refuseRemoval(recent: readonly string[] | undefined): void {
    if (this.isOpen) return;
    if (recent === undefined) throw permissionDenied(NOBODY_KNOWN);
    const blocked = recent.find((name) => among(this.#blocked, { name }));
    if (blocked === undefined) return;
    throw permissionDenied(
      `${forbidden(blocked)} It is among the recent apps, and a card does not say which app it belongs to, so none may be swiped away or closed.`,
    );
  }

  /** Why an application must not be written to, if it must not. */
  #refusal(app: Reached): string | undefined {
    const { name, id } = app;
    if (name === undefined) return NOBODY_KNOWN;
    if (among(this.#blocked, app)) {
      return `${forbidden(name)} Reading it is allowed; ask the user before trying another way.`;
    }
    if (this.#protectedApps.size === 0 || among(this.#allowed, app)) return undefined;
    // One that has no id could be any of those that are held back by theirs.
    if (id !== undefined && !this.#protectedApps.has(id.toLowerCase())) return undefined;
    return `${forbidden(name)} Reading it is allowed. Only the user can allow more: --allow-app ${JSON.stringify(id ?? name)}.`;
  }
}

function firstOf<T, R>(items: readonly T[], of: (item: T) => R | undefined): R | undefined {
  for (const item of items) {
    const found = of(item);
    if (found !== undefined) return found;
  }
  return undefined;
}

const NOBODY_KNOWN =
  'The policy of this server blocks some applications, and it is not known which one this would reach.';

function forbidden(name: string): string {
  return `The policy of this server forbids acting on '${name}'.`;
}

function inAnyCase(names: readonly string[]): ReadonlySet<string> {
  return new Set(names.map((name) => name.toLowerCase()));
}

function among(names: ReadonlySet<string>, { name, id }: Reached): boolean {
  return [name, id].some((one) => one !== undefined && names.has(one.toLowerCase()));
}

/** Lets at most so many writes a second through; the others wait, they are not refused. */
export class Pace {
  readonly #clock: Clock;
  readonly #perSecond: number;
  readonly #recent: number[] = [];

  constructor(clock: Clock, perSecond: number) {
    this.#clock = clock;
    this.#perSecond = perSecond;
  }

  /** Milliseconds to wait before the next writes; counts them. Writes that go out together wait for the last of them. */
  next(writes = 1): number {
    let wait = 0;
    for (let write = 0; write < writes; write += 1) wait = this.#take();
    return wait;
  }

  #take(): number {
    const now = this.#clock.now();
    while (this.#recent[0] !== undefined && this.#recent[0] <= now - 1000) this.#recent.shift();
    const oldest = this.#recent[this.#recent.length - this.#perSecond];
    const at = oldest === undefined ? now : Math.max(now, oldest + 1000);
    this.#recent.push(at);
    return at - now;
  }
}
