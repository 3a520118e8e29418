import type { AtspiMethod } from './caller.ts';
import { interfaces, LIBRE_OFFICE, toolkits } from './accessible.ts';

/** The toolkit that an application reports; `usesAtkBridge` if it uses at-spi2-atk, with any toolkit. */
export interface Toolkit {
  /** The application's name: some programs differ from their toolkit. */
  readonly app: string;
  /** One of `toolkits`, or another name. */
  readonly toolkit: string;
  readonly usesAtkBridge: boolean;
}

/** Questions that would harm some application, or that some answer wrongly. */
export type Question =
  | 'GetAll'
  | 'GetActions'
  | 'GetItems'
  | 'GetMatches'
  | 'GetSelectedChild'
  | 'cells anew'
  | 'name of embedded'
  | 'text of containers';

interface Refusal {
  readonly question: Question;
  readonly isOf: (of: Toolkit) => boolean;
  /** Toolkit and version where it was seen. Other versions are not asked either: a lost application costs more. */
  readonly seenIn: string;
  readonly reason: string;
  readonly instead: string;
}

/**
 * The questions that are not asked, by application. No question may end an application or make it grow without end. Two rules
 * hold for every toolkit: of a container with thousands of children only a part is asked (see large-containers.ts), and an
 * application that grows while it is read is asked nothing more (see memory-watch.ts).
 */
export const refusals: readonly Refusal[] = [
  {
    question: 'GetAll',
    isOf: ({ usesAtkBridge }) => !usesAtkBridge,
    seenIn: 'Qt 5.15.8',
    reason: 'Properties.GetAll on an accessible ends the application (segmentation fault)',
    instead: 'Get for each property',
  },
  {
    question: 'GetMatches',
    isOf: ({ usesAtkBridge }) => !usesAtkBridge,
    seenIn: 'GTK 4.8, Qt 5.15.8, Qt 6.4',
    reason: 'they offer no Collection',
    instead: 'reading the whole window',
  },
  {
    question: 'name of embedded',
    isOf: ({ app }) => app === LIBRE_OFFICE,
    seenIn: 'LibreOffice 7.4',
    reason:
      'a sheet still lists the chart that Cancel in the chart wizard has deleted, and its name or description ends it ' +
      '(AccessibleShape::getAccessibleName uses the freed object)',
    instead: 'role, states and place; the name is the same for all (OLEShape)',
  },
  {
    question: 'GetItems',
    isOf: ({ app }) => app === LIBRE_OFFICE,
    seenIn: 'LibreOffice 7.4',
    reason: 'Cache.GetItems asks everything for its name, also the deleted chart',
    instead: 'asking each accessible that its parent lists',
  },
  {
    question: 'cells anew',
    isOf: ({ app }) => app === LIBRE_OFFICE,
    seenIn: 'LibreOffice 7.4',
    reason: 'Table.GetAccessibleAt and Component.GetAccessibleAtPoint make an object that is never freed',
    instead: 'the object that was made before (libreoffice-cells.ts)',
  },
  {
    question: 'GetActions',
    isOf: ({ toolkit }) => toolkit === toolkits.gecko,
    seenIn: 'Firefox 153',
    reason:
      'Action.GetActions ends it on about:preferences: libdbus aborts on what it answers, keyboard shortcuts included',
    instead: 'NActions, then GetName for each',
  },
  {
    question: 'GetActions',
    isOf: ({ toolkit }) => toolkit === toolkits.chromium,
    seenIn: 'Chromium 150',
    reason: 'the names in the answer are empty',
    instead: 'NActions, then GetName for each',
  },
  {
    question: 'GetSelectedChild',
    isOf: ({ toolkit }) => toolkit === toolkits.gecko,
    seenIn: 'Firefox 153',
    reason:
      'Selection.GetSelectedChild of a list in which nothing is selected any more ends it (segmentation fault)',
    instead: 'the states of the items',
  },
  {
    question: 'text of containers',
    isOf: ({ toolkit }) => toolkit === toolkits.chromium,
    seenIn: 'Chromium 150',
    reason: 'every run of text is a node of its own, so the text of what is around it would repeat it',
    instead: 'the names of the text runs',
  },
];

export function mayAsk(question: Question, of: Toolkit): boolean {
  return !refusals.some((refusal) => refusal.question === question && refusal.isOf(of));
}

/**
 * Gets the whole text. The end is -1, but with that GTK 4.8 returns no text for entries; any other end past the text
 * ends Chromium 150 if the text contains an emoji.
 */
export function getWholeText(toolkit: string): AtspiMethod {
  const end = toolkit === toolkits.gtk4 ? 0x7fffffff : -1;
  return { interface: interfaces.text, member: 'GetText', signature: 'ii', args: [0, end] };
}
