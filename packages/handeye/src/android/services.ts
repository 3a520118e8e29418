import type { Services } from '../device/services.ts';
import { AndroidAppManager } from './apps/app-manager.ts';
import { AndroidLinks } from './links/links.ts';
import { AndroidNotifications } from './notifications/notifications.ts';
import { PhoneFiles } from './files/phone-files.ts';
import type { Phone } from './phone.ts';
import type { Traits } from './traits.ts';

/** What the opt-in toolsets use on a phone, by its shell; every tier has these. */
export function androidServices(phone: Phone, traits: Traits): Services {
  return {
    appManager: new AndroidAppManager(phone, traits),
    links: new AndroidLinks(phone, traits),
    notifications: new AndroidNotifications(phone, traits),
    files: new PhoneFiles(phone),
  };
}
