import type { Bounds } from '../../ui/node.ts';
import type { Reference } from '../atspi/accessible.ts';
import { askChildren, askRole, askStates } from '../atspi/cache-item.ts';
import type { Caller } from '../atspi/caller.ts';
import { askExtents } from '../atspi/details.ts';
import { orUndefined } from '../atspi/errors.ts';
import type { ComboItem } from '../screen/combo-items.ts';
import type { Origin } from '../screen/look.ts';
import { waysOf } from './toolkit-ways.ts';

/** An open list of a combo box: its items in their order. */
export interface OpenList {
  readonly bounds: Bounds | undefined;
  readonly items: readonly Reference[];
}

/** The list of a combo box if it is open now. */
export async function openListOf(
  caller: Caller,
  { combo, list }: Pick<ComboItem, 'combo' | 'list'>,
  { toolkit, frame }: Pick<Origin, 'toolkit' | 'frame'>,
): Promise<OpenList | undefined> {
  if (waysOf(toolkit).comboPopup === 'below the frame') return openBelow(caller, frame.accessible.reference);
  const [comboStates, listStates] = await Promise.all([
    askStates(caller, combo.reference),
    askStates(caller, list.reference),
  ]);
  const tells = comboStates.has('expandable') || comboStates.has('collapsed') || comboStates.has('expanded');
  if (tells ? !comboStates.has('expanded') : !listStates.has('showing')) return undefined;
  return listAt(caller, list.reference);
}

async function openBelow(caller: Caller, frame: Reference): Promise<OpenList | undefined> {
  for (const child of await askChildren(caller, frame)) {
    // Firefox 153 destroys a list that closes: one that was a child just now may be gone when it is asked.
    const open = await orUndefined(openIn(caller, child));
    if (open) return open;
  }
  return undefined;
}

async function openIn(caller: Caller, child: Reference): Promise<OpenList | undefined> {
  if ((await askRole(caller, child)) !== 'combo box') return undefined;
  if (!(await askStates(caller, child)).has('expanded')) return undefined;
  const [list] = await askChildren(caller, child);
  return list && listAt(caller, list);
}

async function listAt(caller: Caller, list: Reference): Promise<OpenList> {
  const [bounds, items] = await Promise.all([askExtents(caller, list), askChildren(caller, list)]);
  return { bounds, items };
}
