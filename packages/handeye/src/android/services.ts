import type { Services } from '../device/services.ts';
import { AndroidCrashes } from './crashes/crashes.ts';
import { AndroidRecorder } from './record/recorder.ts';
import type { Phone } from './phone.ts';
import type { Traits } from './traits.ts';

/** What the opt-in toolsets use on a phone, by its shell; every tier has these. */
export function androidServices(phone: Phone, traits: Traits): Services {
  return {
    crashes: new AndroidCrashes(phone, traits),
    recorder: new AndroidRecorder(phone),
  };
}
