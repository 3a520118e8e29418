import { LEAST_MAX_TOKENS, MOST_MAX_TOKENS, type ScreenFormat, screenFormats } from './frame/defaults.ts';
import * as z from 'zod';
import { actionFailed, permissionDenied } from '../device/errors.ts';
import { compactText } from '@handeye/screen/format/compact';
import { area } from '@handeye/screen/bounds';
import { foundText } from '@handeye/screen/format/lean/found';
import { isUsable } from '@handeye/screen/format/lean/kinds';
import { leanListing } from '@handeye/screen/format/lean/lean';
import type { Bounds } from '@handeye/screen/node';
import type { Element, Snapshot } from '@handeye/screen/snapshot';
import { sightOf, visiblePart } from '@handeye/screen/touch/reach';
import { changesText } from './changes-text.ts';
import { defineTool, reading, type ToolContext } from './frame/define.ts';
import { flag, idOf } from './frame/parameters.ts';
import { drawMarks } from './marks/draw.ts';
import type { PicturedSnapshot } from '../device/session.ts';
import {
  jpegOf,
  LONGEST_SIDE,
  readyPicture,
  scaleLine,
  type SmallPicture,
  smallPicture,
  smallWindow,
} from './frame/pictures/picture.ts';
import type { ContentItem } from './frame/toolbox.ts';

const PROTECTED_NOTE = 'the screen is protected or black: no picture of it can be taken';

const common = {
  include_screenshot: flag()
    .default(false)
    .describe('Add a small picture. Only when the rows are not enough.'),
};

export const getScreenState = defineTool({
  name: 'get_screen_state',
  title: 'Get screen state',
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
  hints: reading,
  class: 'read',
  limit: ({ look }) => look,
  example: {},
  fails: {
    permission_denied: 'The device cannot be reached, or a picture was asked for and cannot be taken.',
    action_failed: 'No window has a tree right now, or taking the picture failed.',
  },
  handle: (context, { include_screenshot, format = context.screenFormat }) =>
    answer(context, { include_screenshot, format }),
  lean: {
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
      marks: flag().default(false).describe('A picture with the ids drawn in'),
      crop: idOf('A picture of this element only').optional(),
    }),
    limit: ({ look }) => look,
    example: {},
    handle: (context, { include_screenshot, format = context.screenFormat, ...wishes }) =>
      answer(context, { include_screenshot, format, ...wishes }),
  },
});

interface Wishes {
  readonly include_screenshot: boolean;
  readonly format: ScreenFormat;
  readonly max_tokens?: number | undefined;
  readonly offscreen?: boolean;
  readonly windows?: 'all' | undefined;
  readonly since?: string | undefined;
  readonly marks?: boolean;
  readonly crop?: string | undefined;
}

async function answer(context: ToolContext, wishes: Wishes): Promise<ContentItem[]> {
  const { eyes, device } = context;
  const wantsPicture = wishes.include_screenshot || wishes.marks === true || wishes.crop !== undefined;
  const able = device.capabilities.picture;
  if (wantsPicture && able !== true) throw permissionDenied(`Screen capture not available. ${able}`);
  const isWhole = wishes.marks !== true && wishes.crop === undefined;
  const longest = isWhole ? LONGEST_SIDE : undefined;
  const snapshot = await eyes.look({ picture: wantsPicture, accept: 'nothing', longest });
  if (snapshot.elements.length === 0) {
    throw actionFailed('Failed to obtain root accessibility node. Wait a moment and try again.');
  }
  const picture =
    wantsPicture && !snapshot.protected ? await pictureOf(context, snapshot, wishes) : undefined;
  const scale = picture && context.screenFormat === 'lean' ? [scaleLine(picture)] : [];
  const texts = {
    ...wishes,
    notes: wantsPicture && !picture ? [PROTECTED_NOTE] : [],
    max_tokens: (wishes.max_tokens ?? context.maxTokens) - scale.length * PICTURE_LINE_TOKENS,
  };
  const list = wishes.crop !== undefined && wishes.since === undefined ? listedPart : listed;
  const listing = list(context, snapshot, texts);
  if (!picture) return [{ type: 'text', text: listing.text }];
  const { drawn, undrawn } = wishes.marks === true ? drawMarks(picture, listing.handles, snapshot) : NO_MARKS;
  const notes = undrawn > 0 ? [undrawnNote(undrawn)] : [];
  const { text } = wishes.marks === true ? list(context, snapshot, { ...texts, notes, drawn }) : listing;
  const image = await jpegOf(picture, { marked: wishes.marks === true });
  return [
    { type: 'text', text },
    { type: 'image', data: image.toString('base64'), mimeType: 'image/jpeg' },
    ...scale.map((line) => ({ type: 'text' as const, text: line })),
  ];
}

const NO_MARKS = { drawn: [], undrawn: 0 };

/** Tokens of the line about a picture. */
const PICTURE_LINE_TOKENS = 32;

interface Texts extends Wishes {
  readonly notes: readonly string[];
  readonly max_tokens: number;
  /** The handles whose ids are drawn in the picture. */
  readonly drawn?: readonly Element[];
}

/** The cropped element and what is marked in it: who asks for a part need not pay for the screen. */
function listedPart(
  { eyes }: ToolContext,
  snapshot: Snapshot,
  { crop = '', notes, ...texts }: Texts,
): Listing {
  eyes.shown(snapshot);
  const parts = [eyes.elementOn(snapshot, crop), ...(texts.drawn ?? [])];
  const lines = foundText(snapshot, parts, { most: parts.length, maxTokens: texts.max_tokens });
  return {
    text: [lines, ...notes.map((note) => `note: ${note}`)].join('\n'),
    handles: leanListing(snapshot).handles,
  };
}

interface Listing {
  readonly text: string;
  /** The handles whose ids are in it. */
  readonly handles: readonly Element[];
}

/** The screen in words, or the changes since one that was shown before. */
function listed({ eyes }: ToolContext, snapshot: Snapshot, wishes: Texts): Listing {
  const { since, notes } = wishes;
  const before = since === undefined ? undefined : eyes.shownAs(since);
  const state = eyes.stateNumber(snapshot);
  const shown = notes.length === 0 ? snapshot : { ...snapshot, notes: [...snapshot.notes, ...notes] };
  if (wishes.format === 'compact') {
    return { text: compactText(shown), handles: snapshot.elements.filter(({ node }) => isUsable(node)) };
  }
  const budget = wishes.max_tokens;
  const listing = leanListing(shown, {
    state,
    maxTokens: budget,
    offscreen: wishes.offscreen,
    allWindows: wishes.windows === 'all',
  });
  if (since === undefined || before === undefined) return listing;
  const text = changesText({ before, since, now: snapshot, state, notes, maxTokens: budget });
  return { ...listing, text };
}

function undrawnNote(count: number): string {
  return `the picture has no room for ${count === 1 ? '1 id' : `${count} ids`}; crop shows a part of it larger`;
}

/** The screen, an element of it, or a whole window, which need not be in front where the device knows its content. */
async function pictureOf(
  context: ToolContext,
  snapshot: PicturedSnapshot,
  { crop }: Wishes,
): Promise<SmallPicture | undefined> {
  if (crop === undefined) return readyPicture(snapshot) ?? smallPicture(snapshot);
  const element = context.eyes.elementOn(snapshot, crop);
  const isWindow = element.parent === undefined;
  const own = isWindow ? await context.device.windowPicture?.(element, context.call) : undefined;
  return own ? smallWindow(own) : smallPicture(snapshot, partOf(context, snapshot, crop));
}

/** The part of the screen that an element takes. */
function partOf({ eyes }: ToolContext, snapshot: Snapshot, id: string): Bounds {
  const element = eyes.elementOn(snapshot, id);
  const part = visiblePart(snapshot, element);
  if (part && element.node.visible && sightOf(snapshot, element)) return part;
  throw actionFailed(`Element '${id}' is not in sight: ${whyUnseen(element, part)}`);
}

function whyUnseen({ node }: Element, part: Bounds | undefined): string {
  if (area(node.bounds) === 0) return 'it has no area. Crop the element around it.';
  return part && node.visible
    ? 'another window covers it. Close that one first.'
    : 'call scroll_to_element first.';
}
