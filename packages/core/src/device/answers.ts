import type { Bounds } from '@handeye/screen/node';
import { codePoints, cut, shown } from '@handeye/screen/sanitize';

/** A picture as the platform has it: PNG, JPEG, or raw pixels with their size. */
export interface Picture {
  readonly bytes: Uint8Array;
  /** A JPEG that the device made as small as the look allowed, of this size: it can be sent as it is. */
  readonly small?: { readonly width: number; readonly height: number };
  readonly raw?: { readonly width: number; readonly height: number; readonly channels: 3 | 4 };
  /**
   * Parts of the screen that must not be seen, and the part that the picture shows: the code that opens the picture paints over
   * them.
   */
  readonly covered?: { readonly areas: readonly Bounds[]; readonly shows: Bounds };
}

/** Something the model should know although the action succeeded ("Tab moved the focus"). */
export type Remark = string | undefined;

/** The remark on a field that holds another text than was entered. */
export function otherContent(content: string): string {
  const text = cut(shown(content) ?? '', 100);
  return `But the field now holds ${codePoints(content)} characters: "${text}". It may format or limit what is entered`;
}
