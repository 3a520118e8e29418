import type { RunningAndroid } from '../commands/running-android.ts';
import type { Framework } from '../framework/system/framework.ts';
import type { SettingsTable } from '../framework/system/settings.ts';
import { RequestError } from './errors.ts';
import type { Work } from './lane.ts';
import type { Parameters } from './parameters.ts';
import { isTable, type Restore } from './restore.ts';

/** The display in the current rotation, and the activity in front. */
export function displayFacts(framework: Framework): object {
  const { size, rotation, density } = framework.display;
  const activity = framework.resumedActivity();
  return {
    ...size,
    rotation,
    density,
    awake: framework.awake,
    ...(activity && { activity: `${activity.package}/${activity.full}` }),
  };
}

/** Requests to system services rather than to windows: clipboard, labels, settings, rotation. */
export class SystemServices {
  readonly #android: RunningAndroid;
  readonly #restore: Restore;

  constructor(android: RunningAndroid, restore: Restore) {
    this.#android = android;
    this.#restore = restore;
  }

  display(): object {
    return displayFacts(this.#android.framework);
  }

  getClipboard(): object {
    const { text } = this.#android.framework.clipboard;
    return { text: text === '' ? null : text };
  }

  setClipboard(parameters: Parameters, work: Work): object {
    const text = parameters.text('text');
    work.begin();
    this.#android.framework.clipboard.text = text;
    return {};
  }

  labels(parameters: Parameters): object {
    const wanted = parameters.has('packages') ? parameters.list('packages') : undefined;
    const { packages, framework } = this.#android;
    const apps = packages
      .list()
      .filter(({ name }) => wanted === undefined || wanted.includes(name))
      .map(({ name, app, isSystem, isEnabled }) => ({
        package: name,
        label: framework.appLabel(name),
        launchable: app !== undefined && app.hidden !== true && isEnabled,
        system: isSystem,
        enabled: isEnabled,
      }));
    return { apps };
  }

  getSetting(parameters: Parameters): object {
    const { table, name } = settingOf(parameters);
    return { value: this.#restore.get(table, name) };
  }

  putSetting(parameters: Parameters, work: Work): object {
    const { table, name } = settingOf(parameters);
    const value = parameters.has('value') ? parameters.text('value') : null;
    if (parameters.flag('restore')) this.#restore.saveSetting(table, name);
    work.begin();
    const was = this.#restore.get(table, name);
    this.#restore.put(table, name, value);
    return { was };
  }

  /** As in Settings; before Android 7 there is one language. */
  setLanguages(parameters: Parameters, work: Work): object {
    const tags = parameters.text('tags');
    if (!/^[A-Za-z0-9-]+(,[A-Za-z0-9-]+)*$/.test(tags))
      throw new RequestError('bad-request', 'tags are language tags');
    const { configuration, shape } = this.#android.framework;
    work.begin();
    configuration.update({ locales: tags.split(',').slice(0, shape.release < 7 ? 1 : undefined) });
    return {};
  }

  /** UiAutomation.setRotation: locks the rotation, or lets the screen follow the sensor. */
  rotate(parameters: Parameters, work: Work): object {
    const to = parameters.raw('to');
    if (to !== 'free' && to !== 0 && to !== 1 && to !== 2 && to !== 3)
      throw new RequestError('bad-request', 'to must be 0 to 3 or free');
    if (parameters.flag('restore')) this.#restore.saveRotation();
    work.begin();
    if (to !== 'free') this.#restore.put('system', 'user_rotation', String(to));
    this.#restore.put('system', 'accelerometer_rotation', to === 'free' ? '1' : '0');
    return {};
  }
}

function settingOf(parameters: Parameters): { table: SettingsTable; name: string } {
  const table = parameters.text('table');
  if (!isTable(table)) throw new RequestError('bad-request', `there is no table ${table}`);
  return { table, name: parameters.text('name') };
}
