import type { Call } from '@handeye/core/call/call';
import { askUntil } from '@handeye/core/call/ask-until';
import { actionFailed } from '@handeye/core/device/errors';
import type { Notification, Notifications } from '@handeye/core/device/services/notifications';
import { collapseCommand } from '../apps/in-front.ts';
import { outputOf, type Phone, retryIfConnectionLost, sh } from '../phone.ts';
import type { Traits } from '../traits.ts';
import { parseNotifications } from './dump.ts';
import { postedKeys } from './proto.ts';

// The first Android with answers in the shade, with texts in the dump, with a proto dump, and with `cmd notification snooze`.
const REPLIES_SINCE = 24;
const TEXTS_SINCE = 24;
const PROTO_SINCE = 26;
const SNOOZE_SINCE = 30;

/** How many times, and how many milliseconds apart, the list is read until a notification is gone. */
const UNTIL_GONE = { times: 10, apart: 200 };

/** A phone's notifications, by its shell. */
export class AndroidNotifications implements Notifications {
  readonly shade = true;
  readonly replies: true | string;
  readonly snoozes: true | string;
  readonly note?: string;
  readonly #phone: Phone;
  readonly #sdk: number;

  constructor(phone: Phone, { sdk, release }: Traits) {
    this.#phone = phone;
    this.#sdk = sdk;
    const only = (since: number, what: string, instead: string) =>
      sdk >= since ? (true as const) : `${what}; this phone has ${release}. ${instead}`;
    this.replies = only(
      REPLIES_SINCE,
      'Notifications take answers since Android 7',
      'Call notification_open and answer in the app.',
    );
    this.snoozes = only(
      SNOOZE_SINCE,
      "Android's shell can snooze notifications since Android 11",
      'Use notification_dismiss, or snooze it by hand in the shade where it has a clock.',
    );
    if (sdk < TEXTS_SINCE)
      this.note = `Android ${release} tells a computer what was announced of a notification, not its title and text: open_notifications shows those.`;
  }

  async list(call: Call): Promise<readonly Notification[]> {
    const hasProto = this.#sdk >= PROTO_SINCE;
    // In this order: a notification that disappears in between is among the keys, and is just not found.
    const commands = [
      ...(hasProto ? [sh`dumpsys notification --proto`] : []),
      sh`dumpsys notification --noredact`,
      sh`date +%s`,
    ];
    const answers = await retryIfConnectionLost(call, () => this.#phone.script(commands, call));
    const [dump = '', date = ''] = answers.slice(-2).map(outputOf);
    const seconds = /^\d+$/.test(date.trim()) ? Number(date) : undefined;
    return parseNotifications(dump, {
      keys: hasProto && answers[0] ? postedKeys(answers[0].stdout) : undefined,
      now: seconds === undefined ? undefined : seconds * 1000,
    });
  }

  async snooze({ key }: Notification, milliseconds: number, call: Call): Promise<void> {
    const result = await this.#phone.run(sh`cmd notification snooze --for ${milliseconds} ${key}`, call);
    // Its output and exit code are the same whether or not it worked: the list shows it.
    const isListed = async () => (await this.list(call)).some((one) => one.key === key);
    if (!(await askUntil(isListed, (now) => !now, UNTIL_GONE, call))) return;
    const said = `${outputOf(result)} ${result.stderr}`.trim().slice(0, 200);
    throw actionFailed(
      `The phone did not snooze it${said === '' ? '' : ` (it said: ${said})`}. Use notification_dismiss.`,
    );
  }

  async closeShade(call: Call): Promise<void> {
    await this.#phone.run(collapseCommand(this.#sdk), call);
  }
}
