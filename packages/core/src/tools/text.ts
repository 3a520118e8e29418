import * as z from 'zod';
import { elementNotFound, permissionDenied } from '../device/errors.ts';
import { type EditingKey, isSelectionKey, type Key, keyText } from '../device/keys.ts';
import type { Remark } from '../device/port.ts';
import { codePoints } from '@handeye/screen/sanitize';
import type { Snapshot } from '@handeye/screen/snapshot';
import { Acted, acting, defineTool, replacing, type ToolContext } from './frame/define.ts';
import {
  fieldToEdit,
  replaceable,
  replacingDoubts,
  takesKeysUnseen,
  typingDoubt,
  typingTime,
  UNSEEN,
  usedFocus,
} from './editing.ts';
import { LOOKS_FOR_FOCUS } from './frame/hands.ts';
import { anyCase, elementId } from './frame/parameters.ts';
import { requestedKey } from './keys.ts';
import { mustNotCopySecret, pressSelectionKey } from './selection.ts';

const NO_FIELD = 'The element is gone, or no editable field has the focus.';
const UNREACHABLE = 'The device cannot be reached, or the policy forbids it.';

export const inputText = defineTool({
  name: 'input_text',
  title: 'Input text',
  description: 'Type at the end of the focused field, or of the given one. set_text replaces instead.',
  hints: acting,
  class: 'type',
  needs: 'type',
  input: z.strictObject({
    text: z.string().describe('Any Unicode'),
    element_id: elementId.optional().describe('Field to focus first'),
  }),
  limit: ({ look, action, gesture }, { text }) =>
    (2 + LOOKS_FOR_FOCUS) * look + action + typingTime(text) + gesture,
  duration: ({ text }) => typingTime(text),
  example: { text: 'Hello World' },
  fails: {
    invalid_params: '`text` is missing.',
    element_not_found: NO_FIELD,
    action_failed:
      'The field is not editable, does not take the focus or a line break, or the device refused.',
    permission_denied: UNREACHABLE,
  },
  async handle(context, { text, element_id }) {
    const done = `Text input completed (${codePoints(text)} characters)`;
    const field = await fieldToEdit(context, element_id, text);
    if ('unseen' in field) {
      const remark = await context.hands.useKeyboard(text, field.unseen);
      return new Acted(done, { remarks: [remark, UNSEEN] });
    }
    const remark = await context.hands.type(text, field.element, { takesSecrets: true });
    const doubt = await typingDoubt(context, field, text);
    return new Acted(done, { remarks: [remark, doubt], hit: field.element });
  },
});

export const clearText = defineTool({
  name: 'clear_text',
  title: 'Clear text',
  description: 'Empty the focused field, or the given one.',
  hints: replacing,
  class: 'type',
  needs: 'setText',
  input: z.strictObject({ element_id: elementId.optional().describe('Field to clear') }),
  limit: ({ look, action }) => 2 * look + action,
  example: {},
  fails: {
    element_not_found: NO_FIELD,
    action_failed: 'The field is not editable, or the device refused.',
    permission_denied: UNREACHABLE,
  },
  async handle(context, { element_id }) {
    const field = await replaceable(context, element_id);
    const remark = await context.hands.setText(field, '');
    const doubts = await replacingDoubts(context, field.element, '');
    return new Acted('Text cleared successfully', { remarks: [remark, ...doubts], hit: field.element });
  },
});

/** ENTER and TAB go to the focused element, the other keys only to a field. Resolves with the screen that shows it. */
async function mustTake(
  key: EditingKey,
  context: Pick<ToolContext, 'eyes' | 'hands' | 'device'>,
): Promise<Snapshot> {
  const { snapshot, element } = await usedFocus(context);
  if (takesKeysUnseen(context.device, element)) return snapshot;
  const anything = key === 'ENTER' || key === 'TAB';
  if (element && (anything || element.node.editable)) return snapshot;
  const what = anything ? 'element' : 'editable element';
  throw elementNotFound(
    `No focused ${what} found for the ${key} key. Focus one first, for example with click_element.`,
  );
}

const contractKeys = ['ENTER', 'BACK', 'DEL', 'HOME', 'TAB', 'SPACE'] as const;

export const pressKey = defineTool({
  name: 'press_key',
  title: 'Press key',
  description:
    "Press a key. ENTER performs the field's action (search, send, next) or adds a line; DEL removes one character.",
  input: z.strictObject({ key: anyCase(contractKeys, 'Key to press') }),
  hints: acting,
  class: 'type',
  needs: 'keys',
  limit: ({ look, action }) => look + action,
  example: { key: 'ENTER' },
  fails: {
    invalid_params: '`key` is missing or unknown.',
    element_not_found: 'Nothing that could take the key has the focus.',
    action_failed: 'The device refused the key.',
    permission_denied: UNREACHABLE,
  },
  async handle(context, { key }) {
    return keyPressed(key, await pressContractKey(context, key));
  },
  // With more keys, and chords where there is a keyboard for them.
  lean: {
    description: "Press a key. ENTER performs the field's action or adds a line.",
    input: z.strictObject({
      key: z
        .string()
        .min(1)
        .describe(
          'ENTER, BACK, DEL, HOME, TAB, SPACE, UP, DOWN, LEFT, RIGHT, PAGE_UP, PAGE_DOWN, FORWARD_DEL, COPY, CUT, PASTE, SELECT_ALL; phones: SEARCH, VOLUME_UP, VOLUME_DOWN; desktops: ESCAPE, MOVE_HOME, MOVE_END, INSERT, F5, ctrl+shift+t',
        ),
    }),
    limit: ({ look, action }) => look + action,
    example: { key: 'ENTER' },
    async handle(context, { key: given }) {
      const { device, hands } = context;
      const key = requestedKey(given, device, contractKeys);
      if (key === 'HOME' && device.moreKeys?.includes('MOVE_HOME'))
        throw permissionDenied(
          `${String(device.capabilities.home)} The Home key of a keyboard is MOVE_HOME.`,
        );
      if (isSelectionKey(key)) return keyPressed(key, await pressSelectionKey(context, key));
      if (typeof key === 'string' && isContractKey(key))
        return keyPressed(keyText(key), await pressContractKey(context, key));
      await mustNotCopySecret(context, key);
      const seen = typeof key === 'string' && unfocusedKeys.has(key) ? undefined : await hands.mayUseFocus();
      const remark = await (typeof key === 'string' ? hands.press(key, seen) : hands.useKeyboard(key, seen));
      return keyPressed(keyText(key), remark);
    },
  },
});

function keyPressed(key: string, remark: Remark): Acted {
  return new Acted(`Key '${key}' pressed successfully`, { remarks: [remark] });
}

/** Keys that type nothing, whatever has the focus. */
const unfocusedKeys: ReadonlySet<Key> = new Set(['SEARCH', 'VOLUME_UP', 'VOLUME_DOWN']);

type ContractKey = (typeof contractKeys)[number];

function isContractKey(key: Key): key is ContractKey {
  return contractKeys.some((one) => one === key);
}

/** Presses a key of the contract, if the device has it and something has the focus that could take it. */
async function pressContractKey(
  context: Pick<ToolContext, 'device' | 'eyes' | 'hands'>,
  key: ContractKey,
): Promise<Remark> {
  const { device, hands } = context;
  const able = key === 'BACK' ? device.capabilities.back : key === 'HOME' ? device.capabilities.home : true;
  if (able !== true) throw permissionDenied(able);
  return hands.press(key, key === 'BACK' || key === 'HOME' ? undefined : await mustTake(key, context));
}
