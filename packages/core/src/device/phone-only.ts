import type { Capabilities, Capability } from './port.ts';

export const PHONE_ONLY = 'A desktop has no such button; it belongs to phones.';

/** Capabilities that no desktop has. */
export const phoneOnlyCapabilities = {
  multitouch: 'A desktop has one pointer: gestures with two fingers cannot be made.',
  back: PHONE_ONLY,
  home: PHONE_ONLY,
  recents: PHONE_ONLY,
  notifications: PHONE_ONLY,
  quickSettings: PHONE_ONLY,
  intents: 'Intents belong to Android.',
  recording: 'Recording the screen works on phones only.',
  crashes: "Reading a desktop's crashes is not supported; its own tools show them (coredumpctl, Console).",
} as const satisfies Partial<Record<Capability, Capabilities[Capability]>>;
