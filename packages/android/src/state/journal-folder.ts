import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** The folder of the journals, in that of the settings. */
export const JOURNALS = 'device-state';

/** The journals in their folder; none if there is no folder. */
export function journalNames(place: string): string[] {
  try {
    return readdirSync(place).filter((name) => name.endsWith('.json'));
  } catch {
    return [];
  }
}

/** Whether any run has left one. */
export function hasJournals(folder: string): boolean {
  return journalNames(join(folder, JOURNALS)).length > 0;
}
