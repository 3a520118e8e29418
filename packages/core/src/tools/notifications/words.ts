import type { Notification } from '../../device/services/notifications.ts';
import { brief } from '@handeye/screen/format/lean/text';
import { oneLine } from '@handeye/screen/sanitize';

const LONGEST_NAME = 60;

/** A device's text on one line and in quotation marks: it cannot end them, nor begin a line. */
export function quoted(text: string, limit: number): string {
  return JSON.stringify(brief(oneLine(text), limit));
}

/** How a sentence names a notification: by its title, or else by what is known. */
export function notificationWords({ title, text, app }: Notification): string {
  const name = [title, text].map(oneLine).find((one) => one !== '');
  return name === undefined ? `the notification of ${oneLine(app)}` : quoted(name, LONGEST_NAME);
}
