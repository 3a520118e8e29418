import { near } from '@handeye/core/text/did-you-mean';
import { isUsable, saysSomething } from '@handeye/screen/format/lean/kinds';
import { flat } from '@handeye/screen/sanitize';
import type { Element, Snapshot } from '@handeye/screen/snapshot';
import type { Selector } from '../file/flow.ts';
import { seenElements } from './elements.ts';
import { type FindOptions, identitiesOf, type Identity, labelsOf, takerOf } from './strict.ts';

/** An element that may be meant, and how much of what was recorded holds for it. */
export interface Likely {
  readonly element: Element;
  readonly holding: readonly Identity[];
  readonly reasons: readonly string[];
}

const MOST = 5;

/** What the framework calls the parts of every row and dialog. */
const COMMON_RESOURCE = /^android:id\//;

/** The elements that are most like what a selector says, the best first. */
export function candidatesFor(
  snapshot: Snapshot,
  selector: Selector,
  options: FindOptions = {},
): readonly Likely[] {
  const identities = identitiesOf(snapshot, selector, options);
  const takers = new Map<Element, { likely: Likely; score: number }>();
  for (const element of seenElements(snapshot)) {
    if (!isUsable(element.node) && !saysSomething(element.node)) continue;
    const holding = identities.filter(({ holds }) => holds(element));
    const isLike = resembles(element, selector);
    const score = holding.reduce((sum, one) => sum + weightOf(one, element), isLike ? 1.5 : 0);
    if (score < 1.5) continue;
    const taker = takerOf(element);
    const known = takers.get(taker);
    if (known && known.score >= score) continue;
    takers.set(taker, {
      likely: { element, holding, reasons: reasonsFor(identities, holding, isLike) },
      score,
    });
  }
  return [...takers.values()]
    .toSorted((one, other) => other.score - one.score)
    .slice(0, MOST)
    .map(({ likely }) => likely);
}

/** Whether an identity may tell an element from others by itself. */
export function isStrong({ key, name }: Identity, { node }: Element): boolean {
  if (name === 'childOf') return true;
  if (key === 'id') return !COMMON_RESOURCE.test(node.resourceId ?? '');
  return key === 'text' || key === 'desc';
}

function weightOf(identity: Identity, element: Element): number {
  if (isStrong(identity, element)) return 2;
  return identity.key === 'id' || identity.key === 'in' ? 1 : 0.5;
}

/** A label of which a word is the recorded one, or that is a mistyping away from it. */
function resembles({ node }: Element, { text, desc }: Selector): boolean {
  const wanted = flat((text ?? desc ?? '').replaceAll('\\', '')).toLowerCase();
  if (wanted === '') return false;
  const said = labelsOf(node).map((one) => flat(one).toLowerCase());
  return near(wanted, said).length > 0 || said.some((one) => one.includes(wanted) || wanted.includes(one));
}

function reasonsFor(
  identities: readonly Identity[],
  holding: readonly Identity[],
  isLike: boolean,
): readonly string[] {
  return identities.map((one) => {
    if (holding.includes(one)) return `${one.name} equal`;
    return one.name === 'label' && isLike ? 'label similar' : `${one.name} other`;
  });
}
