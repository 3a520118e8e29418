import type { Services } from '../device/services/services.ts';
import { AndroidAppManager } from './apps/app-manager.ts';
import { AndroidCrashes } from './crashes/crashes.ts';
import { PhoneFiles } from './files/phone-files.ts';
import { AndroidLinks } from './links/links.ts';
import { AndroidNotifications } from './notifications/notifications.ts';
import type { Phone } from './phone.ts';
import { AndroidRecorder } from './record/recorder.ts';
import { AndroidState, type StateOptions } from './state/state.ts';
import type { Traits } from './traits.ts';

/** What the services of a phone need to know beside the phone. */
export interface ServiceOptions {
  readonly state: StateOptions;
}

/** The services of a phone, and what is to be done when it is not used any more. */
export interface AndroidServices extends Services {
  readonly state: AndroidState;
}

/** What the opt-in toolsets use on a phone, by its shell; every tier has these. */
export function androidServices(phone: Phone, traits: Traits, { state }: ServiceOptions): AndroidServices {
  return {
    appManager: new AndroidAppManager(phone, traits),
    links: new AndroidLinks(phone, traits),
    notifications: new AndroidNotifications(phone, traits),
    files: new PhoneFiles(phone),
    state: new AndroidState(phone, traits, state),
    recorder: new AndroidRecorder(phone),
    crashes: new AndroidCrashes(phone, traits),
  };
}
