import type { Tool } from '../frame/define.ts';
import { linkTools } from './links.ts';
import { managingTools } from './managing.ts';

/** The toolset `apps`. */
export const appTools: readonly Tool[] = [...managingTools, ...linkTools];
