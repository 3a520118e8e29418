import type { Bounds } from '../../ui/node.ts';
import type { NativeRole } from './roles.ts';
import type { States } from './states.ts';

/** Where an accessible lives: its program's name on the bus, and its own path there. */
export interface Reference {
  readonly bus: string;
  readonly path: string;
}

/** One element of an application as AT-SPI tells it, before anybody's vocabulary. */
export interface Accessible {
  readonly reference: Reference;
  readonly role: NativeRole;
  readonly name: string;
  readonly description: string;
  readonly states: States;
  readonly interfaces: ReadonlySet<string>;
  /** On the screen; undefined for what has no place there now. */
  readonly bounds: Bounds | undefined;
  readonly actions: readonly string[];
  /** The content of something that holds text. */
  readonly text: string | undefined;
  /** What a slider or a progress bar stands at. */
  readonly value: number | undefined;
  readonly attributes: Readonly<Record<string, string>>;
  readonly identifier: string | undefined;
  readonly children: readonly Accessible[];
}

const prefix = 'org.a11y.atspi.';

/** The interfaces of AT-SPI that we use, by their full names. */
export const interfaces = {
  accessible: `${prefix}Accessible`,
  action: `${prefix}Action`,
  application: `${prefix}Application`,
  cache: `${prefix}Cache`,
  collection: `${prefix}Collection`,
  component: `${prefix}Component`,
  editableText: `${prefix}EditableText`,
  registry: `${prefix}Registry`,
  text: `${prefix}Text`,
  value: `${prefix}Value`,
} as const;

/** The path of an application's own accessible. */
export const rootPath = '/org/a11y/atspi/accessible/root';
