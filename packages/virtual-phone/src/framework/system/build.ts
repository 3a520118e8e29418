import type { AndroidRelease } from '../../kernel/release.ts';

/** The phone's model and maker. It does not pretend to be real hardware. */
export const MODEL = 'Handeye Virtual Phone';

export interface Build {
  readonly version: string;
  readonly id: string;
  readonly securityPatch: string;
}

/** The system build of each release, for About phone and the properties. */
export const builds: Readonly<Record<AndroidRelease, Build>> = {
  5: { version: '5.1.1', id: 'LMY48M', securityPatch: '2015-09-01' },
  9: { version: '9', id: 'PQ3A.190801.002', securityPatch: '2019-08-01' },
  12: { version: '12', id: 'SP1A.210812.016', securityPatch: '2021-11-05' },
  14: { version: '14', id: 'UP1A.231005.007', securityPatch: '2023-10-05' },
};
