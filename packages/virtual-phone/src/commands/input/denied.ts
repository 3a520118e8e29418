/** InputManagerService's words for who may inject nothing: they changed with Android 13. */
export function injectionDenial(sdk: number): string {
  return sdk >= 33
    ? 'java.lang.SecurityException: Injecting input events requires the caller (or the source of the instrumentation, if any) to have the INJECT_EVENTS permission.'
    : 'java.lang.SecurityException: Injecting to another application requires INJECT_EVENTS permission';
}
