import type { Activities } from './activities.ts';
import type { ActivityRecord } from './activity-record.ts';
import type { ActivityHost, Intent } from './app.ts';
import type { InstalledApps } from './installed-apps.ts';
import type { Framework } from './framework.ts';
import { SYSTEM_SERVER } from './processes.ts';
import { nodesOf } from '../windows/surface.ts';

/** The functions that the framework offers to a running activity. */
export function activityHost(
  phone: Framework,
  parts: { activities: () => Activities; apps: InstalledApps },
  record: () => ActivityRecord,
  intent: Intent,
): ActivityHost {
  const owner = () => record().component.package;
  return {
    intent,
    phone,
    invalidate({ silent, wholeApp }) {
      for (const one of wholeApp ? parts.activities().recordsOf(owner()) : [record()]) one.invalidate();
      if (!silent) phone.events.send('contentChanged', owner());
    },
    start(target, onResult) {
      parts.activities().start(target, { caller: record(), ...(onResult && { onResult }) });
    },
    finish(result) {
      parts.activities().finish(record(), result);
    },
    toast(message) {
      phone.toast(message, owner());
    },
    notify(notification) {
      phone.notifications.post({ ...notification, package: owner(), time: phone.clock.now() });
    },
    after: (ms, callback) => parts.apps.after(owner(), ms, callback),
    log(message, level = 'I') {
      const pid = phone.processes.pidOf(owner()) ?? SYSTEM_SERVER;
      phone.log.write({ pid, level, tag: phone.appLabel(owner()), message });
    },
    focus(id) {
      const { main } = record();
      const node = [...nodesOf(main.root())].find(({ view }) => view.id === id);
      if (node !== undefined) phone.textInput.focus(main, node);
    },
    hideKeyboard() {
      phone.textInput.hide();
    },
  };
}
