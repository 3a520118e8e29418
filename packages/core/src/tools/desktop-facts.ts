import * as z from 'zod';

/** An element as the desktop tools show it; attributes that were asked for stand beside these. */
export const desktopElement = z.looseObject({
  role: z.string(),
  nativeRole: z.string(),
  title: z.string().optional(),
  value: z.string().optional(),
  identifier: z.string().optional(),
  enabled: z.boolean(),
  focused: z.boolean(),
  bounds: z.object({ left: z.number(), top: z.number(), right: z.number(), bottom: z.number() }).optional(),
  actions: z.array(z.string()),
  path: z.string(),
  childCount: z.int(),
  unreadChildren: z
    .int()
    .optional()
    .describe('Children that were not read because there are too many; scroll to read others'),
});

export const desktopTree = desktopElement.extend({
  repeated: z.literal(true).optional().describe('Shown on an earlier page; leads to what is new'),
  get children() {
    return z.array(desktopTree);
  },
});

/** Fields of every answer in pages. */
export const pageFacts = {
  hasMoreResults: z.boolean(),
  resultCount: z.int(),
  nextCursor: z.string().optional(),
  guidance: z.string().optional(),
};

export const windowFacts = z.object({
  title: z.string(),
  position: z.object({ x: z.number(), y: z.number() }),
  positionUnknown: z.literal(true).optional(),
  size: z.object({ width: z.number(), height: z.number() }),
  minimized: z.boolean(),
  frontmost: z.boolean(),
  app: z.string(),
  pid: z.int(),
});
