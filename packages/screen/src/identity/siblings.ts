import { moved, sameBounds } from '../bounds.ts';
import { isSlider } from '../format/lean/kinds.ts';
import { align, type Match, sameSequence } from './align.ts';
import { matchInPlace } from './in-place.ts';
import { matchPlatformKeys } from './platform-keys.ts';
import { type TrackedElement, type TrackNew, hasResourceId, type GiveNewId } from './tracked-element.ts';
import type { Signature } from './signature.ts';
import { adopt, type UniqueIds } from './unique-ids.ts';

export interface MatchOptions {
  readonly trackNew: TrackNew;
  readonly giveNewId: GiveNewId;
  readonly uniqueIds: UniqueIds;
  /** Most of the window's labels are gone: it may show something else in the same shape. */
  readonly otherScreen: boolean;
}

/**
 * Matches children that do not scroll. An only child of its kind needs no label. Siblings of one kind are told apart by their
 * labels; those without distinct labels keep their ids while the whole group is unchanged, or if they certainly stayed in
 * place.
 */
export function matchSiblings(
  parent: TrackedElement,
  signatures: readonly Signature[],
  options: MatchOptions,
): TrackedElement[] {
  const before = byKind(parent.children);
  const found: (TrackedElement | undefined)[] = [];
  for (const [kind, group] of placesByKind(signatures)) {
    const members = before.get(kind) ?? [];
    before.delete(kind);
    const [first] = group;
    if (first?.signature.hasUniqueId === true) {
      found[first.place] = matchUniqueId(parent, first.signature, options);
      continue;
    }
    const matched =
      group.length === 1 && !parent.repeatedKinds.has(kind)
        ? [matchOnlyChild(members[0] ?? parent.absentChildren.get(kind), first?.signature, options)]
        : matchLikeSiblings(
            parent,
            members,
            group.map(({ signature }) => signature),
          );
    group.forEach(({ place }, at) => (found[place] = matched[at]));
  }
  for (const [kind, members] of before) rememberAbsent(parent, kind, members[0]);
  const isComplete =
    parent.children.length === 0 || signatures.every((_, place) => found[place] !== undefined);
  if (!isComplete && !options.otherScreen) matchInPlace({ before: parent.children, now: signatures, found });
  return signatures.map((signature, place) => found[place] ?? options.trackNew(signature, parent));
}

/**
 * Matches the only one of its kind in its place. With a resource id it stays the same whatever its text. Without one it is only
 * "the button there": if the screen around it changed, its id must not pass to another button in the same place (Compose and
 * web content have no resource ids).
 */
export function matchOnlyChild(
  known: TrackedElement | undefined,
  signature: Signature | undefined,
  { otherScreen, giveNewId }: MatchOptions,
): TrackedElement | undefined {
  if (known === undefined || signature === undefined || !otherScreen || hasResourceId(signature.node))
    return known;
  const { clickable, longClickable, checkable, editable } = signature.node;
  const acts = clickable || longClickable || checkable || editable;
  if (known.ownLabel !== signature.ownLabel || (acts && known.label !== signature.label)) giveNewId(known);
  return known;
}

function matchUniqueId(
  parent: TrackedElement,
  signature: Signature,
  { uniqueIds }: MatchOptions,
): TrackedElement | undefined {
  const known = uniqueIds.find(signature);
  if (known !== undefined) adopt(known, parent);
  return known;
}

function matchLikeSiblings(
  parent: TrackedElement,
  members: readonly TrackedElement[],
  group: readonly Signature[],
): (TrackedElement | undefined)[] {
  const kind = group[0]?.kind;
  if (kind !== undefined) {
    parent.repeatedKinds.add(kind);
    parent.absentChildren.delete(kind);
  }
  const before = members.map(({ label }) => label);
  const after = group.map(({ label }) => label);
  if (sameSequence(before, after) && sameArrangement(members, group)) return [...members];
  const result = matchPlatformKeys(members, group);
  const taken = new Set(result);
  // Without a similar neighbour on either side, the position must match, counted from one end or the other.
  const standAlone = (matches: readonly Match[]): Match[] => {
    const longer = after.length - before.length;
    return matches.filter((match) => [0, longer].includes(match.after - match.before));
  };
  for (const match of align(before, after, {
    standAlone,
    confirmsNeighbour: () => true,
    isOtherPage: () => false,
  })) {
    const member = members[match.before];
    if (match.before !== match.after && isShownNumber(group[match.after])) continue;
    if (result[match.after] === undefined && !taken.has(member)) result[match.after] = member;
  }
  return result;
}

/**
 * Counters and pickers show equal numbers by chance, so a number there is no sign of movement. On a pressable element it is a
 * name (a day, a page).
 */
function isShownNumber(signature: Signature | undefined): boolean {
  return signature?.words === 0 && (!signature.acts || isSlider(signature.node));
}

/** A child that left while its parent stayed: only one with its own resource id can be recognised when it returns. */
function rememberAbsent(parent: TrackedElement, kind: number, member: TrackedElement | undefined): void {
  if (member === undefined || member.hasUniqueId) return;
  if (hasResourceId(member.node) && !parent.repeatedKinds.has(kind)) parent.absentChildren.set(kind, member);
}

function sameArrangement(members: readonly TrackedElement[], group: readonly Signature[]): boolean {
  const origin = members[0]?.node.bounds;
  const newOrigin = group[0]?.node.bounds;
  if (origin === undefined || newOrigin === undefined) return false;
  const right = newOrigin.left - origin.left;
  const down = newOrigin.top - origin.top;
  return members.every((member, at) => {
    const now = group[at]?.node.bounds;
    return now !== undefined && sameBounds(moved(member.node.bounds, right, down), now);
  });
}

function byKind(children: readonly TrackedElement[]): Map<number, TrackedElement[]> {
  const groups = new Map<number, TrackedElement[]>();
  for (const child of children) {
    const group = groups.get(child.kind);
    if (group === undefined) groups.set(child.kind, [child]);
    else group.push(child);
  }
  return groups;
}

interface Place {
  readonly place: number;
  readonly signature: Signature;
}

function placesByKind(signatures: readonly Signature[]): Map<number, Place[]> {
  const groups = new Map<number, Place[]>();
  signatures.forEach((signature, place) => {
    const group = groups.get(signature.kind);
    if (group === undefined) groups.set(signature.kind, [{ place, signature }]);
    else group.push({ place, signature });
  });
  return groups;
}
