import type { App } from '../../framework/system/app.ts';
import { flashlight } from './flashlight.ts';
import { lookAlikeApps } from './look-alikes.ts';
import { shop } from './shop.ts';
import { systemPrograms } from './system-programs.ts';

/** Apps that try to mislead whoever uses the phone, and what they mislead to. Only a phone that asks for them has them. */
export const hostileApps: readonly App[] = [flashlight, shop, ...lookAlikeApps, ...systemPrograms];
