import type { Element, Snapshot, UiWindow } from '../ui/snapshot.ts';

/** What a tool does to a device, in classes that a rule can name. */
export const toolClasses = ['read', 'navigate', 'touch', 'type', 'apps', 'files', 'state'] as const;
export type ToolClass = (typeof toolClasses)[number];

/** What Handeye recognises by itself, and a rule can name. */
export const kindNames = [
  'payment',
  'send',
  'call',
  'delete',
  'install',
  'permission',
  'sign-in',
  'system-risk',
  'terminal',
] as const;
export type Kind = (typeof kindNames)[number];

/** What a key of the on-screen keyboard does: types something, ends what is written, or sends it. */
export type TypedKey = 'character' | 'enter' | 'send';

/** An application that a write would reach, as far as it is known, and what of it would be hit. */
export interface Reached {
  readonly name: string | undefined;
  readonly id?: string | undefined;
  /** The element that would take it, and the screen that it was found on. */
  readonly element?: Element | undefined;
  readonly snapshot?: Snapshot | undefined;
  /** What stands on the button that would be pressed, where no screen shows it yet: that of a notification. */
  readonly button?: string | undefined;
  /** What stands beside that button, for whoever is asked: the title and the text of the notification. */
  readonly beside?: readonly string[] | undefined;
  /** Only that `button` is pressed, not what the tool does by it: a rule that allows the one may not mean the other. */
  readonly pressOnly?: boolean | undefined;
  /** It is one of several that it may be, and nobody knows which: what one rule asks of them is asked once. */
  readonly isOneOfSeveral?: boolean | undefined;
  /** The address that would be opened. */
  readonly uri?: string | undefined;
  /** The action of the intent that would be sent. */
  readonly intent?: string | undefined;
  /** The activity that would be started, `package/class` or the class alone. */
  readonly component?: string | undefined;
  /** The permission that would be granted or revoked. */
  readonly permission?: string | undefined;
  /** It would get what a key of the on-screen keyboard does. */
  readonly typed?: TypedKey | undefined;
}

/** A write reaches applications; none are listed where nobody knows which. Some writes reach none for certain. */
export type Reach = readonly Reached[] | 'no application';

/** What is judged: one write of one tool. */
export interface Act {
  readonly tool: string;
  readonly toolClass: ToolClass;
  readonly reach: Reach;
  /** The text to be typed or sent, with secrets masked. */
  readonly text?: string | undefined;
  /** The text holds a secret that is not bound to the application that would get it. */
  readonly givesSecret?: boolean | undefined;
  /** The key that would be pressed, with those that are held: `ENTER`, `ctrl+ENTER`. */
  readonly key?: string | undefined;
}

/** Whose window it is. */
export function ownerOf({ app, appId }: UiWindow): Reached {
  return { name: app, id: appId };
}
