import type { Trial } from './trial.ts';

export const notificationTrials: readonly Trial[] = [];
