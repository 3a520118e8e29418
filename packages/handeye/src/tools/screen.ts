import { screenFormats } from './frame/defaults.ts';
import * as z from 'zod';
import { actionFailed, permissionDenied } from '../device/errors.ts';
import type { PicturedSnapshot } from '../device/session.ts';
import { compactText } from '../ui/format/compact.ts';
import { leanText } from '../ui/format/lean/lean.ts';
import type { Snapshot } from '../ui/snapshot.ts';
import { defineTool, reading } from './frame/define.ts';
import { flag } from './frame/parameters.ts';
import { thumbnail } from './picture.ts';
import type { ContentItem } from './frame/toolbox.ts';

const formats = { compact: compactText, lean: leanText } as const;

const PROTECTED_NOTE = 'the screen is protected or black: no picture of it can be taken';

export const getScreenState = defineTool({
  name: 'get_screen_state',
  title: 'Get screen state',
  description:
    'Read the screen: app, size, and one row per element with its id, text, bounds and flags (v visible, c clickable, ' +
    'l long-clickable, f focusable, s scrollable, e editable, n enabled). Start here, and read again after each action. ' +
    'Long texts are cut: get_element_details has them in full.',
  hints: reading,
  input: z.strictObject({
    include_screenshot: flag()
      .default(false)
      .describe('Add a small picture. Only when the rows are not enough.'),
    format: z
      .enum(screenFormats)
      .optional()
      .describe('lean: about half the tokens, and states such as checked'),
  }),
  limit: ({ look }) => look,
  example: {},
  fails: {
    permission_denied: 'The device cannot be reached, or a picture was asked for and cannot be taken.',
    action_failed: 'No window has a tree right now, or taking the picture failed.',
  },
  async handle({ eyes, device, screenFormat }, { include_screenshot, format = screenFormat }) {
    const able = device.capabilities.picture;
    if (include_screenshot && able !== true) throw permissionDenied(`Screen capture not available. ${able}`);
    const snapshot = await eyes.look({ picture: include_screenshot, accept: 'nothing' });
    if (snapshot.elements.length === 0) {
      throw actionFailed('Failed to obtain root accessibility node. Wait a moment and try again.');
    }
    const picture = include_screenshot ? await pictureOf(snapshot) : undefined;
    const note = include_screenshot && !picture ? PROTECTED_NOTE : undefined;
    const text: ContentItem = { type: 'text', text: formats[format](noted(snapshot, note)) };
    return picture ? [text, picture] : [text];
  },
});

function noted(snapshot: Snapshot, note: string | undefined): Snapshot {
  return note === undefined ? snapshot : { ...snapshot, notes: [...snapshot.notes, note] };
}

/** The picture as a small JPEG; undefined where it would show nothing. */
async function pictureOf(snapshot: PicturedSnapshot): Promise<ContentItem | undefined> {
  if (snapshot.protected) return undefined;
  const image = await thumbnail(snapshot);
  return image && { type: 'image', data: image.toString('base64'), mimeType: 'image/jpeg' };
}
