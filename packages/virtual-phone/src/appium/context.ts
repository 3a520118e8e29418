import type { RunningAndroid } from '../commands/running-android.ts';
import type { Body } from './body.ts';
import { Elements } from './elements.ts';
import { ServerError } from './errors.ts';
import { Gestures } from './touch/gestures.ts';
import { Screen } from './screen.ts';
import { Settings } from './settings.ts';
import { Toasts } from './toasts.ts';

/** A session; there is at most one, and a new one replaces it. */
export interface Session {
  readonly id: string;
  readonly capabilities: Readonly<Record<string, unknown>>;
  readonly elements: Elements;
}

/** The running server: what its handlers work with. */
export class ServerContext {
  readonly settings = new Settings();
  readonly screen: Screen;
  readonly gestures: Gestures;
  readonly toasts: Toasts;
  #session: Session | undefined;

  constructor(
    readonly android: RunningAndroid,
    /** Fires when the server ends, whatever its handlers are doing. */
    readonly signal: AbortSignal,
    /** Ends the server soon; called when the session is deleted. */
    readonly stop: () => void,
  ) {
    this.screen = new Screen(android.framework, this.settings, signal);
    this.gestures = new Gestures(this.screen, signal);
    this.toasts = new Toasts(android.framework);
  }

  get session(): Session | undefined {
    return this.#session;
  }

  startSession(session: Omit<Session, 'elements'>): void {
    this.toasts.start();
    this.#session = { ...session, elements: new Elements(this.screen) };
  }

  endSession(): void {
    this.toasts.stop();
    this.#session = undefined;
  }

  get elements(): Elements {
    if (this.#session === undefined) throw new ServerError('noSuchDriver');
    return this.#session.elements;
  }
}

/** A request for a handler: the variable parts of the path, and the body. */
export interface Request {
  readonly path: Readonly<Record<string, string>>;
  readonly body: Body;
}

/** Answers a request with a value for the client; null if there is none. */
export type Handler = (context: ServerContext, request: Request) => unknown;

/** Handlers by method and path; parts that begin with a colon are variable. */
export type Routes = Readonly<Record<string, Handler>>;
