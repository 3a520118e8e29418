import type { List, View, ViewProps } from '../views/view.ts';
import { spacer, text } from './kit.ts';

interface ListOptions<Item> extends ViewProps, Pick<List, 'rowHeight'> {
  /** The text shown instead of an empty list. */
  readonly empty: string;
  readonly rowOf: (item: Item) => View;
}

/** A list that fills the rest of its screen. */
export function listOf<Item>(items: readonly Item[], { empty, rowOf, ...props }: ListOptions<Item>): View {
  if (items.length === 0) {
    return text(empty, { id: 'empty', width: 'fill', textAlign: 'center', padding: 48 });
  }
  const row = (index: number): View => {
    const item = items[index];
    return item === undefined ? spacer({}) : rowOf(item);
  };
  return { type: 'list', width: 'fill', weight: 1, ...props, count: items.length, row };
}
