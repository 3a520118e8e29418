import type { Call } from '../device/call.ts';
import type { LinuxApplication } from './applications.ts';
import { Applications } from './applications.ts';
import { Accessibility } from './atspi/accessibility.ts';
import { Approaches } from './atspi/approach.ts';
import type { Reference } from './atspi/accessible.ts';
import type { Post } from './atspi/conversation.ts';
import { Conversation } from './atspi/conversation.ts';
import { explained } from './atspi/gone.ts';
import { Inquiry } from './atspi/inquiry.ts';
import type { Scope, Tree } from './atspi/tree.ts';
import { readTree } from './atspi/tree.ts';
import type { Bus } from './dbus/bus.ts';
import type { XWindow } from './x11/windows.ts';

/** What is read of an application: its whole tree, or a part. */
export type ReadPart = (scope?: Scope) => Promise<Tree>;

/** A session's accessibility, as long as the connection to its bus lasts: who is there, and what they tell. */
export class Access {
  readonly #accessibility: Accessibility;
  readonly #applications: Applications;
  readonly #approaches: Approaches;

  private constructor(accessibility: Accessibility) {
    this.#accessibility = accessibility;
    this.#applications = new Applications(accessibility.bus);
    this.#approaches = new Approaches(accessibility.bus);
  }

  static async open(environment: NodeJS.ProcessEnv, call: Call): Promise<Access> {
    return new Access(await Accessibility.open(environment, call));
  }

  /** Opens it anew after the bus has ended. */
  async reopen(environment: NodeJS.ProcessEnv, call: Call): Promise<Access> {
    this.#approaches.close();
    return new Access(await this.#accessibility.reopen(environment, call));
  }

  get ended(): boolean {
    return this.#accessibility.bus.ended;
  }

  async applications(windows: readonly XWindow[], call: Call): Promise<LinuxApplication[]> {
    const applications = await this.#applications.list(windows, call);
    this.#approaches.forgetAllBut(new Set(applications.map(({ reference }) => reference.bus)));
    return applications;
  }

  /** Questions to applications, as part of a call. */
  talk(call: Call, patience?: number): Conversation {
    return new Conversation((method, within) => this.#approaches.send(method, within, call), call, patience);
  }

  /** Reads an application, in the way that suits it best. */
  async read<T>(
    { reference: app, name }: LinuxApplication,
    call: Call,
    read: (part: ReadPart, inquiry: Inquiry) => Promise<T>,
  ): Promise<T> {
    try {
      const { toolkit, direct } = await this.#approaches.to(app, call);
      const talk = new Conversation(this.#post(app, direct?.reading), call);
      const inquiry = new Inquiry(talk, { toolkit, bridged: direct !== undefined });
      return await read((scope) => readTree(inquiry, app, scope), inquiry);
    } catch (error) {
      throw explained(error, name);
    }
  }

  async close(): Promise<void> {
    this.#approaches.close();
    await this.#accessibility.close();
  }

  /** Parts of an application may live in another program (a plug in a socket): those are reached by the bus only. */
  #post(app: Reference, line: Bus | undefined): Post {
    const { bus } = this.#accessibility;
    return (method, within) => (line && method.destination === app.bus ? line : bus).call(method, within);
  }
}
