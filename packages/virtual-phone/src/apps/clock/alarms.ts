import { mdiPlus } from '@mdi/js';
import type { Dialog } from '../../framework/views/screen.ts';
import type { View } from '../../framework/views/view.ts';
import { card, column, row, scroll, text, toggle } from '../../framework/widgets/kit.ts';
import { numberPicker, twoDigits } from '../../framework/widgets/number-picker.ts';
import { alert } from '../../framework/widgets/screen.ts';
import { theme } from '../../framework/widgets/theme.ts';
import { bigButton, type ClockActivity } from './frame.ts';

export interface Alarm {
  readonly id: number;
  readonly hour: number;
  readonly minute: number;
  readonly days: string;
  readonly on: boolean;
}

/** The time chosen in a dialog, for an existing alarm or a new one. */
export interface AlarmEditor {
  readonly alarm: Alarm;
  readonly isNew: boolean;
}

export const firstAlarms: readonly Alarm[] = [
  { id: 1, hour: 6, minute: 30, days: 'Mon, Tue, Wed, Thu, Fri', on: true },
  { id: 2, hour: 9, minute: 0, days: 'Sat, Sun', on: false },
  { id: 3, hour: 22, minute: 15, days: 'Every day', on: false },
];

function timeOf({ hour, minute }: Alarm): string {
  return `${twoDigits(hour)}:${twoDigits(minute)}`;
}

export function alarmsTab(self: ClockActivity): View {
  return column(
    [
      scroll(
        column(
          self.data.alarms.map((alarm) => alarmCard(alarm, self)),
          { padding: 16, gap: 12 },
        ),
        { id: 'alarm_recycler_view' },
      ),
      row(
        [
          bigButton(
            mdiPlus,
            () => {
              const id = Math.max(0, ...self.data.alarms.map((alarm) => alarm.id)) + 1;
              const alarm = { id, hour: 8, minute: 0, days: 'Once', on: true };
              self.setState({ editor: { alarm, isNew: true } });
            },
            'Add alarm',
          ),
        ],
        { width: 'fill', justify: 'center', padding: [8, 0] },
      ),
    ],
    { height: 'fill' },
  );
}

function alarmCard(alarm: Alarm, self: ClockActivity): View {
  const color = alarm.on ? theme.text : theme.textSecondary;
  return card(
    [
      row(
        [
          text(timeOf(alarm), {
            id: 'digital_clock',
            size: 44,
            color,
            weight: 1,
            onTap: () => {
              self.setState({ editor: { alarm, isNew: false } });
            },
          }),
          toggle(
            alarm.on,
            (on) => {
              save(self, { ...alarm, on });
            },
            { id: 'onoff', description: `Alarm ${timeOf(alarm)}` },
          ),
        ],
        { width: 'fill' },
      ),
      text(alarm.days, { id: 'days_of_week', color: theme.textSecondary }),
    ],
    { key: `alarm-${alarm.id}`, radius: 20, padding: [16, 20] },
  );
}

function save(self: ClockActivity, alarm: Alarm): void {
  const others = self.data.alarms.filter(({ id }) => id !== alarm.id);
  const minuteOfDay = ({ hour, minute }: Alarm) => hour * 60 + minute;
  self.setData({ alarms: [...others, alarm].sort((a, b) => minuteOfDay(a) - minuteOfDay(b)) });
  if (alarm.on) self.toast(`Alarm set for ${untilAlarm(alarm, self.phone.clock.now())} from now.`);
}

function untilAlarm({ hour, minute }: Alarm, now: number): string {
  const day = 24 * 60;
  const left = (((hour * 60 + minute - Math.floor(now / 60_000)) % day) + day) % day;
  return `${Math.floor(left / 60)} hours and ${left % 60} minutes`;
}

/** Sets the time of an alarm with two number pickers, like Android's spinner mode. */
export function timePicker({ alarm, isNew }: AlarmEditor, self: ClockActivity): Dialog {
  const close = () => {
    self.setState({ editor: undefined });
  };
  const wheel = (part: 'hour' | 'minute', largest: number) =>
    numberPicker({
      id: `android:id/${part}`,
      value: alarm[part],
      largest,
      onChange: (value) => {
        self.setState({ editor: { alarm: { ...alarm, [part]: value }, isNew } });
      },
    });
  return alert({
    title: 'Select time',
    content: row([wheel('hour', 23), text(':', { size: 34 }), wheel('minute', 59)], {
      id: 'android:id/timePicker',
      class: 'android.widget.TimePicker',
      width: 'fill',
      justify: 'center',
      gap: 12,
    }),
    buttons: [
      { label: 'Cancel', onTap: close },
      {
        label: 'OK',
        onTap: () => {
          close();
          save(self, { ...alarm, on: true });
        },
      },
    ],
    onDismiss: close,
  });
}
