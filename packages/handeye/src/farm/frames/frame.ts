import { gunzipSync, gzipSync } from 'node:zlib';
import * as z from 'zod';
import type { PicturedView, Tier } from '../../device/port.ts';
import { TOKEN } from '../protocol/names.ts';
import { type Bounds, makeNode, type NodeParts, type UiNode } from '../../ui/node.ts';

/** Bytes of the number that says where the picture begins. */
const HEAD = 4;

/** Bytes that the text of a screen may have when it is unpacked: more is not of a host of ours. */
const MOST_TEXT = 32 * 1024 * 1024;

/** What a server sends while somebody watches a device, and how long a host goes on after the last time, in milliseconds. */
export const watchRequest = z.object({ device: z.string().regex(TOKEN) });
export const WATCH_AGAIN = 2_000;
export const WATCH_LASTS = 6_000;

/** One look at a device, for people who watch it. */
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

/** What a host says of a node. Whatever it leaves out, makeNode fills in; it also cleans and masks texts again. */
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

/** A frame as it travels: how long the packed text is, the text, the picture as it is. */
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

/** The text as a device gave it serves only who types; what is false or absent needs no room. */
function shownOnly(key: string, value: unknown): unknown {
  return key === 'rawText' || key === 'actions' || value === null ? undefined : value;
}

/** What came; undefined if it is no frame. */
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
