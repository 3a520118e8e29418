import * as z from 'zod';
import { permissionDenied } from '../device/errors.ts';
import { codePoints, shown } from '@handeye/screen/sanitize';
import { defineTool, navigating, reading } from './frame/define.ts';
import { nothing } from './frame/parameters.ts';

const NO_CLIPBOARD = 'The device cannot be reached, or its clipboard cannot.';

export const getClipboard = defineTool({
  name: 'get_clipboard',
  title: 'Get clipboard',
  description: "Read the clipboard's text.",
  hints: reading,
  class: 'read',
  needs: 'clipboard',
  input: nothing,
  output: z.object({ text: z.string().nullable() }),
  limit: ({ action }) => action,
  example: {},
  fails: { permission_denied: NO_CLIPBOARD, action_failed: 'The device refused to read it.' },
  async handle({ device, call, showTexts }) {
    if (!device.clipboard) throw permissionDenied('This device has no clipboard that can be reached.');
    const text = await device.clipboard.read(call);
    showTexts('clipboard', [{ text: text ?? undefined }]);
    return { text: text === null ? null : (shown(text) ?? null) };
  },
});

export const setClipboard = defineTool({
  name: 'set_clipboard',
  title: 'Set clipboard',
  description: 'Put text on the clipboard.',
  hints: navigating,
  class: 'state',
  touchesScreen: false,
  needs: 'clipboard',
  input: z.strictObject({ text: z.string().describe('New content') }),
  limit: ({ action }) => action,
  example: { text: 'Hello from MCP' },
  fails: {
    invalid_params: '`text` is missing.',
    permission_denied: NO_CLIPBOARD,
    action_failed: 'The device refused to set it.',
  },
  async handle({ hands }, { text }) {
    await hands.writeClipboard(text);
    return `Clipboard set successfully (${codePoints(text)} characters)`;
  },
});
