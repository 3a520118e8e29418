import { defaultLimits } from '@handeye/core/tools/frame/defaults';

/** Limits of calls in tests that are not about them: the machine may be busy. */
export const patientLimits = {
  ...defaultLimits,
  look: 60_000,
  action: 60_000,
  gesture: 60_000,
  logs: 60_000,
  wait: 20_000,
  tree: 60_000,
  find: 60_000,
  focus: 60_000,
  windows: 60_000,
};
