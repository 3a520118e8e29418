/** What a person is told when plain ADB cannot do something that the helper on the phone can. */
export const NEEDS_HELPER =
  "Handeye's helper on the phone can do it (Android 8 and later); if it is missing, run 'handeye helper install'.";
