import type { SystemAlert } from '../windows/alert-views.ts';
import {
  permissionDialog,
  permissionGroups,
  type PermissionAnswer,
  type PermissionGroup,
} from './permission-dialog.ts';

/** A permission of one app, as the package manager knows it. */
export interface RuntimePermission {
  readonly granted: boolean;
  /** A runtime permission that the app requests in its manifest. */
  readonly isRuntime: boolean;
  readonly flags: readonly string[];
}

export type DecisionFlag = 'USER_SET' | 'USER_FIXED' | 'ONE_TIME';

/** The store of granted permissions: the package manager, which is outside the framework. */
export interface PermissionStore {
  of(packageName: string, permission: string): RuntimePermission;
  decide(
    packageName: string,
    permission: string,
    decision: { readonly granted: boolean; readonly flags: readonly DecisionFlag[] },
  ): void;
}

interface AskingPhone {
  readonly shape: { readonly sdk: number };
  appLabel(packageName: string): string;
}

const PREFIX = 'android.permission.';

/** Runtime permission requests of Android 6 and later (Activity.requestPermissions). */
export class PermissionRequests {
  /** Set once the package manager has started. */
  store: PermissionStore | undefined;
  /** The function that closes each open dialog, by the app that asks. */
  private readonly open = new Map<string, () => void>();
  readonly #phone: AskingPhone;
  /** Shows a dialog; returns what closes it. */
  readonly #show: (alert: SystemAlert) => () => void;

  constructor(phone: AskingPhone, show: (alert: SystemAlert) => () => void) {
    this.#phone = phone;
    this.#show = show;
  }

  isGranted(packageName: string, permission: string): boolean {
    return this.store?.of(packageName, permission).granted ?? true;
  }

  /** Asks the user about undecided permissions, one group after the other, then reports whether all are granted. */
  request(packageName: string, permissions: readonly string[], onResult: (granted: boolean) => void): void {
    const group = permissionGroups.find((one) => this.#undecided(packageName, permissions, one).length > 0);
    if (group === undefined) {
      onResult(permissions.every((permission) => this.isGranted(packageName, permission)));
      return;
    }
    const asked = this.#undecided(packageName, permissions, group);
    const flags = asked.flatMap((permission) => this.store?.of(packageName, permission).flags ?? []);
    const wasDenied = flags.includes('USER_SET');
    const close = () => {
      this.withdraw(packageName);
    };
    const answer = (given: PermissionAnswer) => {
      close();
      for (const permission of asked)
        this.store?.decide(packageName, permission, decisionOf(given, wasDenied));
      const rest = permissions.filter((permission) => !asked.includes(permission));
      const isAllowed = given !== 'deny';
      this.request(packageName, rest, (granted) => {
        onResult(granted && isAllowed);
      });
    };
    const dismiss = () => {
      close();
      onResult(false);
    };
    const { sdk } = this.#phone.shape;
    const label = this.#phone.appLabel(packageName);
    const dialog = permissionDialog({ label, sdk, group, wasDenied, answer, dismiss });
    this.open.set(packageName, this.#show(dialog));
  }

  /** Closes the dialog of an app that is gone; its callback is not called. */
  withdraw(packageName: string): void {
    this.open.get(packageName)?.();
    this.open.delete(packageName);
  }

  #undecided(packageName: string, permissions: readonly string[], group: PermissionGroup): readonly string[] {
    return permissions.filter((permission) => {
      if (!group.permissions.includes(permission.slice(PREFIX.length))) return false;
      const state = this.store?.of(packageName, permission);
      if (state === undefined || state.granted || !state.isRuntime) return false;
      return !['USER_FIXED', 'POLICY_FIXED', 'SYSTEM_FIXED'].some((flag) => state.flags.includes(flag));
    });
  }
}

function decisionOf(
  answer: PermissionAnswer,
  wasDenied: boolean,
): { granted: boolean; flags: readonly DecisionFlag[] } {
  if (answer === 'deny') return { granted: false, flags: [wasDenied ? 'USER_FIXED' : 'USER_SET'] };
  return { granted: true, flags: answer === 'once' ? ['ONE_TIME'] : ['USER_SET'] };
}
