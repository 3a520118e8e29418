import { type DeviceError, elementNotFound } from '../../../device/errors.ts';
import { foundText } from '../../../ui/format/lean/found.ts';
import { resembling, type Target, type TargetOptions, targetsIn } from '../../../ui/format/lean/targets.ts';
import type { Snapshot } from '../../../ui/snapshot.ts';

/** How many candidates an error names, and in how many tokens. */
const CANDIDATES = { most: 8, maxTokens: 300 };

/** A target that means nothing on a screen, or more than one thing: the error names what it could mean. */
export function unclearTarget(
  id: string,
  target: Target,
  { snapshot, ...options }: TargetOptions & { readonly snapshot: Snapshot },
): DeviceError {
  const matches = targetsIn(snapshot, target, options);
  if (matches.length > 1) {
    const lines = foundText(snapshot, matches, CANDIDATES);
    return elementNotFound(
      `${matches.length} elements match '${id}'. Use the id of the one you mean:\n${lines}`,
    );
  }
  const { textless } = snapshot;
  const unread = textless === undefined ? '' : ` But no texts of this screen could be read: ${textless}`;
  const similar = resembling(snapshot, target);
  const near = similar.length > 0 ? ` Similar:\n${foundText(snapshot, similar, CANDIDATES)}` : '';
  return elementNotFound(
    `Nothing on the screen matches '${id}'.${unread}${near || ' Call get_screen_state to see what is there.'}`,
  );
}
