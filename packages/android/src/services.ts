import type { Services } from '@handeye/core/device/services/services';
import { AndroidAppManager } from './apps/app-manager.ts';
import { AndroidCrashes } from './crashes/crashes.ts';
import { PhoneFiles } from './files/phone-files.ts';
import { AndroidLinks } from './links/links.ts';
import { AndroidNotifications } from './notifications/notifications.ts';
import type { Phone } from './phone.ts';
import { AndroidRecorder } from './record/recorder.ts';
import { AndroidState, type StateOptions } from './state/state.ts';
import type { Traits } from './traits.ts';

/** The options of a phone's services. */
export interface ServiceOptions {
  readonly state: StateOptions;
}

/** The services of a phone, with the state that has to be put back at the end. */
export interface AndroidServices extends Services {
  readonly state: AndroidState;
}

/** The services of the opt-in toolsets, by the phone's shell; both tiers have these. */
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
