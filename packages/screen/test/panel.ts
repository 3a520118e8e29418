/** A part of a synthetic application that does not scroll, whose elements change their texts and states in place. */
import fc from 'fast-check';
import type { NodeParts, UiNode } from '../src/node.ts';
import { box } from '@handeye/testing/view-screens';

export interface Widget {
  readonly uid: number;
  readonly type: 'counter' | 'status' | 'switch' | 'button' | 'picker';
  /** Letters only; a counter and a picker show none. */
  readonly name: string;
  readonly value: number;
}

export type PanelChange =
  /** Several at a time, in place. */
  | { readonly type: 'values'; readonly changes: readonly { readonly at: number; readonly value: number }[] }
  | {
      readonly type: 'widget in' | 'widget out' | 'widget replaced';
      readonly at: number;
      readonly fresh: Widget;
    };

type Make = (name: string, parts: NodeParts) => UiNode;

const HEIGHT = 50;
const STATUS = ['ready', 'working', 'done', 'no connection'];

/** The panel below a place. */
export function panelNode(widgets: readonly Widget[], is: Make, top: number): UiNode {
  const children = widgets.map((widget, at) => {
    const bounds = box(0, top + at * HEIGHT, 1000, top + (at + 1) * HEIGHT);
    return widgetNode(widget, { is, bounds });
  });
  return is('panel', { className: 'Panel', children, bounds: box(0, top, 1000, top + 1000) });
}

function widgetNode(widget: Widget, { is, bounds }: { is: Make; bounds: UiNode['bounds'] }): UiNode {
  const { uid, type, name, value } = widget;
  const part = (what: string, parts: Omit<NodeParts, 'bounds'>) => is(`${what} ${uid}`, { ...parts, bounds });
  switch (type) {
    case 'counter':
      return part('counter', { className: 'Text', text: String(value) });
    case 'status':
      return part('status', { className: 'Text', text: `${name}: ${STATUS[value % STATUS.length]}` });
    case 'button':
      return part('button', { className: 'Button', text: `${name} (${value})`, clickable: true });
    case 'switch': {
      const state = { className: 'Switch', checkable: true, checked: value % 2 === 1 };
      const children = [
        part('name', { className: 'Text', text: name }),
        part('switch', { ...state, text: value % 2 === 1 ? 'ON' : 'OFF' }),
      ];
      return part('row', { className: 'SwitchRow', clickable: true, children });
    }
    case 'picker': {
      const button = (what: string, shown: number) =>
        part(what, { className: 'Button', text: String(shown), clickable: true });
      const children = [
        button('less', value - 1),
        part('chosen', {
          className: 'Text',
          resourceId: 'android:id/numberpicker_input',
          text: String(value),
        }),
        button('more', value + 1),
      ];
      return part('picker', { className: 'android.widget.NumberPicker', children });
    }
  }
}

/** The panel after a change. */
export function changedPanel(widgets: readonly Widget[], what: PanelChange): readonly Widget[] {
  if (what.type === 'values') {
    const values = new Map(what.changes.map(({ at, value }) => [at % Math.max(1, widgets.length), value]));
    return widgets.map((widget, at) => ({ ...widget, value: values.get(at) ?? widget.value }));
  }
  if (what.type === 'widget in') return widgets.toSpliced(what.at % (widgets.length + 1), 0, what.fresh);
  const at = what.at % Math.max(1, widgets.length);
  if (what.type === 'widget out') return widgets.toSpliced(at, 1);
  // Another text or picker in the same place cannot be told from the same one with another text; by the contract, nor can the
  // only one of its kind.
  const type = widgets[at]?.type;
  const isNamed =
    (type === 'switch' || type === 'button') && widgets.filter((one) => one.type === type).length > 1;
  return widgets.map((widget, place) =>
    place === at && isNamed ? { ...what.fresh, type: widget.type } : widget,
  );
}

const types = fc.constantFrom<Widget['type'][]>('counter', 'status', 'switch', 'button', 'picker');
// The uids are far from those of rows and tabs.
const uids = fc.integer({ min: 1e6, max: 1e12 });
const values = fc.integer({ min: 1, max: 9 });

export const widgets: fc.Arbitrary<Widget> = fc
  .record({ uid: uids, type: types, value: values })
  .map((widget) => ({ ...widget, name: lettersOf(widget.uid) }));

function lettersOf(uid: number): string {
  return uid.toString().replace(/\d/g, (digit) => 'abcdefghij'[Number(digit)]!);
}

export const valueChanges: fc.Arbitrary<PanelChange> = fc.record({
  type: fc.constant('values' as const),
  changes: fc.array(fc.record({ at: fc.nat(11), value: values }), { minLength: 1, maxLength: 6 }),
});

export const panelChanges: fc.Arbitrary<PanelChange> = fc.oneof(
  valueChanges,
  fc.record({
    type: fc.constantFrom('widget in' as const, 'widget out' as const, 'widget replaced' as const),
    at: fc.nat(11),
    fresh: widgets,
  }),
);
