import { gunzipSync, gzipSync } from 'node:zlib';
import * as z from 'zod';
import type { PicturedView, Tier } from '@handeye/core/device/port';
import { TOKEN } from '../protocol/names.ts';
import { type Bounds, makeNode, type NodeParts, type UiNode } from '@handeye/screen/node';

/** Bytes of the length field in front of the packed text. */
const HEAD = 4;

/** Maximum bytes of the unpacked text: our hosts send less. */
const MOST_TEXT = 32 * 1024 * 1024;

/**
 * The request that a server repeats while a device is watched: its interval, and for how long a host publishes after the last
 * one, in milliseconds.
 */
export const watchRequest = z.object({ device: z.string().regex(TOKEN) });
export const WATCH_AGAIN = 2_000;
export const WATCH_LASTS = 6_000;

/** One look at a device, for watching. */
export interface FarmFrame {
  readonly view: PicturedView;
  readonly tier: Tier | undefined;
}

const number = z.number();
const text = z.string().optional();
const flag = z.boolean().optional();
const bounds = z.object({
  left: number,
  top: number,
  right: number,
  bottom: number,
}) satisfies z.ZodType<Bounds>;

/** A node as the host sends it. makeNode fills in missing fields, and cleans and masks texts again. */
const nodeParts = z.object({
  key: text,
  className: text,
  text,
  description: text,
  resourceId: text,
  hint: text,
  hintLearned: flag,
  error: text,
  bounds,
  visible: flag,
  enabled: flag,
  clickable: flag,
  longClickable: flag,
  focusable: flag,
  focused: flag,
  scrollable: flag,
  editable: flag,
  multiline: flag,
  password: flag,
  checkable: flag,
  checked: flag,
  mixed: flag,
  selected: flag,
  heading: flag,
  stateDescription: text,
  paneTitle: text,
  containerTitle: text,
  tooltip: text,
  uniqueId: text,
  drawingOrder: number.optional(),
  range: z.object({ min: number, max: number, current: number }).optional(),
  collection: z.object({ rows: number, columns: number }).optional(),
  item: z.object({ row: number, column: number }).optional(),
}) satisfies z.ZodType<NodeParts>;

const node: z.ZodType<UiNode> = z.lazy(() =>
  nodeParts.extend({ children: z.array(node) }).transform((parts) => makeNode(parts)),
);

const uiWindow = z.object({
  key: z.string(),
  type: z.enum(['application', 'dialog', 'keyboard', 'system', 'other']),
  title: z.string().optional(),
  app: z.string().optional(),
  appId: text,
  bounds,
  active: z.boolean(),
  root: node.optional(),
});

const sentView = z.object({
  app: z.string().optional(),
  activity: z.string().optional(),
  screen: z.object({ width: number, height: number, density: number }),
  awake: z.boolean(),
  windows: z.array(uiWindow),
  notes: z.array(z.string()),
  textless: text,
  unread: text,
  protected: flag,
  tier: z.object({ name: z.string(), looksAreCheap: z.boolean() }).optional(),
});

/** Encodes a frame: the length of the packed text, the packed text, the picture's own bytes. */
export function encodedFrame({ view, tier }: FarmFrame): Uint8Array {
  const { app, activity, screen, awake, windows, notes, textless, unread, protected: isProtected } = view;
  const sent = {
    app,
    activity,
    screen,
    awake,
    windows,
    notes,
    textless,
    unread,
    protected: isProtected,
    tier,
  };
  const packed = gzipSync(JSON.stringify(sent, shownOnly), { level: 1 });
  const head = Buffer.alloc(HEAD);
  head.writeUInt32BE(packed.length);
  return Buffer.concat([head, packed, view.picture?.bytes ?? Buffer.alloc(0)]);
}

/** Drops the raw text, which only typing needs, and null values. JSON omits undefined. */
function shownOnly(key: string, value: unknown): unknown {
  return key === 'rawText' || key === 'actions' || value === null ? undefined : value;
}

/** Decodes a frame; undefined if the data is not one. */
export function decodedFrame(data: Uint8Array): FarmFrame | undefined {
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  try {
    const end = HEAD + bytes.readUInt32BE(0);
    const unpacked = gunzipSync(bytes.subarray(HEAD, end), { maxOutputLength: MOST_TEXT });
    const parsed = sentView.safeParse(JSON.parse(unpacked.toString('utf8')));
    if (!parsed.success) return undefined;
    const { tier, windows, app, activity, protected: isProtected = false, ...rest } = parsed.data;
    const picture = bytes.length > end ? { bytes: bytes.subarray(end) } : undefined;
    const whole = windows.map(({ title, app: owner, root, ...window }) => ({
      ...window,
      title,
      app: owner,
      root,
    }));
    return { tier, view: { ...rest, app, activity, windows: whole, picture, protected: isProtected } };
  } catch {
    return undefined;
  }
}
