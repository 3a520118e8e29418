import type { Call } from '@handeye/core/call/call';
import { actionFailed, elementNotFound, invalidParams } from '@handeye/core/device/errors';
import type { Links, Opened, UriToOpen } from '@handeye/core/device/services/links';
import type { LinuxApps } from './apps.ts';
import { defaultEntry } from './default-apps.ts';
import type { MenuEntry } from './menu.ts';
import { readMenu } from './menu.ts';

/**
 * Opens addresses with the default application for their scheme, through its desktop entry and not by xdg-open: the application
 * is known beforehand, and no shell script reads the address.
 */
export class LinuxLinks implements Links {
  readonly #apps: LinuxApps;
  readonly #environment: NodeJS.ProcessEnv;

  constructor(apps: LinuxApps, environment: NodeJS.ProcessEnv) {
    this.#apps = apps;
    this.#environment = environment;
  }

  async handlers(wanted: UriToOpen): Promise<readonly string[]> {
    const entry = await this.#entryFor(wanted);
    return entry ? [entry.id] : [];
  }

  async openUri(wanted: UriToOpen, call: Call): Promise<Opened> {
    if (wanted.mimeType !== undefined) {
      throw invalidParams("Parameter 'mime_type' is for Android: here the scheme of an address decides.");
    }
    const entry = await this.#entryFor(wanted);
    if (!entry) {
      throw wanted.packageName === undefined
        ? actionFailed(
            `No application of this desktop opens ${schemeOf(wanted.uri)}: addresses. Pass package_name to open it in one that you choose.`,
          )
        : elementNotFound(`${wanted.packageName} is no longer installed. Call list_apps.`);
    }
    return { app: entry.id, remark: await this.#apps.openWith(entry, wanted.uri, call) };
  }

  async #entryFor({ uri, packageName }: UriToOpen): Promise<MenuEntry | undefined> {
    const entries = await readMenu(this.#environment);
    if (packageName !== undefined) return entries.find(({ id }) => id === packageName);
    return defaultEntry(`x-scheme-handler/${schemeOf(uri)}`, entries, this.#environment);
  }
}

function schemeOf(uri: string): string {
  return uri.slice(0, uri.indexOf(':'));
}
