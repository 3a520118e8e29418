// node's test runner follows every promise of a process, to tell which test an uncaught error came from. That took a third of the
// processor time of tests. Here it follows only the tests themselves: an uncaught error still fails its file, without its test.
import hooks from 'node:async_hooks';
import { createRequire } from 'node:module';

type Callbacks = Parameters<typeof hooks.createHook>[0];

/** Call this before anything loads node:test. */
export function trackOnlyTests(): void {
  const { AsyncResource, createHook } = hooks;
  const listeners: Callbacks[] = [];
  class TestResource extends AsyncResource {
    constructor(...args: ConstructorParameters<typeof AsyncResource>) {
      super(...args);
      for (const one of listeners) one.init?.(this.asyncId(), args[0], this.triggerAsyncId(), this);
    }
  }
  const listen = (callbacks: Callbacks) => {
    const hook = {
      enable: () => {
        listeners.push(callbacks);
        return hook;
      },
      disable: () => hook,
    };
    return hook;
  };
  Object.assign(hooks, { AsyncResource: TestResource, createHook: listen });
  // It takes both from here as it is loaded.
  createRequire(import.meta.url)('node:test');
  Object.assign(hooks, { AsyncResource, createHook });
}
