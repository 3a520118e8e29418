import type { Direction } from '../bounds.ts';
import type { NodeAction, UiNode } from '../node.ts';
import { ownAxis } from './scrollers.ts';

const directed: Readonly<Record<Direction, NodeAction>> = {
  up: 'scrollUp',
  down: 'scrollDown',
  left: 'scrollLeft',
  right: 'scrollRight',
};

/** By side: RecyclerView and HorizontalScrollView go right by `forward` in right-to-left layouts, too. */
const undirected: Readonly<Record<Direction, NodeAction>> = {
  up: 'scrollBackward',
  left: 'scrollBackward',
  down: 'scrollForward',
  right: 'scrollForward',
};

const back: Readonly<Record<Direction, Direction>> = { up: 'down', down: 'up', left: 'right', right: 'left' };

/**
 * The action that scrolls a list that way; `end` where it offers only the way back, as lists do at their end; undefined
 * where it offers neither. Before Android 6, and of many views since, nodes say forward and backward only.
 */
export function scrollAction(node: UiNode, direction: Direction): NodeAction | 'end' | undefined {
  const actions = node.actions ?? [];
  const among = (names: Readonly<Record<Direction, NodeAction>>) => {
    if (actions.includes(names[direction])) return names[direction];
    return actions.includes(names[back[direction]]) ? 'end' : undefined;
  };
  if (Object.values(directed).some((action) => actions.includes(action))) return among(directed);
  const isSideways = direction === 'left' || direction === 'right';
  return isSideways === (ownAxis(node) === 'horizontal') ? among(undirected) : undefined;
}

/** Whether a scroller says that it can go on that way; undefined where it does not tell. */
export function canGoOn(node: UiNode, direction: Direction): boolean | undefined {
  const action = scrollAction(node, direction);
  return action === undefined ? undefined : action !== 'end';
}
