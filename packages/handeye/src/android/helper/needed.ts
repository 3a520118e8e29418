/** The end of an error about something that plain ADB cannot do and the helper can. */
export const NEEDS_HELPER =
  "Handeye's helper on the phone can do it (Android 8 and later); if it is missing, run 'handeye helper install'.";
