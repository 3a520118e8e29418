import { askUntil, type Patience } from '../../call/ask-until.ts';
import type { Call } from '../../call/call.ts';
import { actionFailed, permissionDenied } from '../../device/errors.ts';
import type { Notification, Notifications } from '../../device/services/notifications.ts';
import type { Device } from '../../device/port.ts';
import type { Element } from '@handeye/screen/snapshot';
import { oneLine } from '@handeye/screen/sanitize';
import type { ToolContext } from '../frame/define.ts';
import { type Listed, listed, type ListedAction } from './ids.ts';
import { Shade } from './shade.ts';
import { notificationWords, quoted } from './words.ts';

/**
 * How often, and how far apart, the list is asked what became of a notification: a swipe must take it away, a button or an
 * answer need not change it.
 */
const AFTER_SWIPE = { times: 13, apart: 200 };
const AFTER_PRESS = { times: 5, apart: 200 };

const LONGEST_TITLE = 60;
const FIELD = /:id\/remote_input_text$/;
const SEND = /:id\/remote_input_send$/;

export function serviceOf({ services }: Device): Notifications {
  if (!services?.notifications) throw permissionDenied('The notifications of this device cannot be read.');
  return services.notifications;
}

/** The visible names of applications by their ids, where the device tells them. */
export async function appNames({ device, call }: ToolContext): Promise<ReadonlyMap<string, string>> {
  const { apps } = device;
  if (!apps || apps.isNameless === true) return new Map();
  const all = await apps.list({ which: 'launchable', tell: 'names' }, call);
  return new Map(all.flatMap(({ id, name }) => (name === undefined ? [] : [[id, name] as const])));
}

/** The parts that acting tools need: the service, the notifications, and the shade. */
export interface Desk {
  readonly service: Notifications;
  readonly all: readonly Listed[];
  readonly shade: Shade;
  readonly names: ReadonlyMap<string, string>;
}

export async function desk(context: ToolContext): Promise<Desk> {
  const service = serviceOf(context.device);
  const [notifications, names] = [await service.list(context.call), await appNames(context)];
  const shade = new Shade({ context, service, all: notifications, names });
  return { service, all: listed(notifications), shade, names };
}

/** Refuses to touch what an application posted that the policy keeps us from. */
export async function mayTouch(
  { hands }: ToolContext,
  { app, title, text: said }: Notification,
  names: Desk['names'],
  { text, button }: { readonly text?: string; readonly button?: string } = {},
): Promise<void> {
  const beside = [title, said].flatMap((one) => one ?? []);
  await hands.mayReach(
    { id: app, name: names.get(app) ?? app, launchable: true },
    { text, done: { button, beside } },
  );
}

/** The state of a notification after an act: gone, changed, or unchanged. */
export type Fate = 'gone' | 'changed' | 'there';

/** Asks the list until the notification is gone or changed, for a moment. */
async function fateOf(one: Notification, { service }: Desk, patience: Patience, call: Call): Promise<Fate> {
  const fateNow = async (): Promise<Fate> => {
    const now = (await service.list(call)).find(({ key }) => key === one.key);
    if (!now) return 'gone';
    return contentOf(now) === contentOf(one) ? 'there' : 'changed';
  };
  return askUntil(fateNow, (fate) => fate !== 'there', patience, call);
}

function contentOf({ title, text, time, actions }: Notification): string {
  return JSON.stringify([title, text, time, actions]);
}

/** Swipes it away, and makes sure that it went. */
export async function dismissInShade(one: Notification, desk: Desk, context: ToolContext): Promise<void> {
  const fate = await desk.shade.during(async () => {
    await desk.shade.swipeAway(await desk.shade.find(one));
    return fateOf(one, desk, one.clearable ? AFTER_SWIPE : AFTER_PRESS, context.call);
  });
  if (fate === 'gone') return;
  throw actionFailed(
    one.clearable
      ? `${notificationWords(one)} was swiped but is still there. Look with open_notifications.`
      : `${notificationWords(one)} is ongoing: it cannot be swiped away as long as its app keeps it. Use its actions, or open the app.`,
  );
}

/** The button of an action, by its title; of several with this title the one at its place. */
function buttonOf({ title, index }: ListedAction) {
  const wanted = oneLine(title).toLowerCase();
  const isIt = ({ node }: Element) =>
    [node.text, node.description].some((words) => oneLine(words).toLowerCase() === wanted);
  return (buttons: readonly Element[]): Element | undefined => {
    const same = buttons.filter(isIt);
    const atPlace = buttons[index];
    if (same.length > 1) return atPlace && same.includes(atPlace) ? atPlace : undefined;
    return same[0];
  };
}

/** Presses an action's button. What it did is in the list afterwards. */
export async function pressInShade(
  { listed: { notification: one }, action }: { listed: Listed; action: ListedAction },
  desk: Desk,
  context: ToolContext,
): Promise<{ readonly fate: Fate; readonly asks: boolean }> {
  return desk.shade.during(async () => {
    const { element, snapshot } = await desk.shade.withButton(one, buttonOf(action));
    await context.hands.click({ element, target: element, snapshot });
    const fate = await fateOf(one, desk, AFTER_PRESS, context.call);
    const after = fate === 'there' ? await context.eyes.look({ accept: 'nothing' }) : undefined;
    return { fate, asks: after?.elements.some((each) => hasId(each, FIELD)) ?? false };
  });
}

/** Presses an action's button, writes into the field that it opens, and sends that. */
export async function replyInShade(
  { listed: { notification: one }, action }: { listed: Listed; action: ListedAction },
  text: string,
  desk: Desk,
  context: ToolContext,
): Promise<Fate | 'sent'> {
  const { hands } = context;
  const { shade } = desk;
  return shade.during(async () => {
    const button = await shade.withButton(one, buttonOf(action));
    await hands.click({ element: button.element, target: button.element, snapshot: button.snapshot });
    const field = await shade.waitFor(({ elements }) => elements.find((each) => hasId(each, FIELD)));
    if (!field)
      throw actionFailed(
        `${quoted(action.title, LONGEST_TITLE)} was pressed but asks for no text in the shade, so nothing was answered. Look at the screen for what it did, or use notification_open.`,
      );
    await hands.setText({ element: field.found, snapshot: field.snapshot }, text);
    const send = await shade.waitFor(({ elements }) => {
      const isWritten = elements.some(
        (each) => hasId(each, FIELD) && oneLine(each.node.rawText) === oneLine(text),
      );
      return isWritten ? elements.find((each) => hasId(each, SEND) && each.node.enabled) : undefined;
    });
    if (!send)
      throw actionFailed(
        'The answer was typed, but the shade does not show it with a button to send it, so it was not sent. Use notification_open and answer in the app.',
      );
    await hands.click({ element: send.found, target: send.found, snapshot: send.snapshot });
    const fate = await fateOf(one, desk, AFTER_PRESS, context.call);
    if (fate !== 'there') return fate;
    const { elements } = await context.eyes.look({ accept: 'nothing' });
    const isUnsent = elements.some(
      (each) => hasId(each, FIELD) && oneLine(each.node.rawText) === oneLine(text),
    );
    if (isUnsent)
      throw actionFailed(
        'The answer is still in its field in the shade: it was not sent. Use notification_open.',
      );
    return 'sent';
  });
}

function hasId({ node }: Element, id: RegExp): boolean {
  return node.resourceId !== undefined && id.test(node.resourceId);
}

/** Taps it, and returns the application that is in front then: the shade's own if nothing came. */
export async function openInShade(
  one: Notification,
  { shade }: Desk,
  { eyes }: ToolContext,
): Promise<string | undefined> {
  return shade.during(async () => {
    await shade.tap(await shade.find(one));
    const inFront = await shade.waitFor(({ app }) => (app === one.app ? app : undefined));
    return inFront ? one.app : (await eyes.look({ accept: 'nothing' })).app;
  });
}
