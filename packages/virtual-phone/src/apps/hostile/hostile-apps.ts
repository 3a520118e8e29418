import type { App } from '../../framework/system/app.ts';
import { flashlight } from './flashlight.ts';
import { lookAlikeApps } from './look-alikes.ts';
import { shop } from './shop.ts';
import { systemPrograms } from './system-programs.ts';

/** Apps that try to mislead the user, and the apps that they lead to. They are installed only on request. */
export const hostileApps: readonly App[] = [flashlight, shop, ...lookAlikeApps, ...systemPrograms];
