import type { WantedValue } from '@handeye/screen/value/range';
import type { SelectionKey } from './keys.ts';
import type { Direction, ElementAction, Remark, Selects } from './port.ts';

/** Acts on an element of a desktop by accessibility. `Origin` is the element as the platform knows it. */
export interface ElementActions<Origin> {
  click(on: Origin): Promise<void>;
  /** The context menu is a desktop's long click. */
  openMenu(on: Origin): Promise<void>;
  scroll(on: Origin, direction: Direction, share?: number): Promise<void>;
  /** NotOffered if it has no value to set. Says what it shows then, if it knows. */
  setValue(on: Origin, value: WantedValue): Promise<Remark>;
}

export interface TextActions<Origin> {
  setText(on: Origin, text: string): Promise<Remark>;
  /** Gives the field the focus, and selects a part of its text. */
  select(on: Origin, what: Selects): Promise<Remark>;
  /** NotOffered where only a key does it. */
  pressSelectionKey(on: Origin, key: SelectionKey): Promise<Remark>;
}

/** Does to an element of a desktop what the device port asks for. */
export async function performAction<Origin>(
  on: Origin,
  action: ElementAction,
  { actions, fields }: { actions: ElementActions<Origin>; fields: TextActions<Origin> },
): Promise<Remark> {
  switch (action.kind) {
    case 'click':
      await actions.click(on);
      break;
    case 'longClick':
      await actions.openMenu(on);
      break;
    case 'setText':
      return fields.setText(on, action.text);
    case 'scroll':
      await actions.scroll(on, action.direction, action.share);
      break;
    case 'setValue':
      return actions.setValue(on, action.value);
    case 'selectText':
      return fields.select(on, action.selects);
    case 'selectionKey':
      return fields.pressSelectionKey(on, action.key);
  }
  return undefined;
}
