import type { Tool } from '../frame/define.ts';

/** The toolset `crashes`. */
export const crashTools: readonly Tool[] = [];
