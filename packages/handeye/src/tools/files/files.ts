import type { Tool } from '../frame/define.ts';

/** The toolset `files`. */
export const fileTools: readonly Tool[] = [];
