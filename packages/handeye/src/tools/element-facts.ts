import * as z from 'zod';
import type { Element } from '../ui/snapshot.ts';

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

export function elementFacts({ id, node }: Element): z.infer<typeof elementShape> {
  return {
    id,
    text: node.text ?? null,
    contentDescription: node.description ?? null,
    resourceId: node.resourceId ?? null,
    className: node.className ?? null,
    bounds: node.bounds,
    clickable: node.clickable,
    longClickable: node.longClickable,
    scrollable: node.scrollable,
    editable: node.editable,
    enabled: node.enabled,
    visible: node.visible,
  };
}
