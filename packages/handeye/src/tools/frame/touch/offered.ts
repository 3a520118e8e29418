import { NotOffered } from '../../../device/errors.ts';
import type { Remark } from '../../../device/port.ts';

/** Does it; false if the element does not offer it, after all, and nothing was done. */
export async function offered(act: () => Promise<Remark>): Promise<boolean> {
  try {
    await act();
    return true;
  } catch (error) {
    if (error instanceof NotOffered) return false;
    throw error;
  }
}
