/** What a person is told when plain ADB cannot do something that the helper on the phone can. */
export const NEEDS_HELPER =
  "Handeye's helper on the phone can (Android 8 and later): 'handeye helper install' puts it there if it is missing.";
