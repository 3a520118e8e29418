import type { Reference } from '../accessible.ts';
import { toolkits } from '../accessible.ts';
import type { AppReader } from '../app-reader.ts';
import { askExtents } from '../details.ts';

const INTERVAL_MS = 100;
/** Far longer than it takes; a page that never gets a place costs no more than this. */
const MAX_WAIT_MS = 3000;
/** Share of the call's time for waiting; the rest is for reading again. */
const WAITING_SHARE = 1 / 3;

/**
 * Waits until these documents of Firefox have a place. Firefox 153 fetches places, and some other facts, from its page
 * processes only on the first request, and answers -1 until they come. Everything read before that must be read again.
 */
export async function arePlaced(reader: AppReader, documents: readonly Reference[]): Promise<boolean> {
  const { caller, toolkit } = reader;
  const [document] = documents;
  if (toolkit !== toolkits.gecko || !document) return false;
  const end = caller.remaining - Math.min(MAX_WAIT_MS, caller.remaining * WAITING_SHARE);
  while (caller.remaining > end) {
    if (await askExtents(reader.caller, document)) return true;
    await caller.pause(INTERVAL_MS);
  }
  return false;
}
