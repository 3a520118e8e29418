import { appAlertIn } from '@handeye/screen/alerts';
import type { Element, Snapshot } from '@handeye/screen/snapshot';
import type { Selector } from '../file/flow.ts';
import { maestroMatches } from '../find/maestro.ts';
import { type FindOptions, strictMatches, takerOf } from '../find/strict.ts';

/** The element that a selector means, or why none is certain. */
export type Finding =
  { readonly element: Element } | { readonly why: 'not there' | 'several' | 'not so'; readonly text: string };

export interface FinderOptions extends FindOptions {
  /** Exactly one element, for which all of the selector holds; otherwise the first that fits, as in Maestro. */
  readonly strict: boolean;
  /** The app that the flow is in: the same words in another one mean something else. */
  readonly app: string | undefined;
}

/** Finds what a selector means on a screen. */
export function find(snapshot: Snapshot, selector: Selector, options: FinderOptions): Finding {
  const found = matches(snapshot, selector, options);
  const [element, another] = found;
  if (!element) return { why: 'not there', text: notThere(snapshot, options) };
  if (!options.strict) return { element };
  if (another) return { why: 'several', text: `${found.length} elements fit` };
  const { app } = element.window;
  if (options.app !== undefined && app !== undefined && app !== options.app && selector.window === undefined)
    return { why: 'not so', text: `it is in ${app}, and the flow is in ${options.app}` };
  if (selector.enabled === undefined && !takerOf(element).node.enabled)
    return { why: 'not so', text: 'it is disabled' };
  return { element };
}

export function matches(snapshot: Snapshot, selector: Selector, options: FinderOptions): readonly Element[] {
  return options.strict ? strictMatches(snapshot, selector, options) : maestroMatches(snapshot, selector);
}

function notThere(snapshot: Snapshot, { app }: FinderOptions): string {
  const over = coveringOf(snapshot, app);
  return over === undefined ? 'nothing like it is there' : `it is not there; ${over} is in front`;
}

/** The system's own applications that ask and report over others. */
const SYSTEM =
  /^(android|com\.android\.(systemui|permissioncontroller|packageinstaller|vending)|com\.google\.android\.(permissioncontroller|packageinstaller|gms))$/;

/** What lies over the app that a flow is in: a dialog of the system, or another app; by name. */
export function coveringOf(snapshot: Snapshot, app: string | undefined): string | undefined {
  const alert = appAlertIn(snapshot);
  if (alert) return `the system's dialog "${alert.text}"`;
  const front = snapshot.windows.find(({ active }) => active);
  if (!front) return undefined;
  const owner = front.app ?? '';
  if (SYSTEM.test(owner) && front.type !== 'keyboard')
    return `a dialog of the system (${owner}${front.title === undefined ? '' : `, "${front.title}"`})`;
  if (app === undefined || front.app === undefined || owner === app) return undefined;
  return `another app (${owner})`;
}
