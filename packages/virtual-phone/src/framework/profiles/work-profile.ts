/** A work profile: a second user of the phone with apps and data of its own, which a company manages. */
export interface WorkProfile {
  /** Its number; Android counts further users from 10 on. */
  readonly user: number;
  readonly name: string;
  /** The packages that are installed in it. */
  readonly packages: readonly string[];
  /** Whether its administrator lets a computer see into it (no_debugging_features is not set). */
  readonly allowsShell: boolean;
}

const FIRST_USER = 10;

/** What a test or the command line may say of a profile. */
export type WorkProfileOptions = Pick<WorkProfile, 'packages'> & Partial<WorkProfile>;

export function workProfile(options: WorkProfileOptions): WorkProfile {
  return { user: FIRST_USER, name: 'Work profile', allowsShell: true, ...options };
}

/** Whether a user has an app; the phone's own has all. */
export function isInstalledFor(
  profile: WorkProfile | undefined,
  packageName: string,
  user: number | undefined,
): boolean {
  return user === undefined || (profile?.user === user && profile.packages.includes(packageName));
}
