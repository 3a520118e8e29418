import type { App, BroadcastResult, Intent, ReceiverDefinition } from './app.ts';
import type { Framework } from './framework.ts';
import { fullName } from './services.ts';

/** The result if no receiver set one. */
const none: BroadcastResult = { code: 0 };

/** Sends an intent to every receiver that it names or that listens for its action. */
export class Broadcasts {
  readonly #phone: Framework;

  constructor(phone: Framework) {
    this.#phone = phone;
  }

  /** Returns the last receiver's result. `packageName` limits the broadcast to one app. */
  send(intent: Intent, packageName?: string): BroadcastResult {
    let result = none;
    for (const { app, receiver } of this.#receivers(intent, packageName)) {
      this.#phone.processes.ensure(app.package);
      result = receiver.receive(intent, this.#phone);
    }
    return result;
  }

  #receivers(intent: Intent, packageName: string | undefined) {
    return this.#phone.apps
      .filter((app) => packageName === undefined || app.package === packageName)
      .flatMap((app) =>
        (app.receivers ?? [])
          .filter((receiver) => this.#listens(app, receiver, intent))
          .map((receiver) => ({ app, receiver })),
      );
  }

  /**
   * Since Android 8 an implicit broadcast does not reach the receivers of a manifest; an explicit one reaches the
   * receiver that it names.
   */
  #listens(app: App, receiver: ReceiverDefinition, { component, action = '' }: Intent): boolean {
    if (component !== undefined) {
      const [packageName = '', name = ''] = component.split('/');
      return (
        receiver.name !== undefined &&
        packageName === app.package &&
        fullName(app.package, receiver.name) === fullName(app.package, name)
      );
    }
    return receiver.actions.includes(action) && this.#phone.shape.release < 9;
  }
}
