/** InputManagerService's message for a caller without INJECT_EVENTS: it changed with Android 13. */
export function injectionDenial(sdk: number): string {
  return sdk >= 33
    ? 'java.lang.SecurityException: Injecting input events requires the caller (or the source of the instrumentation, if any) to have the INJECT_EVENTS permission.'
    : 'java.lang.SecurityException: Injecting to another application requires INJECT_EVENTS permission';
}
