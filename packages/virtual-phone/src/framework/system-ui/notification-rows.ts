import { mdiChevronDown, mdiChevronUp, mdiClose, mdiSend } from '@mdi/js';
import { button, card, column, field, iconButton, row, text } from '../widgets/kit.ts';
import { theme } from '../widgets/theme.ts';
import { childrenOf, type Notification, type NotificationAction } from '../system/notifications.ts';
import type { Framework } from '../system/framework.ts';
import type { Drag, View } from '../views/view.ts';
import { timeOfDay } from './status-bar.ts';

/** Distances (dp): a swipe dismisses a row, a pull expands it, a shorter movement is a tap. */
const SWIPED_AWAY = 80;
const PULLED = 40;
const TAPPED = 8;
/** The number of notifications that a collapsed group lists (NotificationChildrenContainer). */
const MOST_LINES_OF_GROUP = 8;

/** A reply that is being written in the shade. */
interface Reply {
  readonly row: string;
  readonly action: NotificationAction;
  readonly draft: string;
}

interface RowsHost {
  /** The rows changed and have to be drawn again. */
  changed(): void;
  /** Gives the focus to the field with this id. */
  focus(id: string): void;
}

/** The notification rows of the shade: which are expanded, and the reply that is being written in one of them. */
export class NotificationRows {
  readonly #phone: Framework;
  readonly #host: RowsHost;
  /** Rows that the user expanded or collapsed; by default the first row is expanded. */
  private readonly expanded = new Map<string, boolean>();
  private reply: Reply | undefined;

  constructor(phone: Framework, host: RowsHost) {
    this.#phone = phone;
    this.#host = host;
  }

  /** Collapses all rows and discards the reply. */
  reset(): void {
    this.expanded.clear();
    this.reply = undefined;
  }

  views(): readonly View[] {
    return this.#top().map((one, place) => {
      const children = one.isGroupSummary === true ? childrenOf(one, this.#phone.notifications.list) : [];
      return children.length > 1 && this.#hasHeaders
        ? this.#group(one, children)
        : this.#row(one, place === 0);
    });
  }

  /**
   * The notifications with a row of their own. Android 5 shows a summary in place of its children; later releases show the
   * group, and a single notification without its summary.
   */
  #top(): readonly Notification[] {
    const { list } = this.#phone.notifications;
    const summaries = list.filter((one) => one.isGroupSummary === true);
    const hidden = summaries.flatMap((summary) => {
      const children = childrenOf(summary, list);
      return children.length === 1 && this.#hasHeaders ? [summary] : children;
    });
    return list.filter((one) => !hidden.includes(one));
  }

  /** Since Android 7 a row has a header with the app's name and a button that expands it. */
  get #hasHeaders(): boolean {
    return this.#phone.shape.release >= 7;
  }

  #isExpanded(one: Notification, isFirst: boolean): boolean {
    return this.expanded.get(rowKey(one)) ?? isFirst;
  }

  #group(summary: Notification, children: readonly Notification[]): View {
    const expanded = this.#isExpanded(summary, false);
    const lines = children
      .slice(0, MOST_LINES_OF_GROUP)
      .map((child) =>
        row(
          [
            text(child.title, { id: 'notification_title', fontWeight: 500, maxLines: 1 }),
            text(child.text, { id: 'notification_text', maxLines: 1, weight: 1, color: theme.textSecondary }),
          ],
          { key: rowKey(child), gap: 8, width: 'fill' },
        ),
      );
    const rows = children.map((child) => this.#row(child, false));
    const dismiss = () => {
      for (const child of children) this.#cancel(child);
    };
    return this.#card(summary, {
      dismiss: children.every(({ ongoing }) => ongoing !== true) ? dismiss : undefined,
      expanded,
      content: [
        this.#header(summary, { expanded, expandable: true, dismiss }),
        column(expanded ? rows : lines, { id: 'notification_children_container', gap: 4 }),
      ],
    });
  }

  #row(one: Notification, isFirst: boolean): View {
    const expanded = this.#isExpanded(one, isFirst);
    const dismiss =
      one.ongoing === true
        ? undefined
        : () => {
            this.#cancel(one);
          };
    return this.#card(one, {
      dismiss,
      expanded,
      content: [
        this.#header(one, { expanded, expandable: isExpandable(one), dismiss }),
        ...this.#texts(one, expanded),
        ...(expanded && one.actions ? [this.#actions(one, one.actions)] : []),
      ],
    });
  }

  #card(
    one: Notification,
    {
      dismiss,
      expanded,
      content,
    }: { dismiss: (() => void) | undefined; expanded: boolean; content: readonly View[] },
  ): View {
    const open = () => {
      if (one.ongoing !== true) this.#cancel(one);
      this.#phone.collapseShade();
      if (one.intent !== undefined) this.#phone.start(one.intent);
    };
    return card(content, {
      key: rowKey(one),
      background: theme.raised,
      radius: 24,
      gap: 2,
      class: 'android.widget.FrameLayout',
      id: 'expandableNotificationRow',
      ...(dismiss && { onDismiss: dismiss }),
      onTap: open,
      onDrag: (drag) => {
        this.#dragged(one, drag, { dismiss, open, expanded });
      },
    });
  }

  #dragged(
    one: Notification,
    { phase, dx, dy }: Drag,
    { dismiss, open, expanded }: { dismiss: (() => void) | undefined; open: () => void; expanded: boolean },
  ): void {
    if (phase !== 'end') return;
    if (Math.hypot(dx, dy) < TAPPED) open();
    else if (Math.abs(dx) > SWIPED_AWAY && Math.abs(dx) > Math.abs(dy)) dismiss?.();
    else if (dy > PULLED && !expanded && isExpandable(one)) this.#expand(one, true);
    else if (dy > PULLED) this.#phone.expandQuickSettings();
    else if (dy < -PULLED) this.#phone.collapseShade();
  }

  #header(
    one: Notification,
    {
      expanded,
      expandable,
      dismiss,
    }: { expanded: boolean; expandable: boolean; dismiss?: (() => void) | undefined },
  ): View {
    const small = { size: 12, color: theme.textSecondary };
    const close = dismiss
      ? [iconButton(mdiClose, dismiss, { description: 'Dismiss', width: 32, height: 24 })]
      : [];
    const time = text(timeOfDay(this.#phone, one.time), { id: 'android:id/time', ...small });
    if (!this.#hasHeaders) return row([column([], { weight: 1 }), time, ...close], { width: 'fill' });
    return row(
      [
        text(this.#phone.appLabel(one.package), { id: 'android:id/app_name_text', ...small }),
        ...(one.subText === undefined ? [] : [text(one.subText, { id: 'android:id/header_text', ...small })]),
        time,
        column([], { weight: 1 }),
        ...(expandable
          ? [
              iconButton(
                expanded ? mdiChevronUp : mdiChevronDown,
                () => {
                  this.#expand(one, !expanded);
                },
                {
                  id: 'android:id/expand_button',
                  class: 'android.widget.Button',
                  description: expanded ? 'Collapse' : 'Expand',
                  width: 32,
                  height: 24,
                },
              ),
            ]
          : []),
        ...close,
      ],
      { id: 'android:id/notification_header', width: 'fill', gap: 6 },
    );
  }

  #texts(one: Notification, expanded: boolean): readonly View[] {
    const quiet = { color: theme.textSecondary };
    // Since Android 11 conversations have a layout of their own.
    const isChat = one.messages !== undefined && this.#phone.shape.release >= 11;
    const title = text(one.title, {
      id: isChat ? 'android:id/conversation_text' : 'android:id/title',
      size: 15,
      fontWeight: 500,
    });
    if (expanded && one.messages !== undefined && this.#hasHeaders)
      return [
        title,
        ...one.messages.map((message) => text(message.text, { id: 'android:id/message_text', ...quiet })),
      ];
    if (expanded && one.lines !== undefined)
      return [
        title,
        ...one.lines.map((line, place) => text(line, { id: `android:id/inbox_text${place}`, ...quiet })),
      ];
    if (expanded && one.bigText !== undefined)
      return [title, text(one.bigText, { id: 'android:id/big_text', ...quiet })];
    return [title, text(one.text, { id: 'android:id/text', maxLines: expanded ? 3 : 1, ...quiet })];
  }

  #actions(one: Notification, actions: readonly NotificationAction[]): View {
    const reply = this.reply;
    if (reply?.row === rowKey(one)) return this.#replyField(one, reply);
    return row(
      actions.map((action) =>
        button(
          action.title,
          () => {
            this.#press(one, action);
          },
          { id: 'android:id/action0', tone: 'plain' },
        ),
      ),
      { id: 'android:id/actions', width: 'fill' },
    );
  }

  #replyField(one: Notification, reply: Reply): View {
    const send = () => {
      this.reply = undefined;
      this.#phone.textInput.hide();
      this.#host.changed();
      reply.action.run(reply.draft);
    };
    return row(
      [
        field({
          id: 'remote_input_text',
          hint: reply.action.replyHint ?? '',
          value: reply.draft,
          imeAction: 'send',
          weight: 1,
          onChange: (draft) => {
            this.reply = { ...reply, draft };
            this.#host.changed();
          },
          onSubmit: send,
        }),
        iconButton(mdiSend, send, {
          id: 'remote_input_send',
          class: 'android.widget.ImageButton',
          description: 'Send',
          enabled: reply.draft !== '',
        }),
      ],
      { key: `reply-${rowKey(one)}`, id: 'remote_input', width: 'fill' },
    );
  }

  #press(one: Notification, action: NotificationAction): void {
    if (action.replyHint === undefined || !this.#hasHeaders) {
      action.run();
      return;
    }
    this.reply = { row: rowKey(one), action, draft: '' };
    // The row stays open while a reply is written in it, even if it moves.
    this.expanded.set(rowKey(one), true);
    this.#host.changed();
    this.#host.focus('remote_input_text');
  }

  #expand(one: Notification, expanded: boolean): void {
    this.expanded.set(rowKey(one), expanded);
    this.#host.changed();
  }

  #cancel({ package: packageName, id, tag }: Notification): void {
    this.#phone.notifications.cancel(packageName, id, tag);
  }
}

function rowKey({ package: packageName, id, tag = '' }: Notification): string {
  return `${packageName}:${id}:${tag}`;
}

/** Whether a row can be expanded beyond its two lines. */
function isExpandable({ actions = [], bigText, lines, messages = [] }: Notification): boolean {
  return actions.length > 0 || bigText !== undefined || lines !== undefined || messages.length > 1;
}
