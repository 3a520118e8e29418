import * as z from 'zod';
import { shownText } from '@handeye/screen/node';
import { cut } from '@handeye/screen/sanitize';
import type { Element } from '@handeye/screen/snapshot';

/** An element as JSON answers show it. */
export const elementShape = z.object({
  id: z.string(),
  text: z.string().nullable(),
  contentDescription: z.string().nullable(),
  resourceId: z.string().nullable(),
  className: z.string().nullable(),
  bounds: z.object({ left: z.number(), top: z.number(), right: z.number(), bottom: z.number() }),
  clickable: z.boolean(),
  longClickable: z.boolean(),
  scrollable: z.boolean(),
  editable: z.boolean(),
  enabled: z.boolean(),
  visible: z.boolean(),
});

/** Longer values are cut here; get_element_details has them in full. */
const LONGEST_VALUE = 2000;

const valueOf = (text: string | undefined): string | null =>
  text === undefined ? null : cut(text, LONGEST_VALUE);

export function elementFacts({ id, node }: Element): z.infer<typeof elementShape> {
  return {
    id,
    text: valueOf(shownText(node)),
    contentDescription: valueOf(node.description),
    resourceId: valueOf(node.resourceId),
    className: valueOf(node.className),
    bounds: node.bounds,
    clickable: node.clickable,
    longClickable: node.longClickable,
    scrollable: node.scrollable,
    editable: node.editable,
    enabled: node.enabled,
    visible: node.visible,
  };
}
