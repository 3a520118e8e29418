import type { Call } from '@handeye/core/call/call';
import { actionFailed, invalidParams } from '@handeye/core/device/errors';
import type { Links, Opened, UriToOpen } from '@handeye/core/device/services/links';
import type { Programs } from '../programs/run.ts';
import { run } from '../programs/run.ts';
import type { MacApps } from './apps.ts';

/** Runs in osascript: the bundle id of the application that opens an address, or nothing. */
const FIND_HANDLER = `
ObjC.import('AppKit');
function run([uri]) {
  const place = $.NSWorkspace.sharedWorkspace.URLForApplicationToOpenURL($.NSURL.URLWithString(uri));
  if (place.isNil()) return '';
  const id = ObjC.unwrap($.NSBundle.bundleWithURL(place).bundleIdentifier);
  return typeof id === 'string' ? id : '';
}`;

/** Addresses, opened by `open` in the application that Launch Services has for them. */
export class MacLinks implements Links {
  readonly #apps: MacApps;
  readonly #programs: Programs;

  constructor(apps: MacApps, programs: Programs) {
    this.#apps = apps;
    this.#programs = programs;
  }

  async handlers({ uri, packageName }: UriToOpen, call: Call): Promise<readonly string[]> {
    if (packageName !== undefined) return [packageName];
    const args = ['-l', 'JavaScript', '-e', FIND_HANDLER, uri];
    const id = (await run(this.#programs.osascript, { args }, call)).toString('utf8').trim();
    return id === '' ? [] : [id];
  }

  async openUri(wanted: UriToOpen, call: Call): Promise<Opened> {
    const { uri, mimeType } = wanted;
    if (mimeType !== undefined) {
      throw invalidParams("Parameter 'mime_type' is for Android: here the scheme of an address decides.");
    }
    const [id] = await this.handlers(wanted, call);
    if (id === undefined) {
      const scheme = uri.slice(0, uri.indexOf(':'));
      throw actionFailed(`No application of this Mac opens ${scheme}: addresses.`);
    }
    await run(this.#programs.open, { args: ['-b', id, uri] }, call);
    return { app: id, remark: await this.#apps.whenInFront(id, undefined, call) };
  }
}
