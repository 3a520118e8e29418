import { mdiPause, mdiPlay } from '@mdi/js';
import type { View } from '../../framework/views/view.ts';
import { column, progressBar, row, scroll, spacer, text } from '../../framework/widgets/kit.ts';
import { numberPicker, twoDigits } from '../../framework/widgets/number-picker.ts';
import { theme } from '../../framework/widgets/theme.ts';
import { bigButton, sideButton, type ClockActivity, type State } from './frame.ts';

/** A started timer: it ends at `endsAt`, or is paused with `left` milliseconds to go. */
export interface Countdown {
  readonly total: number;
  readonly endsAt: number | undefined;
  readonly left: number;
}

function leftOf({ endsAt, left }: Countdown, now: number): number {
  return endsAt === undefined ? left : Math.max(0, endsAt - now);
}

/** The tab with the timer: its length is set first, then it counts down. */
export function timerTab(state: State, self: ClockActivity): View {
  const { countdown } = self.data;
  return column(countdown === undefined ? setUp(state, self) : runDown(countdown, self), {
    height: 'fill',
    alignChildren: 'center',
    padding: [8, 24],
    gap: 8,
  });
}

function setUp(state: State, self: ClockActivity): View[] {
  const { hours, minutes, seconds } = state;
  const length = ((hours * 60 + minutes) * 60 + seconds) * 1000;
  const part = (name: 'hours' | 'minutes' | 'seconds', unit: string, largest: number) =>
    column(
      [
        text(unit, { size: 12, color: theme.textSecondary }),
        numberPicker({
          id: name,
          value: state[name],
          largest,
          onChange: (chosen) => {
            self.setState({ [name]: chosen });
          },
        }),
      ],
      { width: 'wrap', alignChildren: 'center', gap: 8 },
    );
  return [
    scroll(
      row([part('hours', 'hr', 23), part('minutes', 'min', 59), part('seconds', 'sec', 59)], {
        width: 'fill',
        justify: 'center',
        gap: 16,
        padding: [24, 0],
      }),
    ),
    // A timer of length zero cannot be started.
    { ...start(self, length), enabled: length > 0 },
  ];
}

function start(self: ClockActivity, length: number): View {
  return bigButton(
    mdiPlay,
    () => {
      run(self, { total: length, endsAt: undefined, left: length });
    },
    'Start',
  );
}

function run(self: ClockActivity, countdown: Countdown): void {
  self.setData({ countdown: { ...countdown, endsAt: self.phone.clock.now() + countdown.left } });
  self.after(countdown.left, () => {
    ringIfDue(self);
  });
}

/** Ends a countdown that is over. A timer that was paused or changed meanwhile goes on. */
function ringIfDue(self: ClockActivity): void {
  const { countdown } = self.data;
  if (countdown?.endsAt === undefined || countdown.endsAt > self.phone.clock.now()) return;
  self.setData({ countdown: undefined });
  self.notify({
    id: 1,
    title: "Time's up",
    text: `Timer of ${shown(countdown.total)}`,
    intent: { component: 'com.android.deskclock/.DeskClock' },
  });
}

function runDown(countdown: Countdown, self: ClockActivity): View[] {
  const left = leftOf(countdown, self.phone.clock.now());
  const running = countdown.endsAt !== undefined;
  return [
    spacer(),
    text(shown(left), { id: 'timer_time_text', size: 60 }),
    progressBar(1 - left / countdown.total, { id: 'timer_progress' }),
    spacer(),
    row(
      [
        sideButton(
          'Delete',
          () => {
            self.setData({ countdown: undefined });
          },
          { id: 'left_button' },
        ),
        spacer(),
        bigButton(
          running ? mdiPause : mdiPlay,
          () => {
            if (running) self.setData({ countdown: { ...countdown, endsAt: undefined, left } });
            else run(self, countdown);
          },
          running ? 'Pause' : 'Resume',
        ),
        spacer(),
        sideButton(
          '+1:00',
          () => {
            extend(self, countdown, 60_000);
          },
          { id: 'right_button', description: 'Add 1 minute' },
        ),
      ],
      { width: 'fill' },
    ),
  ];
}

/** A paused timer stays paused. */
function extend(self: ClockActivity, countdown: Countdown, ms: number): void {
  const left = leftOf(countdown, self.phone.clock.now()) + ms;
  const longer = { ...countdown, total: countdown.total + ms, left };
  if (countdown.endsAt === undefined) self.setData({ countdown: longer });
  else run(self, longer);
}

function shown(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  const rest = `${twoDigits(minutes % 60)}:${twoDigits(seconds % 60)}`;
  return hours === 0 ? rest : `${hours}:${rest}`;
}
