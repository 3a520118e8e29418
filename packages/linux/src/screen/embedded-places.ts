import { moved } from '@handeye/screen/bounds';
import type { Point } from '@handeye/core/device/port';
import type { Bounds } from '@handeye/screen/node';
import type { Accessible } from '../atspi/accessible.ts';
import { toolkits } from '../atspi/accessible.ts';

/**
 * LibreOffice 7.4 draws its documents and tool bars itself (VCL), inside a GTK 3 widget below the menu bar, and gives their
 * extents as if that widget began where the window does: 25 pixels too high under a menu bar. VCL's root pane fills its GTK
 * parent, so the difference of their origins is the error. GTK widgets inside VCL (side bar, combo boxes) are right again; only
 * they have the attribute `toolkit`.
 */
export function withTruePlaces(root: Accessible, toolkit: string): Accessible {
  if (toolkit !== toolkits.gtk3) return root;
  const frames = root.children.map((frame) => placedGtk(frame));
  return frames.every((frame, index) => frame === root.children[index])
    ? root
    : { ...root, children: frames };
}

function placedGtk(parent: Accessible): Accessible {
  const children = parent.children.map((child) => {
    const shift = embeddedShift(parent, child);
    return shift ? placedEmbedded(child, shift) : placedGtk(child);
  });
  const isUnchanged = children.every((child, index) => child === parent.children[index]);
  return isUnchanged ? parent : { ...parent, children };
}

function placedEmbedded(accessible: Accessible, shift: Point): Accessible {
  if (isGtkWidget(accessible)) return placedGtk(accessible);
  return {
    ...accessible,
    bounds: accessible.bounds && moved(accessible.bounds, shift.x, shift.y),
    children: accessible.children.map((child) => placedEmbedded(child, shift)),
  };
}

/** How far the content that begins here must be moved; undefined if nothing begins here or it is in its place. */
function embeddedShift(parent: Accessible, { role, bounds, attributes }: Accessible): Point | undefined {
  if (role !== 'root pane' || attributes.toolkit !== undefined || !isGtkWidget(parent)) return undefined;
  if (!bounds || !parent.bounds || !isSameSize(bounds, parent.bounds)) return undefined;
  const shift = { x: parent.bounds.left - bounds.left, y: parent.bounds.top - bounds.top };
  return shift.x === 0 && shift.y === 0 ? undefined : shift;
}

function isGtkWidget({ attributes }: Accessible): boolean {
  return attributes.toolkit === toolkits.gtk3;
}

function isSameSize(one: Bounds, other: Bounds): boolean {
  return (
    one.right - one.left === other.right - other.left && one.bottom - one.top === other.bottom - other.top
  );
}
