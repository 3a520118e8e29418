import type { NodeAction } from '../../ui/node.ts';

/** AccessibilityNodeInfo's numbers for its actions; those above 16 million are resource ids (android.R.id). */
const numbers: Readonly<Record<NodeAction, number>> = {
  click: 16,
  longClick: 32,
  focus: 1,
  setSelection: 131_072,
  setText: 2_097_152,
  expand: 262_144,
  collapse: 524_288,
  dismiss: 1_048_576,
  scrollForward: 4096,
  scrollBackward: 8192,
  showOnScreen: 16_908_342,
  scrollUp: 16_908_344,
  scrollLeft: 16_908_345,
  scrollDown: 16_908_346,
  scrollRight: 16_908_347,
  setProgress: 16_908_349,
};

const names = new Map(
  (Object.entries(numbers) as [NodeAction, number][]).map(([name, number]) => [number, name]),
);

/** The actions that a node offers, by name; those that nobody here uses are left out. */
export function actionNames(ids: readonly unknown[]): readonly NodeAction[] {
  return ids.flatMap((id) => (typeof id === 'number' ? (names.get(id) ?? []) : []));
}
