import { readFileSync } from 'node:fs';

/** The bytes that are pushed to a phone: a jar with classes.dex. */
export function companionDex() {
  return readFileSync(new URL('./handeye-companion.jar', import.meta.url));
}
