import { LEAST_MAX_TOKENS, MOST_MAX_TOKENS, type ScreenFormat, screenFormats } from './frame/defaults.ts';
import * as z from 'zod';
import { actionFailed, permissionDenied } from '../device/errors.ts';
import type { PicturedSnapshot } from '../device/session.ts';
import { compactText } from '../ui/format/compact.ts';
import { changesBetween } from '../ui/format/lean/changes.ts';
import { leanText } from '../ui/format/lean/lean.ts';
import type { Snapshot } from '../ui/snapshot.ts';
import { defineTool, type Limits, reading, type ToolContext } from './frame/define.ts';
import { flag } from './frame/parameters.ts';
import { thumbnail } from './picture.ts';
import type { ContentItem } from './frame/toolbox.ts';

const PROTECTED_NOTE = 'the screen is protected or black: no picture of it can be taken';

const common = {
  include_screenshot: flag()
    .default(false)
    .describe('Add a small picture. Only when the rows are not enough.'),
};

const screen = {
  name: 'get_screen_state',
  title: 'Get screen state',
  hints: reading,
  limit: ({ look }: Limits) => look,
  example: {},
  fails: {
    permission_denied: 'The device cannot be reached, or a picture was asked for and cannot be taken.',
    action_failed: 'No window has a tree right now, or taking the picture failed.',
  },
} as const;

export const getScreenState = defineTool({
  ...screen,
  description:
    'Read the screen: app, size, and one row per element with its id, text, bounds and flags (v visible, c clickable, ' +
    'l long-clickable, f focusable, s scrollable, e editable, n enabled). Start here, and read again after each action. ' +
    'Long texts are cut: get_element_details has them in full.',
  input: z.strictObject({
    ...common,
    format: z
      .enum(screenFormats)
      .optional()
      .describe('lean: a sixth of the tokens, and states such as on and off'),
  }),
  handle: (context, { include_screenshot, format = context.screenFormat }) =>
    answer(context, { include_screenshot, format }),
});

/** The same where screens are lean: it explains the format and takes what only lean knows. */
export const getLeanScreenState = defineTool({
  ...screen,
  description:
    'Read the screen: one line per element, `id [marks] label`, inner ones indented; `- text` can only be read. ' +
    'Marks: edit (a field; `= …` is its content), on/off, choose, slide, hold (takes a long click), scroll (goes on), ' +
    'selected, disabled; without a mark it is simply clicked. ' +
    'Start here; `…(n)` is a text cut from n characters, which get_element_details has in full.',
  input: z.strictObject({
    ...common,
    format: z.enum(screenFormats).optional().describe('compact: a table with classes and bounds'),
    max_tokens: z
      .int()
      .min(LEAST_MAX_TOKENS)
      .max(MOST_MAX_TOKENS)
      .optional()
      .describe('Budget; what is left out is said'),
    offscreen: flag().default(false).describe('Also list what is known outside the visible part'),
    windows: z.enum(['all']).optional().describe('Also bars, keyboard and what is behind a dialog'),
    since: z.string().optional().describe('State number: only what changed since'),
  }),
  handle: (context, { include_screenshot, format = context.screenFormat, ...wishes }) =>
    answer(context, { include_screenshot, format, ...wishes }),
});

interface Wishes {
  readonly include_screenshot: boolean;
  readonly format: ScreenFormat;
  readonly max_tokens?: number | undefined;
  readonly offscreen?: boolean;
  readonly windows?: 'all' | undefined;
  readonly since?: string | undefined;
}

async function answer(context: ToolContext, wishes: Wishes): Promise<ContentItem[]> {
  const { eyes, device } = context;
  const { include_screenshot } = wishes;
  const able = device.capabilities.picture;
  if (include_screenshot && able !== true) throw permissionDenied(`Screen capture not available. ${able}`);
  const snapshot = await eyes.look({ picture: include_screenshot, accept: 'nothing' });
  if (snapshot.elements.length === 0) {
    throw actionFailed('Failed to obtain root accessibility node. Wait a moment and try again.');
  }
  const picture = include_screenshot ? await pictureOf(snapshot) : undefined;
  const notes = include_screenshot && !picture ? [PROTECTED_NOTE] : [];
  const text =
    wishes.format === 'lean'
      ? leanAnswer(snapshot, notes, context, wishes)
      : compactText(withNotes(snapshot, notes));
  return [{ type: 'text', text }, ...(picture ? [picture] : [])];
}

function withNotes(snapshot: Snapshot, notes: readonly string[]): Snapshot {
  return notes.length === 0 ? snapshot : { ...snapshot, notes: [...snapshot.notes, ...notes] };
}

/** The whole screen, or what changed since one that was shown before. Notes are about this answer, not about the screen. */
function leanAnswer(
  snapshot: Snapshot,
  notes: readonly string[],
  { eyes, maxTokens }: ToolContext,
  wishes: Wishes,
): string {
  const { since } = wishes;
  const before = since === undefined ? undefined : eyes.shownAs(since);
  const state = eyes.stateNumber(snapshot);
  const options = {
    maxTokens: wishes.max_tokens ?? maxTokens,
    offscreen: wishes.offscreen,
    allWindows: wishes.windows === 'all',
  };
  if (since === undefined || before === undefined)
    return leanText(withNotes(snapshot, notes), { ...options, state });
  const { kind, lines } = changesBetween(before, snapshot, {
    ...options,
    maxTokens: options.maxTokens - STATE_LINE_TOKENS,
  });
  const said = notes.map((note) => `note: ${note}`);
  const changes = kind === 'none' ? [`unchanged since ${since}`, ...said] : [...lines, ...said, state];
  return changes.join('\n');
}

/** What the state number under an answer takes of its budget. */
const STATE_LINE_TOKENS = 8;

/** The picture as a small JPEG; undefined where it would show nothing. */
async function pictureOf(snapshot: PicturedSnapshot): Promise<ContentItem | undefined> {
  if (snapshot.protected) return undefined;
  const image = await thumbnail(snapshot);
  return image && { type: 'image', data: image.toString('base64'), mimeType: 'image/jpeg' };
}
