/** Faults of the companion. */
export class CompanionFaults {
  /** Its VM dies before it says anything. */
  refuses = false;
  /** It dies in the request after so many, done but not answered. */
  diesAfter: number | undefined;
  /** After so many requests it answers with bytes that are no frame. */
  garbageAfter: number | undefined;
  /** The system's windows are missing from the list until the service's flags are set again. */
  hidesSystemWindows = false;
  /** Another program seems to hold UiAutomation: the packages that it may be. */
  registered: readonly string[] | undefined;
  /** Each answer takes so much longer. */
  slowMs = 0;

  clear(): void {
    Object.assign(this, new CompanionFaults());
  }
}
