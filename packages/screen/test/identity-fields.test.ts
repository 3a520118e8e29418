import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { createIdentity } from '../src/identity/identity.ts';
import { makeNode, type UiNode } from '../src/node.ts';
import { box, viewOf } from '@handeye/testing/view-screens';
import { runs } from '@handeye/testing/runs';

/**
 * A form in a scroll view, as its author laid it out: titles with texts of their own, and fields without any name. The key in
 * `who` is the true identity of a node; the code under test does not see it.
 */
interface Form {
  readonly parts: readonly {
    readonly title: string | undefined;
    readonly height: number;
    readonly hint: boolean;
  }[];
  readonly offset: number;
  readonly keyboard: boolean;
}

const WIDTH = 1000;

function show({ parts, offset, keyboard }: Form): { root: UiNode; who: Map<UiNode, number> } {
  const frame = box(0, 100, WIDTH, keyboard ? 600 : 1100);
  const who = new Map<UiNode, number>();
  let top = frame.top - offset;
  const rows: UiNode[] = [];
  parts.forEach(({ title, height, hint }, number) => {
    const [from, to] = [Math.max(frame.top, top), Math.min(frame.bottom, top + height)];
    top += height;
    if (to <= from) return;
    const bounds = box(0, from, WIDTH, to);
    const node =
      title === undefined
        ? makeNode({
            className: 'android.widget.EditText',
            editable: true,
            bounds,
            hint: hint ? `Hint ${number}` : undefined,
            hintLearned: hint,
            text: hint ? undefined : 'content',
          })
        : makeNode({ className: 'android.widget.TextView', text: title, bounds });
    who.set(node, number);
    rows.push(node);
  });
  const content = makeNode({ className: 'android.widget.LinearLayout', bounds: frame, children: rows });
  const scroll = makeNode({
    className: 'android.widget.ScrollView',
    scrollable: true,
    bounds: frame,
    children: [content],
  });
  return { root: makeNode({ className: 'Root', bounds: box(0, 0, WIDTH, 1200), children: [scroll] }), who };
}

const part = fc.record({
  title: fc.option(fc.uuid(), { nil: undefined }),
  height: fc.integer({ min: 40, max: 160 }),
  hint: fc.constant(false),
});

const forms = fc.record({
  parts: fc.array(part, { minLength: 3, maxLength: 20 }),
  offset: fc.constant(0),
  keyboard: fc.constant(false),
});

type Step =
  | { readonly type: 'learn' | 'forget' | 'grow'; readonly at: number }
  | { readonly type: 'keyboard' }
  | { readonly type: 'scroll'; readonly by: number };

const editing: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ type: fc.constantFrom('learn' as const, 'forget' as const), at: fc.nat(19) }),
  fc.record({ type: fc.constant('grow' as const), at: fc.nat(19) }),
  fc.record({ type: fc.constant('keyboard' as const) }),
);
const scrolling: fc.Arbitrary<Step> = fc.record({
  type: fc.constant('scroll' as const),
  by: fc.integer({ min: -700, max: 700 }),
});

function changed(form: Form, step: Step): Form {
  switch (step.type) {
    case 'keyboard':
      return { ...form, keyboard: !form.keyboard };
    case 'scroll': {
      const all = form.parts.reduce((sum, { height }) => sum + height, 0);
      const most = Math.max(0, all - (form.keyboard ? 500 : 1000));
      return { ...form, offset: Math.min(most, Math.max(0, form.offset + step.by)) };
    }
    case 'learn':
    case 'forget':
    case 'grow': {
      const at = step.at % form.parts.length;
      const parts = form.parts.map((one, place) => {
        if (place !== at || one.title !== undefined) return one;
        return step.type === 'grow'
          ? { ...one, height: one.height + 30 }
          : { ...one, hint: step.type === 'learn' };
      });
      return { ...form, parts };
    }
  }
}

test('a field without a name never gets the id of another one, however its form scrolls and grows', () => {
  fc.assert(
    fc.property(forms, fc.array(fc.oneof(editing, scrolling), { maxLength: 15 }), (first, steps) => {
      const identity = createIdentity();
      const owners = new Map<string, number>();
      let form: Form = first;
      for (const step of [undefined, ...steps]) {
        if (step !== undefined) form = changed(form, step);
        if (step?.type === 'scroll') identity.noteGesture();
        const { root, who } = show(form);
        for (const { id, node } of identity.identify(viewOf(root)).elements) {
          const number = who.get(node);
          if (number === undefined) continue;
          assert.equal(owners.get(id) ?? number, number);
          owners.set(id, number);
        }
      }
    }),
    { numRuns: runs(3_000) },
  );
});

test('a field keeps its id while hints are learned, fields grow and a keyboard comes and goes', () => {
  fc.assert(
    fc.property(forms, fc.array(editing, { maxLength: 10 }), (first, steps) => {
      // Two titles at the top show that nothing has scrolled.
      const titles = ['One title', 'Another title'].map((title) => ({ title, height: 50, hint: false }));
      let form: Form = { ...first, parts: [...titles, ...first.parts] };
      const identity = createIdentity();
      const ids = new Map<number, string>();
      for (const step of [undefined, ...steps]) {
        if (step !== undefined) form = changed(form, step);
        const { root, who } = show(form);
        const inSight = new Set<number>();
        for (const { id, node } of identity.identify(viewOf(root)).elements) {
          const number = who.get(node);
          if (number === undefined) continue;
          inSight.add(number);
          assert.equal(ids.get(number) ?? id, id, `part ${number} after ${step?.type}`);
          ids.set(number, id);
        }
        // An element that left the screen returns as a new one: only visible ones are promised to stay the same.
        for (const number of ids.keys()) if (!inSight.has(number)) ids.delete(number);
      }
    }),
    { numRuns: runs(3_000) },
  );
});

test('a hint that every look reports names a field, a learned one does not', () => {
  const field = (hint: string | undefined, hintLearned: boolean, top: number) =>
    makeNode({ className: 'Field', editable: true, hint, hintLearned, bounds: box(0, top, 100, top + 50) });
  const ids = (...fields: UiNode[]) => {
    const root = makeNode({ className: 'Root', bounds: box(0, 0, 100, 400), children: fields });
    return identity
      .identify(viewOf(root))
      .elements.slice(1)
      .map(({ id }) => id);
  };
  let identity = createIdentity();
  const [street, city] = ids(field('Street', false, 0), field('City', false, 50));
  assert.deepEqual(ids(field('City', false, 0)), [city], 'told by its hint, wherever it is');
  assert.notEqual(street, city);
  identity = createIdentity();
  const before = ids(field(undefined, false, 0), field(undefined, false, 50), field(undefined, false, 100));
  assert.deepEqual(ids(field('A', true, 0), field(undefined, false, 50), field('A', true, 100)), before);
});
