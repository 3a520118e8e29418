import { keyCodes } from '../../framework/input/keys.ts';
import type { Rect } from '../../framework/views/geometry.ts';
import { attributeOf } from '../attributes.ts';
import type { Body } from '../body.ts';
import type { ServerContext, Request, Routes } from '../context.ts';
import { ServerError } from '../errors.ts';
import type { Found } from '../elements.ts';
import { find, type Match, type Query } from '../find/find.ts';
import { pictureOf } from '../picture.ts';
import { nodesBelow, type UiNode } from '../screen.ts';

const W3C_ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';
const SESSION = '/session/:sessionId';

/** Routes that find, read, click and write elements. */
export const elementRoutes: Routes = {
  [`POST ${SESSION}/element`]: async (context, { body }) => {
    const [first] = await find(context, queryOf(context, body));
    if (first === undefined) throw new ServerError('elementNotFound');
    return elementModel(context, first, 'one');
  },

  [`POST ${SESSION}/elements`]: async (context, { body }) => {
    const found = await find(context, queryOf(context, body));
    return found.map((match) => elementModel(context, match, 'many'));
  },

  [`GET ${SESSION}/element/active`]: async (context) =>
    elementModel(context, { node: await focusedNode(context) }, 'one'),

  [`GET ${SESSION}/element/:id/text`]: (context, { path }) =>
    context.elements.toastText(path.id ?? '') ?? element(context, path).info.text,

  [`GET ${SESSION}/element/:id/name`]: (context, { path }) => element(context, path).info.description || null,

  [`GET ${SESSION}/element/:id/attribute/:name`]: (context, { path }) =>
    attributeOf(element(context, path), path.name ?? '', context.android.framework.shape.sdk),

  [`GET ${SESSION}/element/:id/rect`]: (context, { path }) => rectModel(element(context, path).info.bounds),

  [`GET ${SESSION}/element/:id/size`]: (context, { path }) => {
    const { width, height } = rectModel(element(context, path).info.bounds);
    return { width, height };
  },

  [`GET ${SESSION}/element/:id/location`]: (context, { path }) => {
    const { x, y } = rectModel(element(context, path).info.bounds);
    return { x, y };
  },

  [`GET ${SESSION}/element/:id/screenshot`]: (context, { path }) =>
    pictureOf(context.android.framework, element(context, path).info.bounds),

  [`GET ${SESSION}/screenshot/:id`]: (context, { path }) =>
    pictureOf(context.android.framework, element(context, path).info.bounds),

  [`GET ${SESSION}/appium/element/:id/first_visible`]: (context, { path }) => {
    const [node] = element(context, path).children.filter(({ info }) => info.visible);
    if (node === undefined) throw new ServerError('elementNotFound');
    return elementModel(context, { node }, 'one');
  },

  [`POST ${SESSION}/element/:id/click`]: async (context, { path }) => {
    await context.gestures.click(centerOf(element(context, path).info.bounds));
    await context.screen.waitForIdle();
    return null;
  },

  [`POST ${SESSION}/element/:id/clear`]: (context, { path }) => {
    setText(context, element(context, path), '');
    return null;
  },

  [`POST ${SESSION}/element/:id/value`]: (context, { path, body }) =>
    sendKeys(context, element(context, path), body),

  [`POST ${SESSION}/keys`]: async (context, { body }) => sendKeys(context, await focusedNode(context), body),
};

function queryOf(context: ServerContext, body: Body): Query {
  const within = body.optionalText('context');
  return {
    strategy: body.text('strategy'),
    selector: body.text('selector'),
    within: within === undefined || within === '' ? undefined : context.elements.get(within),
  };
}

/** The node of the element a path names. */
export function element(context: ServerContext, path: Request['path']): UiNode {
  return context.elements.get(path.id ?? '');
}

/** An element for the client: its id under both names, and more if the settings ask for it. */
function elementModel(context: ServerContext, match: Match, found: Found): Readonly<Record<string, unknown>> {
  const id =
    'node' in match ? context.elements.add(match.node, found) : context.elements.addToast(match.toast);
  const ids = { ELEMENT: id, [W3C_ELEMENT]: id };
  if (context.settings.get('shouldUseCompactResponses') || !('node' in match)) return ids;
  const fields = context.settings.get('elementResponseAttributes').split(',');
  const more: Record<string, unknown> = {};
  for (const field of fields) more[field.trim()] = responseField(context, match.node, field.trim());
  return { ...ids, ...more };
}

function responseField(context: ServerContext, node: UiNode, field: string): unknown {
  const { sdk } = context.android.framework.shape;
  if (field === 'name') return node.info.description || null;
  if (field === 'rect') return rectModel(node.info.bounds);
  return attributeOf(node, field.replace(/^attribute\//, ''), sdk);
}

export function rectModel({ left, top, right, bottom }: Rect) {
  const [x, y] = [Math.round(left), Math.round(top)];
  return { x, y, width: Math.round(right) - x, height: Math.round(bottom) - y };
}

export function centerOf({ left, top, right, bottom }: Rect) {
  return { x: Math.floor((left + right) / 2), y: Math.floor((top + bottom) / 2) };
}

async function focusedNode({ screen }: ServerContext): Promise<UiNode> {
  const roots = await screen.roots();
  const focused = roots.flatMap((root) => [...nodesBelow(root)]).find(({ info }) => info.focused);
  if (focused === undefined) throw new ServerError('elementNotFound');
  return focused;
}

/**
 * Without `replace` the new text follows the old one. If the text ends in a backslash and an n, Enter is pressed, and
 * both stay in the text (read in 10.6.6: it looks for the two characters, but removes a line break).
 */
function sendKeys(context: ServerContext, node: UiNode, body: Body): null {
  const text = body.text('text');
  const old = body.flag('replace') || node.info.showingHint ? '' : node.info.text;
  if (!setText(context, node, old + text))
    throw new ServerError(
      'invalidElementState',
      `Cannot set the element to '${text}'. Did you interact with the correct element?`,
    );
  if (text.endsWith('\\n')) context.android.framework.key(keyCodes.ENTER);
  return null;
}

function setText({ android }: ServerContext, { window, info }: UiNode, text: string): boolean {
  return android.framework.serviceActions.perform(window, info.path, { action: 'setText', text });
}
