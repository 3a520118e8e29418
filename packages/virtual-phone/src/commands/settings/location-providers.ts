import type { Settings } from '../../framework/system/settings.ts';

/** Up to Android 11 this setting lists what may tell where the phone is; since 12 it is nothing. */
const NAME = 'location_providers_allowed';
const LISTED_UNTIL = 9;

/**
 * `settings put secure location_providers_allowed +gps`: a sign adds a provider to the list or takes it away, which is
 * the only change the provider of settings makes to it. Returns whether this was about that list.
 */
export function putLocationProviders(
  settings: Settings,
  release: number,
  { table, key, value }: { table: string; key: string; value: string },
): boolean {
  if (table !== 'secure' || key !== NAME || release > LISTED_UNTIL) return false;
  const [sign, name] = [value.slice(0, 1), value.slice(1)];
  if (sign !== '+' && sign !== '-') return true;
  const others = allowed(settings).filter((one) => one !== name);
  settings.put('secure', NAME, [...others, ...(sign === '+' ? [name] : [])].join(','));
  return true;
}

function allowed(settings: Settings): readonly string[] {
  const listed = settings.get('secure', NAME) ?? 'gps,network';
  return listed.split(',').filter((one) => one !== '');
}
