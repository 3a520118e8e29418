/** A work profile: a second user with apps and data of its own, managed by a company. */
export interface WorkProfile {
  /** The user's number; Android counts further users from 10 on. */
  readonly user: number;
  readonly name: string;
  /** The packages that are installed in it. */
  readonly packages: readonly string[];
  /** Whether the administrator allows debugging (no_debugging_features is not set). */
  readonly allowsShell: boolean;
}

const FIRST_USER = 10;

export type WorkProfileOptions = Pick<WorkProfile, 'packages'> & Partial<WorkProfile>;

export function workProfile(options: WorkProfileOptions): WorkProfile {
  return { user: FIRST_USER, name: 'Work profile', allowsShell: true, ...options };
}

/** Whether an app is installed for a user; the phone's own user has all apps. */
export function isInstalledFor(
  profile: WorkProfile | undefined,
  packageName: string,
  user: number | undefined,
): boolean {
  return user === undefined || (profile?.user === user && profile.packages.includes(packageName));
}
