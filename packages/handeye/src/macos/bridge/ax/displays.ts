import type { OutParam } from '../native/c-types.ts';
import type { Mac } from '../mac.ts';
import type { Own } from '../native/ownership.ts';
import type { Display } from '../protocol.ts';

/** The active displays, the main one first. */
export function listDisplays({ native }: Mac, own: Own): Display[] {
  const ids = new Uint32Array(16);
  const count: OutParam<number> = [0];
  native.CGGetActiveDisplayList(ids.length, ids, count);
  return [...ids.subarray(0, count[0])].map((id) => {
    const { origin, size } = native.CGDisplayBounds(id);
    const mode = own(native.CGDisplayCopyDisplayMode(id));
    const scale =
      mode === null ? 1 : native.CGDisplayModeGetPixelWidth(mode) / native.CGDisplayModeGetWidth(mode);
    return { id, bounds: { ...origin, ...size }, scale: Number.isFinite(scale) ? scale : 1 };
  });
}
