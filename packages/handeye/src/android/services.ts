import type { Services } from '../device/services.ts';
import { PhoneFiles } from './files/phone-files.ts';
import type { Phone } from './phone.ts';
import type { Traits } from './traits.ts';

/** What the opt-in toolsets use on a phone, by its shell; every tier has these. */
export function androidServices(phone: Phone, _traits: Traits): Services {
  return { files: new PhoneFiles(phone) };
}
