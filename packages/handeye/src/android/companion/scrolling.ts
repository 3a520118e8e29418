import type { Direction } from '../../device/port.ts';
import { opposite } from '../../device/port.ts';
import type { NodeAction, UiNode } from '../../ui/node.ts';

const directed: Readonly<Record<Direction, NodeAction>> = {
  up: 'scrollUp',
  down: 'scrollDown',
  left: 'scrollLeft',
  right: 'scrollRight',
};

const undirected: Readonly<Record<Direction, NodeAction>> = {
  up: 'scrollBackward',
  left: 'scrollBackward',
  down: 'scrollForward',
  right: 'scrollForward',
};

/** Lists that go sideways by their class. Before Android 6 nodes say forward and backward only. */
const SIDEWAYS = /Horizontal|ViewPager|Gallery/;

/**
 * The action that scrolls a list that way; `end` where it offers only the way back, as lists do at their end; undefined
 * where it offers neither.
 */
export function scrollAction(
  { actions = [], className = '' }: Pick<UiNode, 'actions' | 'className'>,
  direction: Direction,
): NodeAction | 'end' | undefined {
  const among = (action: NodeAction, back: NodeAction) => {
    if (actions.includes(action)) return action;
    return actions.includes(back) ? 'end' : undefined;
  };
  if (Object.values(directed).some((action) => actions.includes(action)))
    return among(directed[direction], directed[opposite[direction]]);
  const isSideways = direction === 'left' || direction === 'right';
  if (isSideways !== SIDEWAYS.test(className)) return undefined;
  return among(undirected[direction], undirected[opposite[direction]]);
}
