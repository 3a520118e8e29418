import type { Desktop } from '../../device/desktop.ts';
import type { Clipboard, Device, Logs, News } from '../../device/port.ts';
import type { Notification, Notifications } from '../../device/services/notifications.ts';
import type { DesktopNode } from '@handeye/screen/desktop/node';

/** A text without what models may not see; `around` are the texts that stand with it. */
export type TextMask = (text: string, around: () => readonly string[]) => string;

export interface SourceMasks {
  readonly mask: TextMask;
  /** Also without short values that were typed into fields of an application, under any of its names. */
  readonly maskField: (apps: readonly (string | undefined)[], text: string) => string;
  /** Also without parts of values. */
  readonly maskParts: (text: string) => string;
}

/** Members of a device, made when they are asked for: what a device offers may change. */
export type Members = { readonly [Key in keyof Device]?: () => Device[Key] };

const ALONE = () => [];

/**
 * A device's texts beside looks, masked where they come in: notifications and news are cut later, and half a value is not found
 * any more. Files and crashes are masked in the answer alone.
 */
export function maskedSources(real: Device, masks: SourceMasks): Members {
  const { mask } = masks;
  return {
    news: () =>
      real.news && (async (call) => ((await real.news?.(call)) ?? []).map((one) => maskedNews(one, mask))),
    clipboard: () => real.clipboard && maskedClipboard(real.clipboard, masks),
    logs: () => real.logs && maskedLogs(real.logs, mask),
    desktop: () => real.desktop && maskedDesktop(real.desktop, masks),
    services: () => {
      const { services } = real;
      if (!services?.notifications) return services;
      return { ...services, notifications: maskedNotifications(services.notifications, mask) };
    },
  };
}

function maskedNews(news: News, mask: TextMask): News {
  return { ...news, text: mask(news.text, ALONE) };
}

function maskedClipboard(real: Clipboard, { mask, maskParts }: SourceMasks): Clipboard {
  return {
    read: async (call) => {
      const text = await real.read(call);
      return text === null ? null : mask(maskParts(text), ALONE);
    },
    write: (text, call) => real.write(text, call),
  };
}

function maskedLogs(real: Logs, mask: TextMask): Logs {
  return {
    read: async (query, call) => {
      const { lines, truncated } = await real.read(query, call);
      return { lines: lines.map((line) => mask(line, ALONE)), truncated };
    },
  };
}

/** The device knows a notification by its key alone. */
function maskedNotifications(real: Notifications, mask: TextMask): Notifications {
  const { shade, replies, snoozes, note } = real;
  return {
    shade,
    replies,
    snoozes,
    ...(note !== undefined && { note }),
    list: async (call) => (await real.list(call)).map((one) => maskedNotification(one, mask)),
    ...(real.snooze && { snooze: real.snooze.bind(real) }),
    ...(real.dismiss && { dismiss: real.dismiss.bind(real) }),
    ...(real.closeShade && { closeShade: real.closeShade.bind(real) }),
  };
}

function maskedNotification(one: Notification, mask: TextMask): Notification {
  const { title, text, subText, otherTexts, actions } = one;
  const around = () => [title ?? '', text ?? '', subText ?? '', ...otherTexts];
  const masked = (own: string | undefined) => (own === undefined ? undefined : mask(own, around));
  return {
    ...one,
    title: masked(title),
    text: masked(text),
    subText: masked(subText),
    otherTexts: otherTexts.map((other) => mask(other, around)),
    actions: actions.map((action) => mask(action, around)),
  };
}

function maskedDesktop(real: Desktop, masks: SourceMasks): Desktop {
  const { slowness } = real;
  return {
    ...(slowness !== undefined && { slowness }),
    applications: (call) => real.applications(call),
    tree: async (app, call, depth) =>
      maskedTree(await real.tree(app, call, depth), [app.name, app.id], masks),
    focused: async (app, call) => {
      const found = await real.focused(app, call);
      if (!found) return undefined;
      const nodes = new Map<DesktopNode, DesktopNode>();
      const root = maskedTree(found.root, [found.app.name, found.app.id], masks, nodes);
      return { app: found.app, root, node: nodes.get(found.node) ?? found.node };
    },
    windows: async (app, call) =>
      (await real.windows(app, call)).map((window) => ({
        ...window,
        title: masks.mask(window.title, ALONE),
      })),
  };
}

/** The tree with masked texts. `nodes` gets what stands for each node. */
function maskedTree(
  root: DesktopNode,
  apps: readonly (string | undefined)[],
  masks: SourceMasks,
  nodes = new Map<DesktopNode, DesktopNode>(),
): DesktopNode {
  const all = [root];
  // It grows while it is walked through.
  for (const node of all) all.push(...node.children);
  for (const node of all.reverse()) nodes.set(node, maskedDesktopNode(node, apps, masks, nodes));
  return nodes.get(root) ?? root;
}

function maskedDesktopNode(
  node: DesktopNode,
  apps: readonly (string | undefined)[],
  { mask, maskField }: SourceMasks,
  nodes: ReadonlyMap<DesktopNode, DesktopNode>,
): DesktopNode {
  const masked = (text: string) => mask(FIELD_ROLES.test(node.role) ? maskField(apps, text) : text, ALONE);
  const texts = (text: string | undefined) => (text === undefined ? undefined : masked(text));
  return {
    ...node,
    title: texts(node.title),
    value: texts(node.value),
    attributes: Object.fromEntries(
      Object.entries(node.attributes).map(([name, value]) => [
        name,
        typeof value === 'string' ? masked(value) : value,
      ]),
    ),
    children: node.children.map((child) => nodes.get(child) ?? child),
  };
}

/** Elements of a desktop that hold what was typed. */
const FIELD_ROLES = /text|edit|entry|combo|search/i;
