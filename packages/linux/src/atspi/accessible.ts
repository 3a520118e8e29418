import type { Bounds, TextRange } from '@handeye/screen/node';
import type { NativeRole } from './roles.ts';
import type { States } from './states.ts';

/** How to address an accessible: the bus name of its application and its object path. */
export interface Reference {
  readonly bus: string;
  readonly path: string;
}

/** One element of an application in AT-SPI's terms. */
export interface Accessible {
  readonly reference: Reference;
  readonly role: NativeRole;
  readonly name: string;
  readonly description: string;
  readonly states: States;
  readonly interfaces: ReadonlySet<string>;
  /** Extents on the screen; undefined if it has none now. */
  readonly bounds: Bounds | undefined;
  readonly actions: readonly string[];
  /** Content of the Text interface. */
  readonly text: string | undefined;
  /** The selected part of a focused field's content, in the toolkit's own positions. */
  readonly selection?: TextRange | undefined;
  /** Current value of a slider, progress bar, … */
  readonly value: number | undefined;
  readonly attributes: Readonly<Record<string, string>>;
  readonly identifier: string | undefined;
  readonly children: readonly Accessible[];
  /** The total size of a container of which only a part was read. */
  readonly whole?: WholeContainer | undefined;
  /** Its place in such a container. */
  readonly cell?: Cell | undefined;
}

/** A container with so many children that only some were read, the visible ones first. */
export interface WholeContainer {
  readonly childCount: number;
  /** True if the children that were read are the visible ones; else they are the first ones. */
  readonly inSight: boolean;
  /** Undefined if it is not a table. */
  readonly size: { readonly rows: number; readonly columns: number } | undefined;
}

/** The place of a cell. Calc makes a new object for a cell each time it is asked for one, so its place names it. */
export interface Cell {
  readonly table: Reference;
  readonly row: number;
  readonly column: number;
}

const PREFIX = 'org.a11y.atspi.';

/** Full names of the AT-SPI interfaces that we use. */
export const interfaces = {
  accessible: `${PREFIX}Accessible`,
  action: `${PREFIX}Action`,
  application: `${PREFIX}Application`,
  cache: `${PREFIX}Cache`,
  collection: `${PREFIX}Collection`,
  component: `${PREFIX}Component`,
  editableText: `${PREFIX}EditableText`,
  registry: `${PREFIX}Registry`,
  selection: `${PREFIX}Selection`,
  table: `${PREFIX}Table`,
  text: `${PREFIX}Text`,
  value: `${PREFIX}Value`,
} as const;

/** Object path of an application's root accessible. */
export const ROOT_PATH = '/org/a11y/atspi/accessible/root';

/** Toolkit names as applications report them (ToolkitName). */
export const toolkits = {
  gtk3: 'gtk',
  gtk4: 'GTK',
  qt: 'Qt',
  chromium: 'Chromium',
  gecko: 'Gecko',
  java: 'J2SE-access-bridge',
} as const;

/** LibreOffice reports GTK as its toolkit, but draws its documents itself: the application's name tells it apart. */
export const LIBRE_OFFICE = 'soffice';

/** The accessibles from one down to another below it. */
export function pathTo(from: Accessible, to: Accessible): readonly Accessible[] | undefined {
  if (from === to) return [from];
  for (const child of from.children) {
    const path = pathTo(child, to);
    if (path) return [from, ...path];
  }
  return undefined;
}
