import type { ServerContext } from './context.ts';
import { ServerError } from './errors.ts';
import { nodesBelow, type UiNode } from './screen.ts';

/** Alerts are recognised by the ids of their buttons: the server has no other way to tell them from other windows. */
const regularButton = /^android:id\/button\d+$/;
const permissionButton = /.+:id\/permission_\w+_button$/;

/** The alert's text: its texts from the title on, one per line, without the buttons. */
export async function alertText(context: ServerContext): Promise<string> {
  const nodes = await alertNodes(context);
  return nodes
    .filter(({ info }) => info.resourceId !== '' && info.text !== '' && !isButton(info.resourceId))
    .map(({ info }) => info.text)
    .join('\n');
}

/** Presses the accepting button: the first one of an ordinary alert. */
export function acceptAlert(context: ServerContext, label: string | undefined): Promise<null> {
  return press(context, (buttons) => chosen(buttons, label) ?? buttons[0]);
}

/** Presses the dismissing button: the last one, or the only one. */
export function dismissAlert(context: ServerContext, label: string | undefined): Promise<null> {
  return press(context, (buttons) => chosen(buttons, label) ?? buttons[1] ?? buttons[0]);
}

async function press(
  context: ServerContext,
  choose: (buttons: readonly UiNode[]) => UiNode | undefined,
): Promise<null> {
  const buttons = (await alertNodes(context))
    .filter(({ info }) => isButton(info.resourceId))
    .sort((one, other) => one.info.resourceId.localeCompare(other.info.resourceId));
  const button = choose(buttons);
  if (button === undefined)
    throw new ServerError('invalidElementState', 'The expected button cannot be detected on the alert');
  const { left, top, right, bottom } = button.info.bounds;
  await context.gestures.click({ x: (left + right) / 2, y: (top + bottom) / 2 });
  return null;
}

function chosen(buttons: readonly UiNode[], label: string | undefined): UiNode | undefined {
  if (label === undefined) return undefined;
  const button = buttons.find(({ info }) => info.text === label);
  if (button !== undefined) return button;
  throw new ServerError('invalidElementState', 'The expected button cannot be detected on the alert');
}

async function alertNodes({ screen }: ServerContext): Promise<readonly UiNode[]> {
  const nodes = (await screen.roots()).flatMap((root) => [...nodesBelow(root)]);
  if (nodes.some(({ info }) => isButton(info.resourceId))) return nodes;
  throw new ServerError('noAlert');
}

function isButton(resourceId: string): boolean {
  return regularButton.test(resourceId) || permissionButton.test(resourceId);
}
