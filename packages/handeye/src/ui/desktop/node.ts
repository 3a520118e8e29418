import type { Bounds } from '../node.ts';

/** What an attribute of a desktop element can hold. */
export type AttributeValue = string | number | boolean | null;

/** One element of a desktop application's tree. Texts are already safe to show. */
export interface DesktopNode {
  /** In the one vocabulary of all desktops: button, textfield, window, … */
  readonly role: string;
  /** What the platform itself calls it: `push button`, `AXButton`. */
  readonly nativeRole: string;
  readonly title: string | undefined;
  readonly value: string | undefined;
  readonly identifier: string | undefined;
  readonly enabled: boolean;
  readonly focused: boolean;
  readonly bounds: Bounds | undefined;
  /** Names of what can be done to it by accessibility. */
  readonly actions: readonly string[];
  /** Everything else that the platform tells, by its own names. */
  readonly attributes: Readonly<Record<string, AttributeValue>>;
  /** How many children it has, if not all of them were read. */
  readonly childCount?: number | undefined;
  readonly children: readonly DesktopNode[];
}
