import type { RunningAndroid } from '../commands/running-android.ts';
import type { CompanionFaults } from './faults.ts';
import { RequestError } from './errors.ts';
import type { Restore } from './restore.ts';

/** Why UiAutomation is not connected. */
interface NotConnected {
  readonly code: 'registered' | 'services' | 'failed';
  readonly message: string;
  readonly names: readonly string[];
}

export type Automation = 'connected' | NotConnected;

/** The first API level with the flag that keeps the user's services on. */
const KEEPS_SERVICES_SINCE = 24;

/** The companion's connection to UiAutomation; the phone has only one. */
export class Connection {
  readonly automation: Automation;
  #release: (() => void) | undefined;

  private constructor(automation: Automation, release?: () => void) {
    this.automation = automation;
    this.#release = release;
  }

  static open(
    { framework, uiAutomation }: RunningAndroid,
    { faults, restore, saveServices }: { faults: CompanionFaults; restore: Restore; saveServices: boolean },
  ): Connection {
    const { sdk } = framework.shape;
    const { enabled } = framework.accessibilityServices;
    const losesServices = sdk < KEEPS_SERVICES_SINCE && enabled.length > 0;
    if (losesServices && !saveServices)
      return new Connection({
        code: 'services',
        message: 'connecting would end the accessibility services that are on',
        names: enabled,
      });
    if (faults.registered !== undefined) return new Connection(registered(faults.registered));
    // Android names the holder only if it is an instrumentation; here it is a dump or another companion.
    if (uiAutomation.isTaken) return new Connection(registered([]));
    if (losesServices) restore.saveServices();
    return new Connection('connected', uiAutomation.take({ keepServices: true }));
  }

  /** Throws unless it is connected. */
  require(): void {
    if (this.automation !== 'connected')
      throw new RequestError(this.automation.code, this.automation.message);
  }

  close(): void {
    this.#release?.();
    this.#release = undefined;
  }
}

function registered(names: readonly string[]): NotConnected {
  return {
    code: 'registered',
    message:
      'java.lang.IllegalStateException: UiAutomationService android.accessibilityservice.IAccessibilityServiceClient$Stub$Proxy@4b9b2c already registered!',
    names,
  };
}
