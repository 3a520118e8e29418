import type { Tool } from '../frame/define.ts';

/** The toolset `notifications`. */
export const notificationTools: readonly Tool[] = [];
