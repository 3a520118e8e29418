import type { Tool } from '../frame/define.ts';

/** Tools that install, change and end applications. */
export const managingTools: readonly Tool[] = [];
