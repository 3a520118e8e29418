export class CompanionFaults {
  /** Its VM dies before it prints anything. */
  refuses = false;
  /** It dies in the request after this many, done but not answered. */
  diesAfter: number | undefined;
  /** After this many requests it answers with invalid bytes. */
  garbageAfter: number | undefined;
  /** The system's windows are missing from the list until the service's flags are set again. */
  hidesSystemWindows = false;
  /** Another program seems to hold UiAutomation: the packages that might be it. */
  registered: readonly string[] | undefined;
  /** The delay of each answer. */
  slowMs = 0;

  /**
   * What happens between the comparison before a touch or an act and the event itself: two requests to the system on a real
   * phone, between which time passes.
   */
  readonly onCompared: (() => Promise<void>) | undefined;

  constructor(onCompared?: () => Promise<void>) {
    this.onCompared = onCompared;
  }

  clear(): void {
    Object.assign(this, new CompanionFaults(this.onCompared));
  }
}
