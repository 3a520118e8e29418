import * as z from 'zod';
import { actionFailed } from '../device/errors.ts';
import { detailsText } from '@handeye/screen/format/compact';
import { exactFirst, findElements, type Query, unsearchable } from '@handeye/screen/find';
import { detailWindows, leanDetails, textsInside } from '@handeye/screen/format/lean/details';
import { namedBy, targetIn } from '@handeye/screen/format/lean/targets';
import { foundText } from '@handeye/screen/format/lean/found';
import { area } from '@handeye/screen/bounds';
import { shortId } from '@handeye/screen/ids';
import { clickTarget, longClickTarget, touchPoint } from '@handeye/screen/touch/reach';
import type { Element, Snapshot } from '@handeye/screen/snapshot';
import { Acted, acting, defineTool, navigating, reading, replacing } from './frame/define.ts';
import { elementFacts, elementShape } from './element-facts.ts';
import { replaceable, replacingDoubts, typingTime } from './editing.ts';
import type { Limits } from './frame/define.ts';
import type { Eyes, Found } from './frame/eyes.ts';
import { anyId, criteria, elementId, flag, leanBy } from './frame/parameters.ts';
import { findByScrolling } from './scrolling/search.ts';
import { at } from './frame/words.ts';

/** More matches than this tell a model nothing more. */
const MOST_ELEMENTS = 100;
/** Each id is answered with its whole text, as often as it is named. */
const MOST_IDS = 1000;

const NO_ID = '`element_id` is missing or empty.';
const UNKNOWN_ELEMENT = 'No element with that id is on the screen.';
const UNREACHABLE = 'The device cannot be reached, no window can be read, or the policy forbids it.';

const findingInput = z.strictObject({
  ...criteria,
  exact_match: flag().default(false).describe('Match the whole value, case-sensitively'),
});

async function search(eyes: Eyes, query: Query): Promise<{ snapshot: Snapshot; found: readonly Element[] }> {
  const snapshot = await eyes.look();
  eyes.shown(snapshot);
  const unreadable = unsearchable(snapshot, query);
  if (unreadable !== undefined) throw actionFailed(unreadable);
  return { snapshot, found: findElements(snapshot, query) };
}

export const findElementsTool = defineTool({
  name: 'find_elements',
  title: 'Find elements',
  description:
    'Find elements in all windows by one property, including those that get_screen_state leaves out.',
  input: findingInput,
  hints: reading,
  class: 'read',
  limit: ({ look }) => look,
  example: { by: 'text', value: '7' },
  fails: {
    invalid_params: 'An unknown `by`, or an empty `value`.',
    permission_denied: 'The device cannot be reached, or no window can be read.',
    action_failed: 'The search is for a text, and texts cannot be read right now.',
  },
  output: z.object({ elements: z.array(elementShape), truncated: z.boolean() }),
  async handle({ eyes }, { by, value, exact_match }) {
    const { found } = await search(eyes, { by, value, exact: exact_match });
    return {
      elements: found.slice(0, MOST_ELEMENTS).map(elementFacts),
      truncated: found.length > MOST_ELEMENTS,
    };
  },
  // It answers in lines like those of get_screen_state.
  lean: {
    description:
      'Find elements of all windows, also those that get_screen_state leaves out. Answers in its lines.',
    input: findingInput.extend({ by: leanBy }),
    limit: ({ look }) => look,
    example: { value: '7' },
    async handle({ eyes, maxTokens }, { by, value, exact_match }) {
      const query = { by, value, exact: exact_match, byName: 'part' } as const;
      const { snapshot, found } = await search(eyes, query);
      return foundText(snapshot, exactFirst(found, query), { most: MOST_ELEMENTS, maxTokens });
    },
  },
});

const pressing = {
  hints: acting,
  class: 'touch',
  input: z.strictObject({ element_id: elementId }),
  limit: ({ look, action }: Limits) => look + action,
  example: { element_id: 'node_407' },
} as const;

export const clickElement = defineTool({
  ...pressing,
  name: 'click_element',
  title: 'Click element',
  description: 'Click an element by its id.',
  fails: {
    invalid_params: NO_ID,
    element_not_found: UNKNOWN_ELEMENT,
    action_failed: 'It is not clickable, it is covered, or the device refused.',
    permission_denied: UNREACHABLE,
  },
  async handle({ eyes, hands }, { element_id }) {
    const found = await eyes.element(element_id, 'click');
    const target = clickTarget(found.element);
    if (!target) throw notPressable(found, 'clickable', 'tap');
    await hands.click({ ...found, target, named: named(found, element_id, 'click') });
    return pressed('Click', element_id, { element: found.element, target });
  },
});

export const longClickElement = defineTool({
  ...pressing,
  name: 'long_click_element',
  title: 'Long-click element',
  description: 'Press and hold an element by its id.',
  fails: {
    invalid_params: NO_ID,
    element_not_found: UNKNOWN_ELEMENT,
    action_failed: 'It is not long-clickable, it is covered, or the device refused.',
    permission_denied: UNREACHABLE,
  },
  async handle({ eyes, hands, device }, { element_id }) {
    const found = await eyes.element(element_id, 'longClick');
    const { element } = found;
    // The right button of a mouse is for the element that it is clicked on, not for what holds that.
    const byMouse = device.openMenuAt && area(element.node.bounds) > 0 ? element : undefined;
    const target = byMouse ?? longClickTarget(element);
    if (!target) throw notPressable(found, 'long-clickable', 'long_press');
    await hands.longClick({ ...found, target, named: named(found, element_id, 'longClick') });
    return pressed('Long-click', element_id, { element: found.element, target });
  },
});

/** The element whose words were given in the place of an id. */
function named({ element: meant, snapshot }: Found, id: string, use: 'click' | 'longClick'): Element {
  const words = targetIn(id);
  return words ? namedBy(snapshot, words, { meant, use }) : meant;
}

/** Neither the element nor what holds it takes the click; a finger may still be worth a try. */
function notPressable({ element, snapshot }: Found, what: string, byFinger: 'tap' | 'long_press'): Error {
  const point = touchPoint(snapshot, element);
  const touch = point ? `, or touch it all the same: ${byFinger} at ${at(point)}` : '';
  return actionFailed(
    `Element '${element.id}' is not ${what}, and neither is anything that holds it. Choose an element that is${touch}.`,
  );
}

/** The clicked element, by the id that was given; the element that took the click; and a doubt if that is disabled. */
function pressed(
  action: string,
  id: string,
  { element, target }: { element: Element; target: Element },
): Acted {
  const holder = id === element.id ? target.id : shortId(target.id);
  const through = element === target ? '' : ` through '${holder}', which contains it and takes the click`;
  const doubt = target.node.enabled ? undefined : 'It is disabled, so the click probably did nothing';
  return new Acted(`${action} performed on element '${id}'${through}`, { remarks: [doubt], hit: target });
}

export const setText = defineTool({
  name: 'set_text',
  title: 'Set text',
  description: "Replace a field's whole content. input_text adds to it instead.",
  hints: replacing,
  class: 'type',
  needs: 'setText',
  input: z.strictObject({ element_id: elementId, text: z.string().describe('May be empty') }),
  limit: ({ look, action }, { text }) => 2 * look + action + typingTime(text),
  example: { element_id: 'node_403', text: 'Hello World' },
  fails: {
    invalid_params: '`element_id` is missing or empty, or `text` is missing.',
    element_not_found: UNKNOWN_ELEMENT,
    action_failed: 'It is not editable, does not take a line break, or the device refused.',
    permission_denied: UNREACHABLE,
  },
  async handle(context, { element_id, text }) {
    const field = await replaceable(context, element_id);
    const remark = await context.hands.setText(field, text, { takesSecrets: true });
    const remarks = [remark, ...(await replacingDoubts(context, field.element, text))];
    return new Acted(`Text set on element '${element_id}'`, { remarks, hit: field.element });
  },
});

function broughtIntoView(id: string, scrolls: number): string {
  return scrolls === 0
    ? `Element '${id}' is already visible`
    : `Scrolled to element '${id}' (${scrolls} scroll(s))`;
}

const searched = z.strictObject({ element_id: elementId });
const searchTime = ({ look, action }: Limits) => 11 * look + 10 * action;

export const scrollToElement = defineTool({
  name: 'scroll_to_element',
  title: 'Scroll to element',
  description: 'Bring into view an element that is listed without flag v or was scrolled off the screen.',
  hints: navigating,
  class: 'navigate',
  input: searched,
  limit: searchTime,
  example: { element_id: 'node_407' },
  fails: {
    invalid_params: NO_ID,
    element_not_found: 'No element with that id is on the screen or is known to have left it by scrolling.',
    action_failed: 'Nothing around it scrolls, or it did not come into view within 5 scrolls each way.',
    permission_denied: UNREACHABLE,
  },
  async handle(context, { element_id }) {
    return broughtIntoView(element_id, await findByScrolling(context, element_id));
  },
  // Lean has no flags; it goes on to the ends of the list.
  lean: {
    description: 'Bring an element into view that is offscreen or left the screen by scrolling.',
    input: searched,
    limit: searchTime,
    example: { element_id: 'node_407' },
    async handle(context, { element_id }) {
      return broughtIntoView(element_id, await findByScrolling(context, element_id, { thorough: true }));
    },
  },
});

/** Characters of one text that an answer holds. */
const MOST_CHARACTERS = 4_000;

export const getElementDetails = defineTool({
  name: 'get_element_details',
  title: 'Get element details',
  description: 'Read the full text and description of elements whose values were cut.',
  input: z.strictObject({
    ids: z.array(anyId).min(1).max(MOST_IDS).describe('Ids from get_screen_state'),
  }),
  hints: reading,
  class: 'read',
  limit: ({ look }) => look,
  fails: {
    invalid_params: '`ids` is missing, empty, not an array of strings, or has more than 1000.',
    permission_denied: 'The device cannot be reached, or no window can be read.',
  },
  example: { ids: ['node_403', 'node_499'] },
  async handle({ eyes }, { ids }) {
    return detailsText(await eyes.look(), ids);
  },
  // Parts of long texts, and all texts in a container.
  lean: {
    description: 'Read whole texts, or parts of long ones. Give ids or inside.',
    input: z
      .strictObject({
        ids: z.array(anyId).min(1).max(MOST_IDS).optional().describe('Elements'),
        inside: elementId.optional().describe('Container whose texts to read'),
        from: z.int().min(0).optional().describe('Skip this many characters'),
        last: z.int().min(1).optional().describe('Only the last characters'),
      })
      .refine(({ ids, inside }) => (ids === undefined) !== (inside === undefined), {
        error: "Give either 'ids' or 'inside'.",
      })
      .refine(({ from, last }) => from === undefined || last === undefined, {
        error: "Give 'from' or 'last', not both.",
      }),
    limit: ({ look }) => look,
    example: { ids: ['553403'], last: 300 },
    fails: {
      permission_denied: 'The device cannot be reached, or no window can be read.',
      invalid_params: 'Neither or both of `ids` and `inside`, or of `from` and `last`.',
      element_not_found: 'No element with the id `inside` is on the screen.',
    },
    async handle({ eyes }, { ids = [], inside, from, last }) {
      const part = { from, last, most: MOST_CHARACTERS };
      if (inside !== undefined) return textsInside(inside, (await eyes.element(inside)).element, part);
      const snapshot = await eyes.look();
      const isWhole = from === undefined && last === undefined;
      const whyGone = (id: string) => eyes.whyGone(id, snapshot);
      return isWhole
        ? leanDetails(snapshot, ids, whyGone)
        : detailWindows(snapshot, ids, { ...part, whyGone });
    },
  },
});
