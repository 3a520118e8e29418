import type { Tool } from '../frame/define.ts';

/** The toolset `record`. */
export const recordTools: readonly Tool[] = [];
