import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { callWithoutDeadline } from '@handeye/core/call/call';
import { realClock } from '@handeye/core/call/clock';
import type { Accessible } from '../src/atspi/accessible.ts';
import { AppReader } from '../src/atspi/app-reader.ts';
import { Caller } from '../src/atspi/caller.ts';
import { readTree } from '../src/atspi/tree.ts';
import type { MethodCall } from '../src/dbus/message.ts';
import type { Value } from '../src/dbus/value.ts';

const BUS = ':1.9';
const ref = (path: string): Value => [BUS, path];

interface App {
  /** The children that each accessible lists. */
  readonly children: Readonly<Record<string, readonly string[]>>;
  /** The parent that an accessible names. */
  readonly parents: Readonly<Record<string, string>>;
  /** Answers only after everything else that was asked has been answered. */
  readonly slow: string;
}

/** The tree of an application as `/path(children)`. */
async function readApp({ children, parents, slow }: App): Promise<string> {
  const answer = ({ member, path, args = [] }: MethodCall): readonly Value[] => {
    const listed = children[path] ?? [];
    if (member === 'GetAll') return [[['ChildCount', listed.length]]];
    if (member === 'GetChildren') return [listed.map(ref)];
    if (member === 'Get' && args[1] === 'Parent') return [ref(parents[path] ?? '/org/a11y/atspi/null')];
    return member === 'GetRole' ? [0] : [[]];
  };
  const caller = new Caller(
    async (method) => {
      if (method.member === 'GetChildren' && method.path === slow) await everythingElse();
      return answer(method);
    },
    callWithoutDeadline(realClock, new AbortController().signal),
  );
  const reader = new AppReader(caller, { app: 'app', toolkit: 'J2SE-access-bridge', usesAtkBridge: true });
  return told((await readTree(reader, { bus: BUS, path: '/app' })).root);
}

/** Answers come in microtasks: those that are not slow are all through by then. */
function everythingElse(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

function told({ reference, children }: Accessible): string {
  return children.length === 0 ? reference.path : `${reference.path}(${children.map(told).join(' ')})`;
}

describe('what an application lists under two parents', () => {
  // As Swing does with the open list of a combo box.
  const children = {
    '/app': ['/layers', '/content'],
    '/layers': ['/tip', '/list'],
    '/content': ['/label', '/combo'],
    '/combo': ['/arrow', '/list', '/end'],
    '/list': ['/small', '/large'],
  };

  for (const slow of ['/layers', '/content']) {
    test(`is below the parent that it names, also while ${slow} answers late`, async () => {
      assert.equal(
        await readApp({ children, slow, parents: { '/list': '/combo' } }),
        '/app(/layers(/tip) /content(/label /combo(/arrow /list(/small /large) /end)))',
      );
      assert.equal(
        await readApp({ children, slow, parents: { '/list': '/layers' } }),
        '/app(/layers(/tip /list(/small /large)) /content(/label /combo(/arrow /end)))',
      );
    });
  }

  test('stays where it was found if it names another parent or none', async () => {
    const expected = '/app(/layers(/tip /list(/small /large)) /content(/label /combo(/arrow /end)))';
    assert.equal(await readApp({ children, slow: '/content', parents: {} }), expected);
    assert.equal(await readApp({ children, slow: '/content', parents: { '/list': '/app' } }), expected);
  });

  test('is not moved into itself', async () => {
    const circle = { '/app': ['/one'], '/one': ['/two'], '/two': ['/three'], '/three': ['/one', '/two'] };
    const parents = { '/one': '/three', '/two': '/three' };
    assert.equal(await readApp({ children: circle, parents, slow: '' }), '/app(/one(/two(/three)))');
  });
});
