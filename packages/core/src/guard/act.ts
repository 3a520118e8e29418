import type { Element, Snapshot, UiWindow } from '@handeye/screen/snapshot';

/** The classes of tools that a rule can name. */
export const toolClasses = ['read', 'navigate', 'touch', 'type', 'apps', 'files', 'state'] as const;
export type ToolClass = (typeof toolClasses)[number];

/** Kinds of acts that Handeye recognises and a rule can name. */
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

/** The effect of a key of the on-screen keyboard: it types a character, ends the text, or sends it. */
export type TypedKey = 'character' | 'enter' | 'send';

/** An application that a write would reach, as far as it is known, and what of it would be hit. */
export interface Reached {
  readonly name: string | undefined;
  readonly id?: string | undefined;
  /** The element that would take it, and the screen that it was found on. */
  readonly element?: Element | undefined;
  readonly snapshot?: Snapshot | undefined;
  /** The label of the button that would be pressed, where no screen shows it yet: that of a notification. */
  readonly button?: string | undefined;
  /** The texts beside that button, for the person who is asked: the title and the text of the notification. */
  readonly beside?: readonly string[] | undefined;
  /** Only that `button` is pressed, not what the tool does by it: a rule that allows the one may not mean the other. */
  readonly pressOnly?: boolean | undefined;
  /** It is one of several possible applications: a rule asks about them once. */
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

/** The applications that a write reaches; empty if they are not known. Some writes certainly reach none. */
export type Reach = readonly Reached[] | 'no application';

/** One write of one tool, to be judged. */
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
  /** The settings of the device that would change, by the names of their parameters. */
  readonly settings?: readonly string[] | undefined;
}

/** Whose window it is. */
export function ownerOf({ app, appId }: UiWindow): Reached {
  return { name: named(app), id: named(appId) };
}

/** Some windows have an application without a name: which one it is, is not known. */
function named(name: string | undefined): string | undefined {
  return name?.trim() === '' ? undefined : name;
}
