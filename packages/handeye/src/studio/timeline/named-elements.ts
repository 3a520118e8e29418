import type { Session } from '../../device/session.ts';
import { simpleClass } from '../../ui/format/compact.ts';
import { type LastSeen } from '../../ui/identity/identity.ts';
import { nameOf } from '../../ui/identity/signature.ts';
import { fullId, isIdLike } from '../../ui/ids.ts';
import { flat } from '../../ui/sanitize.ts';
import type { Snapshot } from '../../ui/snapshot.ts';
import { whereabouts } from '../live/whereabouts.ts';
import type { IdEvent } from '../wire/screen.ts';
import type { NamedElement } from '../wire/timeline.ts';
import { shortened } from './call-texts.ts';

/** Elements that are told of one call, and how deep its arguments are searched: steps have arguments of their own. */
const MOST_ELEMENTS = 20;
const DEEPEST = 5;

const LONGEST_LABEL = 80;

/** Parameters that hold element ids. */
const naming: ReadonlySet<string> = new Set(['element_id', 'ids']);

export interface NamedElementsOptions {
  readonly session: Pick<Session, 'identity'>;
  /** The screen that the call was made on, and the one that was seen last. */
  readonly madeOn: Snapshot | undefined;
  readonly latest: Snapshot;
  readonly historyOf: (id: string) => readonly IdEvent[];
}

/** What the elements are, or once were, that a call names by their ids. */
export function namedElements(args: unknown, options: NamedElementsOptions): NamedElement[] {
  const ids = new Set(idsIn(args).map(fullId));
  return [...ids].slice(0, MOST_ELEMENTS).map((id) => ({
    id,
    what: whatIs(id, options),
    history: options.historyOf(id),
  }));
}

function idsIn(value: unknown, isNamed = false, depth = 0): string[] {
  if (typeof value === 'string') return isNamed && isIdLike(value) ? [value] : [];
  if (typeof value !== 'object' || value === null || depth > DEEPEST) return [];
  if (Array.isArray(value)) return value.flatMap((item) => idsIn(item, isNamed, depth + 1));
  return Object.entries(value).flatMap(([name, inner]) => idsIn(inner, naming.has(name), depth + 1));
}

function whatIs(id: string, { session, madeOn, latest }: NamedElementsOptions): string {
  const here = madeOn?.element(id) ?? latest.element(id);
  if (here) return named({ label: nameOf(here.node), className: here.node.className });
  const was = session.identity.lastSeenAs(id);
  if (!was) return 'unknown: no screen that is remembered had it since the server started';
  return `was ${named(was)}; ${whereabouts(session, latest, id)}`;
}

function named({ label, className }: LastSeen): string {
  const said = label === '' ? 'nameless' : `“${shortened(flat(label), LONGEST_LABEL)}”`;
  return `${said} (${simpleClass(className)})`;
}
