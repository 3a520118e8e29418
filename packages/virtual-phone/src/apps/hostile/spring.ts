import type { Framework } from '../../framework/system/framework.ts';
import { hostileApps } from './hostile-apps.ts';
import { FLASHLIGHT } from './pages.ts';
import { SWAPPED_SETTING } from './shop.ts';
import { traps } from './traps.ts';

/** The traps of the hostile apps on a running phone, whether or not it was started with these apps. */
export class Traps {
  readonly #phone: () => Framework;

  constructor(phone: () => Framework) {
    this.#phone = phone;
  }

  /** The name and the effect of every trap. */
  get list(): readonly { readonly name: string; readonly about: string }[] {
    return Object.entries(traps).map(([name, { about }]) => ({ name, about }));
  }

  /** Springs one now; false if there is no such trap. */
  spring(name: string): boolean {
    const trap = Object.hasOwn(traps, name) ? traps[name] : undefined;
    if (!trap) return false;
    const phone = this.#phone();
    this.install();
    trap.spring(phone);
    return true;
  }

  /** Installs the hostile apps, unless they are there already. */
  install(): void {
    const phone = this.#phone();
    for (const app of hostileApps)
      if (!phone.apps.some((one) => one.package === app.package)) phone.install(app);
  }

  /** Removes overlays, notifications, screens and swapped buttons of traps. The apps stay installed. */
  end(): void {
    const phone = this.#phone();
    phone.forceStop(FLASHLIGHT);
    phone.settings.delete('global', SWAPPED_SETTING);
    for (const one of phone.notifications.list)
      if (one.package === FLASHLIGHT) phone.notifications.cancel(one.package, one.id, one.tag);
  }
}
