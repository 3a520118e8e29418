import type { Tool } from '../frame/define.ts';

/** The toolset `state`. */
export const stateTools: readonly Tool[] = [];
