import type { Bounds } from '../node.ts';

/** The values of an attribute of a desktop element. */
export type AttributeValue = string | number | boolean | null;

/** One element of a desktop application's tree. Texts are already safe to show. */
export interface DesktopNode {
  /** From the vocabulary that all desktops share: button, textfield, window, … */
  readonly role: string;
  /** The platform's own role: `push button`, `AXButton`. */
  readonly nativeRole: string;
  readonly title: string | undefined;
  readonly value: string | undefined;
  readonly identifier: string | undefined;
  readonly enabled: boolean;
  readonly focused: boolean;
  readonly bounds: Bounds | undefined;
  /** Names of its accessibility actions. */
  readonly actions: readonly string[];
  /** All other attributes that the platform reports, by its own names. */
  readonly attributes: Readonly<Record<string, AttributeValue>>;
  /** The number of its children, if not all of them were read. */
  readonly childCount?: number | undefined;
  readonly children: readonly DesktopNode[];
}
