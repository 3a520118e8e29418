import type { Capabilities, Capability } from './port.ts';

export const phoneOnly = 'A desktop has no such button; it belongs to phones.';

/** What no desktop can do. */
export const phoneOnlyCapabilities = {
  multitouch: 'A desktop has one pointer: gestures with two fingers cannot be made.',
  back: phoneOnly,
  home: phoneOnly,
  recents: phoneOnly,
  notifications: phoneOnly,
  quickSettings: phoneOnly,
} as const satisfies Partial<Record<Capability, Capabilities[Capability]>>;
