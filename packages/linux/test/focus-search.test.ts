import assert from 'node:assert/strict';
import test from 'node:test';
import { callWithoutDeadline } from '@handeye/core/call/call';
import { realClock } from '@handeye/core/call/clock';
import { AppReader } from '../src/atspi/app-reader.ts';
import { Caller } from '../src/atspi/caller.ts';
import { searchFocus } from '../src/atspi/focus-search.ts';
import type { State } from '../src/atspi/states.ts';
import { stateBits } from '../src/atspi/states.ts';
import type { MethodCall } from '../src/dbus/message.ts';
import type { Value } from '../src/dbus/value.ts';

const BUS = ':1.1';

interface Widget {
  readonly states: readonly State[];
  readonly children?: readonly string[];
  /** If it says that it has more than it lists. */
  readonly childCount?: number;
}

/** An application like LibreOffice, by object path; `asked` collects the questions. */
function reading(widgets: Readonly<Record<string, Widget>>): { reader: AppReader; asked: string[] } {
  const asked: string[] = [];
  const reply = ({ path, member, args = [] }: MethodCall): readonly Value[] => {
    const { states, children = [], childCount = children.length } = widgets[path] ?? { states: [] };
    asked.push(`${member} ${path}`);
    switch (member) {
      case 'GetState':
        return [states.map(stateBits).reduce(([low, high], [l, h]) => [low | l, high | h], [0, 0])];
      case 'GetChildren':
        return [children.map((child) => [BUS, child])];
      case 'GetChildAtIndex':
        return [[BUS, children[Number(args[0])] ?? '/org/a11y/atspi/null']];
      case 'Get':
        return [childCount];
      default:
        return [[]];
    }
  };
  const call = callWithoutDeadline(realClock, new AbortController().signal);
  const caller = new Caller((method) => Promise.resolve(reply(method)), call);
  return { reader: new AppReader(caller, { app: 'soffice', toolkit: 'gtk', usesAtkBridge: true }), asked };
}

const window = { bus: BUS, path: '/window' };

test('the focus is searched among what is showing, without reading it', async () => {
  const { reader, asked } = reading({
    '/window': { states: ['showing'], children: ['/menu', '/panel'] },
    '/menu': { states: ['visible'], children: ['/item'] },
    '/item': { states: ['focused', 'showing'] },
    '/panel': { states: ['showing', 'focused'], children: ['/text', '/button'] },
    '/text': { states: ['showing', 'focused'] },
    '/button': { states: ['showing'] },
  });
  const { keys } = await searchFocus(reader, window);
  assert.deepEqual([...keys].toSorted(), [`${BUS}/panel`, `${BUS}/text`, `${BUS}/window`]);
  assert.ok(!asked.some((question) => question.endsWith(' /item')), 'a closed menu is not looked into');
  const kinds = new Set(asked.map((question) => question.split(' ')[0]));
  assert.deepEqual([...kinds].toSorted(), ['Get', 'GetChildren', 'GetState']);
});

test('of a container with too many children those in sight are searched, and only the one that has the focus is kept', async () => {
  const { reader, asked } = reading({
    '/window': { states: ['showing'], children: ['/sheet'] },
    '/sheet': { states: ['showing', 'focused'], children: ['/a1', '/b1'], childCount: 2 ** 31 - 1 },
    '/a1': { states: ['showing'] },
    '/b1': { states: ['showing', 'focused'] },
  });
  const { keys, parts } = await searchFocus(reader, window);
  assert.ok(keys.has(`${BUS}/b1`));
  const part = parts.get(`${BUS}/sheet`);
  assert.deepEqual(
    part?.children.map(({ reference }) => reference.path),
    ['/b1'],
  );
  assert.ok(!asked.includes('GetChildren /sheet'));
});

test('where nothing has the focus, the way leads to the window only', async () => {
  const { reader } = reading({
    '/window': { states: [], children: ['/panel'] },
    '/panel': { states: ['showing'] },
  });
  assert.deepEqual([...(await searchFocus(reader, window)).keys], [`${BUS}/window`]);
});
