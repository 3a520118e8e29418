import type { TestContext } from 'node:test';
import type { VirtualPhone } from '@handeye/virtual-phone';

/** Records the input to a phone from now on: fingers, keys, texts, actions on views, by any tier. */
export function watchInput(t: TestContext, { framework }: VirtualPhone): readonly string[] {
  const done: string[] = [];
  const watch = <Name extends string>(
    what: Readonly<Record<Name, (...args: never) => unknown>>,
    name: Name,
  ) => {
    const original = what[name];
    t.mock.method(what, name, function (this: unknown, ...args: unknown[]) {
      done.push(name);
      const result: unknown = Reflect.apply(original, this, args);
      return result;
    });
  };
  watch(framework, 'pointer');
  watch(framework, 'key');
  watch(framework, 'commitText');
  watch(framework.serviceActions, 'perform');
  return done;
}
