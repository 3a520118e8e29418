import type { Call } from '@handeye/core/call/call';
import { actionFailed, NotOffered } from '@handeye/core/device/errors';
import type { SelectionKey } from '@handeye/core/device/keys';
import type { Selects } from '@handeye/core/device/port';
import { type FieldAccess, takeFocus } from './field.ts';
import { type ActRequest, actRequest, type Handle } from './nodes.ts';
import { fieldOf } from './wire.ts';

const NOT_SEEN = 'The companion has not seen this field. Look at the screen again.';
const SELECTS_NOTHING =
  'The field lets no part of its text be selected. Select all of it with the key SELECT_ALL.';
const NOTHING_SELECTED =
  'Nothing is selected in the field. Select a part with select_text, or all of it with the key SELECT_ALL.';
const EMPTY = 'The field is empty: there is nothing to select, copy or cut.';
const NOTHING_COPIED = 'The clipboard holds no text.';

/** Selects a part of a field's text, which shows the selection only while it has the focus. */
export async function selectPart(access: FieldAccess, { range }: Selects, call: Call): Promise<void> {
  const { companion, field, handle } = access;
  const { selection, actions = [] } = field.node;
  if (!handle) throw new NotOffered(NOT_SEEN);
  if (!actions.includes('setSelection')) throw new NotOffered(SELECTS_NOTHING);
  await takeFocus(companion, field, handle, call);
  // Android's views answer "no" if nothing changes.
  if (selection?.start === range.start && selection.end === range.end) return;
  await act(access, handle, { action: 'setSelection', ...range }, call);
}

/** The action of a key for the selection. NotOffered if the field does not offer it: then the key itself may do it. */
export async function doSelectionKey(access: FieldAccess, key: SelectionKey, call: Call): Promise<void> {
  const { field, handle } = access;
  const { rawText = '', actions = [], selection, password } = field.node;
  if (!handle) throw new NotOffered(NOT_SEEN);
  // A field that does not take a text as a whole may hold one that accessibility does not see.
  if (key !== 'PASTE' && rawText === '' && !password && actions.includes('setText'))
    throw actionFailed(EMPTY);
  if (key === 'SELECT_ALL') {
    // The length of a password is not known everywhere.
    if (password || rawText === '') throw new NotOffered(notOffered(key));
    return selectPart(access, { text: rawText, range: { start: 0, end: rawText.length } }, call);
  }
  const action = ({ COPY: 'copy', CUT: 'cut', PASTE: 'paste' } as const)[key];
  if (actions.includes(action)) return act(access, handle, { action }, call);
  if (key === 'PASTE') await mustHoldText(access, call);
  else if (selection === undefined && handle.cursor !== undefined) throw actionFailed(NOTHING_SELECTED);
  throw new NotOffered(notOffered(key));
}

async function act({ companion }: FieldAccess, handle: Handle, what: ActRequest, call: Call): Promise<void> {
  await companion.ask(actRequest(handle, what), call);
}

async function mustHoldText({ companion }: FieldAccess, call: Call): Promise<void> {
  const text = fieldOf((await companion.ask({ do: 'clipboard.get' }, call)).ok, 'text');
  if (typeof text !== 'string' || text === '') throw actionFailed(NOTHING_COPIED);
}

function notOffered(key: SelectionKey): string {
  return `The field does not offer ${key} to accessibility.`;
}
