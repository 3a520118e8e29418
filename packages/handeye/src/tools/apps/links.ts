import type { Tool } from '../frame/define.ts';

/** Tools that open addresses and send intents. */
export const linkTools: readonly Tool[] = [];
